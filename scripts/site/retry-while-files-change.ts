import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { CommandError, UsageError } from '../system/command.ts';
import { listFiles, listPublic, type FileList, statHash } from '../system/files.ts';
import { displayPath, siteOf } from '../system/project.ts';

/** Identifies the state of all files of a site, by their states on disk. */
export const siteState = (pages: string): string =>
  [...statesOf(pages)].map(([file, state]) => `${file} ${state}`).join('\n');

/** The states of all files of a site on disk, by path. Other work is done in between, as there may be many. */
export async function siteStates(pages: string): Promise<Map<string, string>> {
  const states = new Map<string, string>();
  for (const [file, state] of statesOf(pages)) {
    states.set(file, state);
    if (states.size % filesPerSlice === 0) await setImmediate();
  }
  return states;
}

function* statesOf(pages: string): Generator<[file: string, state: string]> {
  const site = siteOf(pages);
  yield* statesIn(site.pages, listFiles);
  yield* statesIn(site.public, listPublic);
}

function* statesIn(
  folder: string,
  list: (folder: string) => FileList,
): Generator<[file: string, state: string]> {
  try {
    const { files, folders, others } = list(folder);
    // The state of a folder shows that something in it was moved away and back.
    for (const path of ['', ...folders, ...files, ...others]) {
      const file = join(folder, path);
      const state = lstatSync(file, { throwIfNoEntry: false });
      yield [file, state ? statHash(state) : ''];
    }
  } catch (problem) {
    // A folder is missing, or has vanished just now.
    yield [folder, String(problem)];
  }
}

/** These take about a millisecond. */
const filesPerSlice = 200;

const codesOfVanished = ['ENOENT', 'ENOTDIR', 'EISDIR'];

/** Whether a read may have failed because a file or folder vanished, or became the other. */
export const isMissingFileError = (problem: unknown): boolean =>
  problem instanceof UsageError ||
  (problem instanceof Error && 'code' in problem && codesOfVanished.includes(String(problem.code)));

/** Milliseconds between two attempts, and until others must have finished their changes. */
const defaultTimes = { pause: 50, patience: 10_000 };
/** Milliseconds for which a folder may be away, or a file empty, while a program replaces it. */
const grace = 200;

/** The milliseconds without a change after which faults are reported. An empty file may be about to be written. */
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
 * Reads a site that others may be changing. If that fails and files have changed since, for example vanished,
 * all is read again, until a copy or a checkout of many files has ended. A result is also read again if files change
 * within `settleTime` milliseconds after it, as a file is empty before it is written; `undefined` takes it at once.
 */
export async function retryWhileFilesChange<Result>(
  pages: string,
  read: () => Result | Promise<Result>,
  settleTime: (result: Result) => number | undefined = () => undefined,
  { pause, patience } = defaultTimes,
): Promise<Result> {
  const deadline = Date.now() + patience;
  for (;;) {
    const before = siteState(pages);
    try {
      const result = await read();
      const settle = settleTime(result);
      if (settle === undefined || Date.now() > deadline || !(await isChanging(pages, before, settle)))
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
