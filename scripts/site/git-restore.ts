import { spawnSync } from 'node:child_process';
import type { MovePlan } from '../../schema/move/plan-move.ts';
import { displayPath } from '../system/project.ts';
import type { MovedFile } from './write-move.ts';

/** The files that a move changes or deletes, and those that it creates. */
interface TouchedFiles {
  old: string[];
  created: string[];
}

/** Lists the files that a move touches. */
export function touchedFiles(
  { changed, redirects, replaced }: MovePlan,
  inPublic: readonly MovedFile[],
): TouchedFiles {
  const old = new Set([...changed.map(({ before }) => before.file), ...replaced.map(({ file }) => file)]);
  for (const { from } of inPublic) old.add(from);
  const created = [
    ...changed.map(({ after }) => after.file),
    ...redirects.map(({ file }) => file),
    ...inPublic.map(({ to }) => to),
  ];
  return { old: [...old], created: created.filter((file) => !old.has(file)) };
}

/** The command that undoes a move, and the files whose uncommitted changes it would also discard. */
export interface Restore {
  command: string;
  uncommitted: string[];
}

/** Returns the command that undoes a move. Undefined if git does not track all of the files. Call it before the move. */
export function restoreCommand(folder: string, { old, created }: TouchedFiles): Restore | undefined {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  const inFolder = (file: string) => displayPath(file, folder);
  const status = git('status', '--porcelain', '-z', '--no-renames', '--ignored', '--', ...old.map(inFolder));
  if (status.status !== 0) return undefined;
  const root = git('rev-parse', '--show-toplevel').stdout.trim();
  const dirty = status.stdout.split('\0').filter(Boolean);
  // Git cannot restore untracked files.
  if (dirty.some((entry) => /^(?:\?\?|!!)/.test(entry))) return undefined;
  const uncommitted = new Set(dirty.map((entry) => entry.slice(3)));
  const where = displayPath(folder) === '' ? '' : ` -C ${shellQuoted(displayPath(folder))}`;
  const list = (files: readonly string[]) => files.map(inFolder).toSorted().map(shellQuoted).join(' ');
  return {
    command:
      `git${where} restore ${list(old)}` +
      (created.length > 0 ? ` && git${where} clean -fdq ${list(created)}` : ''),
    uncommitted: old.filter((file) => uncommitted.has(displayPath(file, root))),
  };
}

/** Quotes an argument for the shell. */
export const shellQuoted = (path: string): string =>
  /^[\w./@-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
