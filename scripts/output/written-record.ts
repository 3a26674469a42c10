import { lstatSync, readFileSync, rmSync, type Stats } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeWhole } from '../base/cached-file.ts';

/** By these it is seen, without reading it, that somebody has changed a file or what a folder holds. */
export type Traces = readonly [size: number, modified: number, inode: number];
export type WrittenFile = readonly [path: string, traces: Traces];

/** A folder as a build left it. */
export interface WrittenFolder {
  traces: Traces;
  folders: string[];
  files: WrittenFile[];
}

/** The folders of an output by their paths in it; the output itself is the empty path. */
export type WrittenRecord = Map<string, WrittenFolder>;

const version = 1;
const recordFile = (cache: string) => join(cache, 'written.json');

/** What is at a path; nothing if there is nothing. */
export function tracesOf(path: string): Traces | undefined {
  const state = lstatSync(path, { throwIfNoEntry: false });
  return state && tracesIn(state);
}

/** The same of what the file system has said. How large a folder is depends on what it held before. */
export const tracesIn = (state: Stats): Traces => [
  state.isDirectory() ? 0 : state.size,
  state.mtimeMs,
  state.ino,
];

export const areSame = (one: Traces | undefined, other: Traces | undefined): boolean =>
  one !== undefined && other !== undefined && one.every((value, index) => value === other[index]);

/** How large the record is, in bytes. */
export const recordSize = (cache: string): number =>
  lstatSync(recordFile(cache), { throwIfNoEntry: false })?.size ?? 0;

/** Changes whenever the record does; nothing where there is none. */
export const recordStamp = (cache: string): string | undefined => tracesOf(recordFile(cache))?.join(' ');

/** What the last build wrote, if it wrote to this output and the record can be read. */
export function readRecord(cache: string, out: string): WrittenRecord {
  try {
    const record = JSON.parse(readFileSync(recordFile(cache), 'utf8')) as {
      version: number;
      out: string;
      folders: [string, WrittenFolder][];
    }; // as written below, if the version says so
    if (record.version === version && record.out === resolve(out)) return new Map(record.folders);
  } catch {
    // Without it, all is looked at.
  }
  return new Map();
}

/** Notes what an output holds; `known` are folders that are as they were. */
export function writeRecord(
  cache: string,
  out: string,
  files: Iterable<WrittenFile>,
  known: WrittenRecord = new Map(),
): void {
  const folders: WrittenRecord = new Map();
  const folderAt = (path: string): WrittenFolder => {
    const found = folders.get(path);
    if (found) return found;
    const traces = known.get(path)?.traces ?? tracesOf(join(out, path)) ?? [0, 0, 0];
    const made: WrittenFolder = { traces, folders: [], files: [] };
    folders.set(path, made);
    if (path !== '') folderAt(parentOf(path)).folders.push(path);
    return made;
  };
  for (const file of files) folderAt(parentOf(file[0])).files.push(file);
  try {
    writeWhole(recordFile(cache), JSON.stringify({ version, out: resolve(out), folders: [...folders] }));
  } catch {
    // The output is there. An old record would only be found wrong file by file.
    rmSync(recordFile(cache), { force: true });
  }
}

/** The folder of a path in an output. */
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
