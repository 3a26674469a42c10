import { existsSync, lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../../scripts/system/command.ts';
import type { SiteFolders } from '../../../scripts/system/project.ts';
import { tryLock } from '../../../scripts/build/output-lock.ts';
import { hasJournal, type Journal, readJournal, removeJournal } from './journal.ts';
import {
  assertOwnOutputFolder,
  isBuilt,
  swapFolders,
  type WorkFolder,
  workFolder,
} from '../../../scripts/build/output-folder.ts';

/**
 * Ends what a build that was broken off has begun to put into its place, and removes what else it left. Each
 * command that reads or writes an output begins with it.
 */
export function finishJournal(out: string, site: SiteFolders): void {
  const work = workFolder(out);
  if (!existsSync(work.folder)) return;
  const lock = tryLock(work.folder);
  // The build that is at work ends it itself.
  if (typeof lock === 'number') return;
  try {
    carryOn(out, site, work);
  } finally {
    if (!hasJournal(work.folder)) lock.clear();
    lock.release();
  }
}

/** The same, for who holds the lock. */
export function carryOn(out: string, site: SiteFolders, work: WorkFolder): void {
  const journal = readJournal(work.folder);
  if (journal && isStillMeant(out, site, journal)) swapFolders(resolve(out), work, journal);
  // A damaged one cannot be ended, and the next build finds by itself what is not as it left it.
  else removeJournal(work.folder);
}

/** Not if somebody has put something else in the place of the output since then. */
function isStillMeant(out: string, site: SiteFolders, { steps }: Journal): boolean {
  const isThere = lstatSync(resolve(out), { throwIfNoEntry: false }) !== undefined;
  // Amid its steps an output holds names that its mark does not list yet.
  if (steps.way === 'files') return isBuilt(out);
  try {
    if (isThere) assertOwnOutputFolder(out, site);
    return true;
  } catch (problem) {
    if (problem instanceof UsageError) return false;
    throw problem;
  }
}
