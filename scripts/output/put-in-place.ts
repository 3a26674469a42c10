import { existsSync, lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Journal, removeJournal, type Steps, turnBack } from './journal.ts';
import { removeIfEmpty } from './remove-if-empty.ts';
import type { WorkFolder } from './work-folder.ts';

/**
 * Does what a journal says, from wherever an earlier attempt was broken off, and removes it; takes all of it
 * back if a step fails.
 */
export function putInPlace(target: string, work: WorkFolder, { steps, isBack }: Journal): void {
  if (isBack) return takeBack(target, work, steps);
  try {
    if (steps.way === 'whole') swap(target, work);
    else moveFiles(target, work, steps);
  } catch (problem) {
    turnBack(work.folder);
    takeBack(target, work, steps);
    throw problem;
  }
  removeJournal(work.folder);
}

function takeBack(target: string, { folder, replaced }: WorkFolder, steps: Steps): void {
  if (steps.way === 'whole') {
    if (!existsSync(target)) moveIfThere(replaced, target);
  } else {
    for (const path of [...steps.replaced, ...steps.removed])
      moveIfThere(join(replaced, path), join(target, path));
    for (const path of steps.added) rmSync(join(target, path), { force: true });
    for (const path of steps.newFolders.toReversed()) removeIfEmpty(join(target, path));
  }
  removeJournal(folder);
}

/** Node has no way to exchange two folders in one step: between these two there is none for a moment. */
function swap(target: string, { staging, replaced }: WorkFolder): void {
  if (!existsSync(staging)) return;
  if (!existsSync(replaced)) moveIfThere(target, replaced);
  renameSync(staging, target);
}

/** What is new comes first, as what is replaced may name it; nothing goes before all else is there. */
function moveFiles(
  target: string,
  { staging, replaced }: WorkFolder,
  { newFolders, added, replaced: changed, removed, emptied }: Steps & { way: 'files' },
): void {
  demandRealFolders(target, [...added, ...changed, ...removed]);
  for (const path of newFolders) mkdirSync(join(target, path), { recursive: true });
  for (const path of [...added, ...changed]) moveIfThere(join(staging, path), join(target, path));
  for (const path of removed) moveIfThere(join(target, path), join(replaced, path));
  for (const path of emptied) removeIfEmpty(join(target, path));
}

/** Nothing is written through a link that somebody has put into the way. */
function demandRealFolders(target: string, paths: readonly string[]): void {
  const seen = new Set([dirname(target)]);
  for (const path of paths)
    for (let folder = dirname(join(target, path)); !seen.has(folder); folder = dirname(folder)) {
      seen.add(folder);
      if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
        throw new Error(`${folder} is not a folder any more.`);
    }
}

/** What is not there was moved by an earlier attempt. */
function moveIfThere(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
}
