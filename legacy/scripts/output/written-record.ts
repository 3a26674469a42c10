import { lstatSync, type Stats } from 'node:fs';
import { join, resolve } from 'node:path';
import { folderOf } from '../../../scripts/system/files.ts';
import { AppendOnlyLog, type Rows } from '../../../scripts/source/facts-cache.ts';

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

const version = 2;
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
export function recordHash(cache: string): string | undefined {
  const [allPages, added] = [recordFile(cache), `${recordFile(cache)}.added`].map(tracesOf);
  return allPages && [allPages, added ?? []].flat().join(' ');
}

/**
 * What the last build wrote, if it wrote to this output and the record can be read, and a place to note what
 * this one does.
 */
export class OutputRecord {
  readonly folders: WrittenRecord;
  readonly #out: string;
  readonly #kept: AppendOnlyLog;

  constructor(cache: string, out: string) {
    this.#out = out;
    this.#kept = new AppendOnlyLog(recordFile(cache), `${version} ${resolve(out)}`);
    this.folders = this.#kept.rows() as WrittenRecord; // as written below
  }

  /** Notes what an output holds; `known` are folders that are as they were. */
  write(files: Iterable<WrittenFile>, known: WrittenRecord = new Map()): void {
    const now: WrittenRecord = new Map();
    const folderAt = (path: string): WrittenFolder => {
      const found = now.get(path);
      if (found) return found;
      const traces = known.get(path)?.traces ?? this.#tracesNow(path);
      const made: WrittenFolder = { traces, folders: [], files: [] };
      now.set(path, made);
      if (path !== '') folderAt(folderOf(path)).folders.push(path);
      return made;
    };
    for (const file of files) folderAt(folderOf(file[0])).files.push(file);
    const rows: Rows = new Map(now);
    for (const path of this.folders.keys()) if (!now.has(path)) rows.set(path, undefined);
    this.#kept.save(rows);
  }

  /** The same where all was there as noted, and nothing has changed since but files of these folders. */
  writeTouched(files: Iterable<WrittenFile>, touched: ReadonlySet<string>): void {
    const now: WrittenRecord = new Map();
    for (const path of touched) {
      const folders = this.folders.get(path)?.folders ?? [];
      now.set(path, { traces: this.#tracesNow(path), folders, files: [] });
    }
    for (const file of files) now.get(folderOf(file[0]))?.files.push(file);
    this.#kept.save(new Map(now));
  }

  #tracesNow(path: string): Traces {
    return tracesOf(join(this.#out, path)) ?? [0, 0, 0];
  }
}
