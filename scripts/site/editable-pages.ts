import { lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pageEnding } from '../../schema/base/routes.ts';
import type { EditableFiles } from '../../schema/edit/editable-files.ts';
import { EditRefused } from '../../schema/edit/edit-refused.ts';
import { CommandError } from '../system/command.ts';
import { systemErrorReason } from '../system/errors.ts';
import { isServableFile, replaceAtomic } from '../system/files.ts';
import { readSourceFile, readSourceFiles } from './read-pages.ts';

/** The files of a pages folder that can be edited. */
export const editablePages = (pages: string): EditableFiles => ({
  all: () => readSourceFiles(pages),
  read(path) {
    const isOfSite = pageEnding.test(path) && path.split('/').every((name) => /^[^.]/.test(name));
    // The folder itself may be a link, but nothing in it.
    if (!isOfSite || !isServableFile(realpathSync(pages), path)) return undefined;
    if (!readSourceFile(pages, { path, file: path })) return undefined;
    try {
      const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
      return decoder.decode(readFileSync(join(pages, path)));
    } catch {
      return undefined;
    }
  },
  write(path, text, before) {
    const file = join(pages, path);
    if (before !== undefined) return replaceText(file, text, () => this.read(path) === before);
    const folder = dirname(file);
    if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
      throw new EditRefused(`\`${basename(folder)}\` is no folder`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  },
  remove: (path) => rmSync(join(pages, path)),
});

/** Replaces the text of a file, unless it has changed meanwhile. */
export function replaceText(file: string, text: string, isAsBefore: () => boolean): boolean {
  try {
    return replaceAtomic(file, text, isAsBefore);
  } catch (error) {
    const reason = systemErrorReason(error);
    throw reason === undefined ? error : new CommandError(`${basename(file)} was not changed: ${reason}.`);
  }
}
