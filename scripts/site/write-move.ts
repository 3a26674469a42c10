import { dirname } from 'node:path';
import { publicPath } from '../../schema/fields/file-types.ts';
import type { MovePlan } from '../../schema/move/plan-move.ts';
import { CommandError } from '../system/command.ts';
import { systemErrorMessage } from '../system/errors.ts';
import { listPublic } from '../system/files.ts';
import { displayPath, siteOf } from '../system/project.ts';
import { ChangePlan } from '../system/change-plan.ts';
import { matchesDisk } from './changed-file.ts';
import { assertRealFolders } from './editable-pages.ts';

/** The old and the new path in the project, such as `public/pictures/a.jpg`. */
export interface MovedFile {
  from: string;
  to: string;
}

/** Lists the pages that a plan moves. */
export const pageMoves = ({ changed }: MovePlan): MovedFile[] =>
  changed.flatMap(({ before, after }) =>
    before.file === after.file ? [] : [{ from: before.file, to: after.file }],
  );

/** Lists the files of `public/` that a plan moves, by their paths on disk. */
export function publicMoves({ target }: MovePlan, pages: string): MovedFile[] {
  if (target.files.size === 0) return [];
  const folder = displayPath(siteOf(pages).public);
  return listPublic(siteOf(pages).public).files.flatMap((path) => {
    const to = target.files.get(publicPath(path));
    return to === undefined ? [] : [{ from: `${folder}/${path}`, to: folder + to }];
  });
}

/** Carries out a plan. If anything fails, all changes are undone, or the error lists those that could not be undone. */
export function writeMove(plan: MovePlan, pages: string): void {
  const { changed, replaced, redirects } = plan;
  const inPublic = publicMoves(plan, pages);
  const moves = pageMoves(plan);
  assertUnchanged(plan);
  const moved = [
    [displayPath(pages), moves],
    [displayPath(siteOf(pages).public), inPublic],
  ] as const;
  for (const [top, all] of moved)
    for (const { to } of all) assertRealFolders(top, displayPath(to, top), 'Nothing was moved: ');
  const changes = new ChangePlan(siteOf(pages).cache);
  for (const { before, after } of changed)
    if (before.text !== after.text) changes.replace(before.file, after.text, before.text);
  for (const { file } of replaced) changes.delete(file);
  for (const { from, to } of [...moves, ...inPublic]) changes.move(from, to);
  for (const { file, text } of redirects) changes.create(file, text);
  for (const [top, all] of moved)
    for (const folder of new Set(all.map(({ from }) => dirname(from))))
      changes.deleteEmptyFolders(folder, top);
  changes.carryOut(failure);
}

/** Returns the error for the author. Internal errors are returned unchanged if everything was undone. */
function failure(error: unknown, left: readonly string[]): unknown {
  const { code, path = '', message = String(error) } = error as NodeJS.ErrnoException; // or any other error
  if (code === undefined && left.length === 0) return error;
  const reason = code === 'EEXIST' ? `${path} already exists` : (systemErrorMessage(error) ?? message);
  const state =
    left.length === 0
      ? 'Nothing was moved. All files are unchanged.'
      : `These changes could not be undone:\n${left.map((one) => `  ${one}`).join('\n')}`;
  return new CommandError(`The move failed: ${reason}. ${state}`);
}

/** Throws if another program has changed a file since it was read. */
function assertUnchanged({ changed, replaced }: MovePlan): void {
  const written = changed.flatMap(({ before, after }) => (before.text === after.text ? [] : before));
  const other = [...written, ...replaced].find((source) => !matchesDisk(source));
  if (other)
    throw new CommandError(
      `Nothing was moved: another program has just modified ${other.file}. Run the command again.`,
    );
}
