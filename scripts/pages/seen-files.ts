import { lstatSync } from 'node:fs';
import type { FileState } from '../base/state-stamp.ts';
import type { ListedFiles } from './list-files.ts';

/** The files of a folder, and what the file system says of each, at one moment. */
export interface SeenFiles extends ListedFiles {
  states: ReadonlyMap<string, FileState>;
}

export function seenFiles(folder: string, listed: ListedFiles): SeenFiles {
  const paths = [...listed.files, ...listed.others];
  return { ...listed, states: new Map(paths.map((path) => [path, lstatSync(`${folder}/${path}`)])) };
}
