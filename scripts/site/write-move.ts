import { dirname } from 'node:path';
import { publicPath } from '../../schema/fields/file-types.ts';
import type { MovePlan } from '../../schema/move/plan-move.ts';
import { CommandError } from '../system/command.ts';
import { formatSystemError } from '../system/errors.ts';
import { listPublicFiles } from '../system/files.ts';
import { formatDisplayPath, getSiteFolders } from '../system/project.ts';
import { ChangePlan } from '../system/change-plan.ts';
import { isSameOnDisk } from './changed-file.ts';
import { assertRealFolders } from './editable-pages.ts';

/** The old and new path of a moved file in the project, such as `public/pictures/a.jpg`. */
export interface MovedFile {
  from: string;
  to: string;
}

/** Lists the pages that a plan moves. */
export const listPageMoves = ({ changed }: MovePlan): MovedFile[] =>
  changed.flatMap(({ before, after }) =>
    before.file === after.file ? [] : [{ from: before.file, to: after.file }],
  );

/** Lists the files in `public/` that a plan moves, by their paths on disk. */
export function listPublicMoves({ target }: MovePlan, pagesFolder: string): MovedFile[] {
  if (target.files.size === 0) return [];
  const folder = formatDisplayPath(getSiteFolders(pagesFolder).public);
  return listPublicFiles(getSiteFolders(pagesFolder).public).files.flatMap((path) => {
    const newPath = target.files.get(publicPath(path));
    return newPath === undefined ? [] : [{ from: `${folder}/${path}`, to: folder + newPath }];
  });
}

/** Carries out a move. If anything fails, all changes are undone. The error lists changes that could not be undone. */
export function writeMove(plan: MovePlan, pagesFolder: string): void {
  const { changed, deletedRedirects: replaced, redirects } = plan;
  const inPublic = listPublicMoves(plan, pagesFolder);
  const moves = listPageMoves(plan);
  assertFilesUnchanged(plan);
  const movesByFolder = [
    [formatDisplayPath(pagesFolder), moves],
    [formatDisplayPath(getSiteFolders(pagesFolder).public), inPublic],
  ] as const;
  for (const [top, paths] of movesByFolder)
    for (const { to } of paths) assertRealFolders(top, formatDisplayPath(to, top), 'Nothing was moved: ');
  const changes = new ChangePlan(getSiteFolders(pagesFolder).cache);
  for (const { before, after } of changed)
    if (before.text !== after.text) changes.replace(before.file, after.text, before.text);
  for (const { file } of replaced) changes.delete(file);
  for (const { from, to } of [...moves, ...inPublic]) changes.move(from, to);
  for (const { file, text } of redirects) changes.create(file, text);
  for (const [top, paths] of movesByFolder)
    for (const folder of new Set(paths.map(({ from }) => dirname(from))))
      changes.deleteEmptyFolders(folder, top);
  changes.carryOut(toMoveError);
}

/**
 * Converts an error in a move to an error for the author. Returns internal errors unchanged if all changes were undone.
 */
function toMoveError(error: unknown, notUndone: readonly string[]): unknown {
  const { code, path = '', message = String(error) } = error as NodeJS.ErrnoException; // or any other error
  if (code === undefined && notUndone.length === 0) return error;
  const reason = code === 'EEXIST' ? `${path} already exists` : (formatSystemError(error) ?? message);
  const state =
    notUndone.length === 0
      ? 'Nothing was moved. All files are unchanged.'
      : `These changes could not be undone:\n${notUndone.map((change) => `  ${change}`).join('\n')}`;
  return new CommandError(`The move failed: ${reason}. ${state}`);
}

/** Throws if another program has changed a file since it was read. */
function assertFilesUnchanged({ changed, deletedRedirects: replaced }: MovePlan): void {
  const rewrittenFiles = changed.flatMap(({ before, after }) => (before.text === after.text ? [] : before));
  const modifiedFile = [...rewrittenFiles, ...replaced].find((source) => !isSameOnDisk(source));
  if (modifiedFile)
    throw new CommandError(
      `Nothing was moved: another program has just modified ${modifiedFile.file}. Run the command again.`,
    );
}
