import { setTimeout } from 'node:timers/promises';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { CommandError, UsageError } from '../system/command.ts';
import { displayPath } from '../system/project.ts';
import { openOwnBlocks } from './own-blocks.ts';
import { siteState } from './site-states.ts';

const missingFileCodes = ['ENOENT', 'ENOTDIR', 'EISDIR'];

/** Whether a read may have failed because a file or folder is missing now, or became the other. */
export const isMissingFileError = (problem: unknown): boolean =>
  problem instanceof UsageError ||
  (problem instanceof Error && 'code' in problem && missingFileCodes.includes(String(problem.code)));

/** Milliseconds between two attempts, and until others must have finished their changes. */
const defaultTimes = { pause: 50, patience: 10_000 };
/** Milliseconds for which a folder may be away, or a file empty, while a program replaces it. */
const grace = 200;

/** The milliseconds without a change after which diagnostics are reported. An empty file may be about to be written. */
export const quietPeriodMs = (diagnostics: readonly Diagnostic[]): number =>
  diagnostics.some(({ rule }) => rule === 'empty-file') ? grace : 0;

/** Whether the files of a site change within some milliseconds after a read. */
async function isChanging(pages: string, before: string, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds;
  for (;;) {
    if (siteState(pages) !== before) return true;
    if (Date.now() > end) return false;
    await setTimeout(10);
  }
}

/**
 * Reads a site that other programs may be changing. If that fails and files have changed meanwhile, it is read
 * again, until a copy or a checkout of many files has ended. A result is also dropped if files change within its
 * `quietPeriod`, in milliseconds, as a file is empty before it is written. Without one it is returned at once.
 */
export async function retryWhileFilesChange<Result>(
  pages: string,
  read: () => Result | Promise<Result>,
  quietPeriod: (result: Result) => number | undefined = () => undefined,
  { pause, patience } = defaultTimes,
): Promise<Result> {
  const deadline = Date.now() + patience;
  for (;;) {
    const before = siteState(pages);
    try {
      await openOwnBlocks(pages);
      const result = await read();
      const period = quietPeriod(result);
      if (period === undefined || Date.now() > deadline || !(await isChanging(pages, before, period)))
        return result;
    } catch (problem) {
      if (!(await isChanging(pages, before, isMissingFileError(problem) ? grace : 0))) throw problem;
      if (Date.now() > deadline)
        throw new CommandError(
          `The files in ${displayPath(pages)}/ or in public/ change all the time while they are read. ` +
            'Run the command again when the other program has finished.',
        );
    }
    await setTimeout(pause);
  }
}
