import { spawnSync } from 'node:child_process';
import type { MovePlan } from '../../schema/move/plan-move.ts';
import { formatDisplayPath } from '../system/project.ts';
import type { MovedFile } from './write-move.ts';

/** The files that a move changes or deletes, and those that it creates. */
interface TouchedFiles {
  existing: string[];
  created: string[];
}

/** Lists the files that a move touches. */
export function listTouchedFiles(
  { changed, redirects, deletedRedirects: replaced }: MovePlan,
  inPublic: readonly MovedFile[],
): TouchedFiles {
  const existingFiles = new Set([
    ...changed.map(({ before }) => before.file),
    ...replaced.map(({ file }) => file),
  ]);
  for (const { from } of inPublic) existingFiles.add(from);
  const created = [
    ...changed.map(({ after }) => after.file),
    ...redirects.map(({ file }) => file),
    ...inPublic.map(({ to }) => to),
  ];
  return { existing: [...existingFiles], created: created.filter((file) => !existingFiles.has(file)) };
}

/** The git command that undoes a move, and the files whose uncommitted changes this command would also discard. */
export interface UndoCommand {
  command: string;
  uncommitted: string[];
}

/**
 * Returns the git command that undoes a move, or `undefined` if git does not track all of the files. Call this before
 * the move.
 */
export function createRestoreCommand(
  folder: string,
  { existing, created }: TouchedFiles,
): UndoCommand | undefined {
  const runGit = (...args: string[]) => spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  const toFolderPath = (file: string) => formatDisplayPath(file, folder);
  const status = runGit(
    'status',
    '--porcelain',
    '-z',
    '--no-renames',
    '--ignored',
    '--',
    ...existing.map(toFolderPath),
  );
  if (status.status !== 0) return undefined;
  const root = runGit('rev-parse', '--show-toplevel').stdout.trim();
  const statusLines = status.stdout.split('\0').filter(Boolean);
  // Git cannot restore untracked files.
  if (statusLines.some((statusLine) => /^(?:\?\?|!!)/.test(statusLine))) return undefined;
  const uncommitted = new Set(statusLines.map((statusLine) => statusLine.slice(3)));
  const folderOption =
    formatDisplayPath(folder) === '' ? '' : ` -C ${quoteForShell(formatDisplayPath(folder))}`;
  const quoteFiles = (files: readonly string[]) =>
    files.map(toFolderPath).toSorted().map(quoteForShell).join(' ');
  return {
    command:
      `git${folderOption} restore ${quoteFiles(existing)}` +
      (created.length > 0 ? ` && git${folderOption} clean -fdq ${quoteFiles(created)}` : ''),
    uncommitted: existing.filter((file) => uncommitted.has(formatDisplayPath(file, root))),
  };
}

/** Quotes an argument for the shell. */
export const quoteForShell = (path: string): string =>
  /^[\w./@-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
