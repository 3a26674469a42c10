import { setTimeout } from 'node:timers/promises';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { CommandError, UsageError } from '../system/command.ts';
import { formatDisplayPath } from '../system/project.ts';
import { openOwnBlocks } from './own-blocks.ts';
import { readSiteState } from './site-states.ts';

const missingFileCodes = ['ENOENT', 'ENOTDIR', 'EISDIR'];

/**
 * Returns whether an error may be caused by a deleted file or folder, by a file that replaced a folder, or by a folder
 * that replaced a file.
 */
export const isMissingFileError = (error: unknown): boolean =>
  error instanceof UsageError ||
  (error instanceof Error && 'code' in error && missingFileCodes.includes(String(error.code)));

/**
 * The pause between two attempts, and the time (`patience`) after which other programs must have finished their
 * changes, in milliseconds.
 */
const defaultTimesMs = { pause: 50, patience: 10_000 };
/** Milliseconds for which a folder may be missing, or a file empty, while a program replaces it. */
const gracePeriodMs = 200;

/**
 * Returns how long a site must stay unchanged before its diagnostics are reported, in milliseconds. A file may be empty
 * while a program saves it.
 */
export const getQuietPeriodMs = (diagnostics: readonly Diagnostic[]): number =>
  diagnostics.some(({ rule }) => rule === 'empty-file') ? gracePeriodMs : 0;

/** Waits after a read of a site, and returns whether its files have changed meanwhile. */
async function isChanging(pagesFolder: string, before: string, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds;
  for (;;) {
    if (readSiteState(pagesFolder) !== before) return true;
    if (Date.now() > end) return false;
    await setTimeout(10);
  }
}

/**
 * Reads a site that other programs may be changing. If a read fails and files have changed meanwhile, reads the site
 * again, so that a copy or a checkout of many files can finish. Also reads it again if files change within the
 * `quietPeriod` after a result, in milliseconds, because programs empty files before they write them. If the period is
 * `undefined`, returns the result at once.
 */
export async function retryWhileFilesChange<Result>(
  pagesFolder: string,
  read: () => Result | Promise<Result>,
  quietPeriod: (result: Result) => number | undefined = () => undefined,
  { pause, patience } = defaultTimesMs,
): Promise<Result> {
  const deadline = Date.now() + patience;
  for (;;) {
    const before = readSiteState(pagesFolder);
    try {
      await openOwnBlocks(pagesFolder);
      const result = await read();
      const period = quietPeriod(result);
      if (period === undefined || Date.now() > deadline || !(await isChanging(pagesFolder, before, period)))
        return result;
    } catch (error) {
      if (!(await isChanging(pagesFolder, before, isMissingFileError(error) ? gracePeriodMs : 0)))
        throw error;
      if (Date.now() > deadline)
        throw new CommandError(
          `The files in ${formatDisplayPath(pagesFolder)}/ or in public/ keep changing while they are read. ` +
            'Wait until the other program has finished, then run the command again.',
        );
    }
    await setTimeout(pause);
  }
}
