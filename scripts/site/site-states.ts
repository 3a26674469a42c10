import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  fileStateOf,
  type FileList,
  type FileState,
  listFiles,
  listPublic,
  settledStatHash,
  statHash,
} from '../system/files.ts';
import { siteOf } from '../system/project.ts';

/** Returns a text that identifies the state of all files of a site on disk. */
export const siteState = (pages: string): string => [...statesOf(pages)].map(formatState).join('\n');

/** Like `readSiteState`; undefined while a file might change without a new state. */
export function settledSiteState(pages: string): string | undefined {
  const states = [...statesOf(pages)];
  const isSettled = states.every(
    ([, state]) => typeof state === 'string' || settledStatHash(state) !== undefined,
  );
  return isSettled ? states.map(formatState).join('\n') : undefined;
}

const formatState = ([file, state]: readonly [string, FileState | string]) => `${file} ${toText(state)}`;
const toText = (state: FileState | string) => (typeof state === 'string' ? state : statHash(state));

/** Reads the states of all files of a site on disk, by path. Yields regularly, because there may be many files. */
export async function siteStates(pages: string): Promise<Map<string, string>> {
  const states = new Map<string, string>();
  for (const [file, state] of statesOf(pages)) {
    states.set(file, toText(state));
    if (states.size % filesPerSlice === 0) await setImmediate();
  }
  return states;
}

function* statesOf(pages: string): Generator<[file: string, state: FileState | string]> {
  const site = siteOf(pages);
  yield* statesIn(site.pages, listFiles);
  yield* statesIn(site.public, listPublic);
}

function* statesIn(
  folder: string,
  list: (folder: string) => FileList,
): Generator<[file: string, state: FileState | string]> {
  try {
    const { files, folders, others } = list(folder);
    // The state of a folder shows that a file in it was moved away and back.
    for (const path of ['', ...folders, ...files, ...others]) {
      const file = join(folder, path);
      yield [file, fileStateOf(file) ?? ''];
    }
  } catch (problem) {
    // A folder is missing, or was just deleted.
    yield [folder, String(problem)];
  }
}

/** Reading the states of this many files takes about a millisecond. */
const filesPerSlice = 200;
