import { chmodSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pageExtension } from '../../schema/base/routes.ts';
import type { EditableFiles } from '../../schema/edit/editable-files.ts';
import { changeAllOrNone } from '../system/change-plan.ts';
import { assertUnchanged } from '../editing/journal.ts';
import { CommandError } from '../system/command.ts';
import { getSystemErrorReason } from '../system/errors.ts';
import { isServableFile, replaceAtomic } from '../system/files.ts';
import { formatDisplayPath, getSiteFolders } from '../system/project.ts';
import { readSourceFile, readSourceFiles } from './read-pages.ts';

/** Returns the editable files of a pages folder. */
export function createEditableFiles(pagesFolder: string): EditableFiles {
  /** The file modes of deleted files, so that they can be restored. */
  const modes = new Map<string, number>();
  return {
    all: () => readSourceFiles(pagesFolder),
    read(path) {
      const isSitePath = pageExtension.test(path) && path.split('/').every((name) => /^[^.]/.test(name));
      // The pages folder itself may be a symbolic link. The files and folders in it must not be links.
      if (!isSitePath || !isServableFile(realpathSync(pagesFolder), path)) return undefined;
      if (!readSourceFile(pagesFolder, { path, file: path })) return undefined;
      try {
        const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
        return decoder.decode(readFileSync(join(pagesFolder, path)));
      } catch {
        return undefined;
      }
    },
    write(path, text, before) {
      return replaceText(join(pagesFolder, path), text, () => this.read(path) === before);
    },
    changedAt: (path) => statSync(join(pagesFolder, path), { throwIfNoEntry: false })?.mtime,
    changeAll(changes) {
      for (const { path } of changes) assertRealFolders(pagesFolder, path);
      assertUnchanged(this, changes);
      changeAllOrNone(getSiteFolders(pagesFolder).cache, (plan) => {
        for (const { path, before, after } of changes) {
          const file = join(pagesFolder, path);
          if (before === undefined) plan.create(file, after ?? '');
          else if (after !== undefined) plan.replace(file, after, before);
          else {
            modes.set(path, statSync(file).mode);
            plan.delete(file);
          }
        }
        for (const { path, after } of changes)
          if (after === undefined) plan.deleteEmptyFolders(dirname(join(pagesFolder, path)), pagesFolder);
      });
      for (const { path, before } of changes) {
        const mode = before === undefined ? modes.get(path) : undefined;
        if (mode !== undefined) chmodSync(join(pagesFolder, path), mode);
      }
    },
  };
}

/** Replaces the text of a file. Returns false if another program has modified the file. */
export function replaceText(file: string, text: string, isUnchanged: () => boolean): boolean {
  try {
    return replaceAtomic(file, text, isUnchanged);
  } catch (error) {
    const reason = getSystemErrorReason(error);
    throw reason === undefined ? error : new CommandError(`${basename(file)} was not changed: ${reason}.`);
  }
}

/** Throws if a parent folder of a new file is a symbolic link or a file. The folder `top` itself may be a link. */
export function assertRealFolders(top: string, path: string, messagePrefix = ''): void {
  const names = path.split('/').slice(0, -1);
  for (const index of names.keys()) {
    const folder = join(top, ...names.slice(0, index + 1));
    const state = lstatSync(folder, { throwIfNoEntry: false });
    if (state && !state.isDirectory())
      throw new CommandError(
        `${messagePrefix}${formatDisplayPath(folder)} is a ${state.isSymbolicLink() ? 'symbolic link' : 'file'}, not a folder.`,
      );
  }
}
