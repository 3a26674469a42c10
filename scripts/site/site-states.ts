import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  readFileState,
  type FileList,
  type FileState,
  listFiles,
  listPublicFiles,
  toSettledStateHash,
  toStateHash,
} from '../system/files.ts';
import { getSiteFolders } from '../system/project.ts';

/** Returns a string that identifies the state of all site files on disk. */
export const readSiteState = (pagesFolder: string): string =>
  [...iterateFileStates(pagesFolder)].map(formatState).join('\n');

/** Like `readSiteState`, but returns `undefined` while a file might change without a new state. */
export function readSettledSiteState(pagesFolder: string): string | undefined {
  const states = [...iterateFileStates(pagesFolder)];
  const isSettled = states.every(
    ([, state]) => typeof state === 'string' || toSettledStateHash(state) !== undefined,
  );
  return isSettled ? states.map(formatState).join('\n') : undefined;
}

const formatState = ([file, state]: readonly [string, FileState | string]) => `${file} ${toStateText(state)}`;
const toStateText = (state: FileState | string) => (typeof state === 'string' ? state : toStateHash(state));

/**
 * Reads the states of all site files on disk, by path. Yields to other tasks regularly, because there may be many
 * files.
 */
export async function readSiteStates(pagesFolder: string): Promise<Map<string, string>> {
  const states = new Map<string, string>();
  for (const [file, state] of iterateFileStates(pagesFolder)) {
    states.set(file, toStateText(state));
    if (states.size % filesPerSlice === 0) await setImmediate();
  }
  return states;
}

function* iterateFileStates(pagesFolder: string): Generator<[file: string, state: FileState | string]> {
  const site = getSiteFolders(pagesFolder);
  yield* iterateFolderStates(site.pages, listFiles);
  yield* iterateFolderStates(site.public, listPublicFiles);
}

function* iterateFolderStates(
  folder: string,
  list: (folder: string) => FileList,
): Generator<[file: string, state: FileState | string]> {
  try {
    const { files, folders, others } = list(folder);
    // Include the states of folders, which show that a file was moved away and back.
    for (const path of ['', ...folders, ...files, ...others]) {
      const file = join(folder, path);
      yield [file, readFileState(file) ?? ''];
    }
  } catch (error) {
    // The file or folder is missing, or was just deleted.
    yield [folder, String(error)];
  }
}

/** The number of files between two pauses. Reading their states takes about a millisecond. */
const filesPerSlice = 200;
