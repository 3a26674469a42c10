import { lstatSync, type Stats } from 'node:fs';
import type { ListedFiles } from './list-files.ts';

export type FileState = Pick<Stats, 'size' | 'mtimeMs' | 'ino'>;

/** The files of a folder, and what the file system says of each, at one moment. */
export interface SeenFiles extends ListedFiles {
  states: ReadonlyMap<string, FileState>;
}

export function seenFiles(folder: string, listed: ListedFiles): SeenFiles {
  const paths = [...listed.files, ...listed.others];
  return { ...listed, states: new Map(paths.map((path) => [path, lstatSync(`${folder}/${path}`)])) };
}
