import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
} from 'node:fs';
import { hash } from 'node:crypto';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { readCachedJson, writeCachedJson } from '../system/cache.ts';
import { UsageError } from '../system/command.ts';
import { blockingFile, listFiles } from '../system/files.ts';
import { buildMark, displayPath, engineFolder, type SiteFolders } from '../system/project.ts';
import { tryLock } from '../system/lock.ts';

/** Identifies a version of a file without reading it. */
export type FileStats = readonly [size: number, mtimeMs: number, inode: number];
/** A file in an output folder: its path there and its stats. */
export type OutputFile = readonly [path: string, stats: FileStats];

export const toFileStats = ({ size, mtimeMs, ino }: Stats): FileStats => [size, mtimeMs, ino];

/** Returns the stats of a file. Returns undefined if the path does not exist, or is a link or a folder. */
export function readFileStats(file: string): FileStats | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats?.isFile() ? toFileStats(stats) : undefined;
}

export const areEqual = (a: FileStats | undefined, b: FileStats | undefined): boolean =>
  a !== undefined && b !== undefined && a.every((value, index) => value === b[index]);

/** Returns the path of the cache file of builds into `out`. */
export const outputCacheFile = ({ cache }: SiteFolders, out: string, extension = 'json') =>
  join(cache, 'build', `${basename(resolve(out))}-${hash('sha1', resolve(out)).slice(0, 8)}.${extension}`);

/** The files that the last build wrote to an output folder, by path. */
export type OutputRecord = ReadonlyMap<string, FileStats>;

const recordFile = (site: SiteFolders, out: string) => outputCacheFile(site, out, 'files.json');
const recordKey = (out: string) => `files 1 ${resolve(out)}`;

/** Reads the record of the files that the last build wrote. Without a record, nothing is reused. */
export function readRecord(site: SiteFolders, out: string): OutputRecord {
  const files = readCachedJson(recordFile(site, out), recordKey(out));
  return new Map(files as OutputFile[] | undefined); // the type that `writeRecord` stores
}

/** Stores the record of the files of a build, for the next build. */
export function writeRecord(site: SiteFolders, out: string, files: OutputRecord): void {
  writeCachedJson(recordFile(site, out), recordKey(out), [...files]);
}

/** Returns a hash of the files of a build and their stats. */
export const hashRecord = (record: OutputRecord): string => hash('sha1', JSON.stringify([...record]));

/**
 * Whether the output folder contains exactly the files of the build with this `hashRecord`, and no build is running.
 */
export function isAsBuilt(site: SiteFolders, out: string, recordHash: string): boolean {
  const target = resolve(out);
  if (existsSync(workFolder(out).folder) || !existsSync(target)) return false;
  const record = readRecord(site, out);
  const { files, folders, others } = listFiles(target, '', true);
  return (
    hashRecord(record) === recordHash &&
    others.length === 0 &&
    files.length === record.size &&
    folders.length === parentFolders(files).size &&
    files.every((path) => areEqual(record.get(path), readFileStats(`${target}/${path}`)))
  );
}

/** Returns all parent folders of these files. */
export function parentFolders(files: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const file of files)
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      const folder = file.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  return folders;
}

const firstLine = 'Pagewright made this folder and replaces it with every build. It holds:';

/** Returns the text of the marker file in an output folder. It lists what the next build may replace. */
export function markText(paths: Iterable<string>): string {
  const names = new Set<string>();
  for (const path of paths) names.add(path.split('/')[0] ?? '');
  names.delete(buildMark);
  return `${[firstLine, ...[...names].toSorted().map(markLine)].join('\n')}\n`;
}

/** Formats a name as a line of the marker file. */
const markLine = (name: string) => name.replaceAll('\n', '%0A');

function readMark(out: string): string[] {
  const mark = join(resolve(out), buildMark);
  return existsSync(mark) ? readFileSync(mark, 'utf8').split('\n') : [];
}

/**
 * Throws a usage error unless a build may replace this folder: it must be empty, or contain only the output of an
 * earlier build.
 */
export function assertOwnOutputFolder(out: string, site: SiteFolders): void {
  const target = realPath(resolve(out));
  const refuse = (why: string) => {
    throw new UsageError(
      `A build replaces its whole output folder, but ${displayPath(out) || 'this folder'} ${why}. ` +
        'Nothing was changed.',
    );
  };
  const file = blockingFile(dirname(resolve(out)));
  if (file !== undefined) refuse(`cannot be created, because ${displayPath(file)} is a file`);
  const state = lstatSync(resolve(out), { throwIfNoEntry: false });
  if (state?.isSymbolicLink()) refuse('is a symbolic link');
  if (state && !state.isDirectory()) refuse('is a file');
  for (const folder of [engineFolder, site.folder, process.cwd()].map(realPath))
    if (contains(target, folder)) refuse('contains the project');
  const others = [site.pages, site.public, site.data, site.cache, join(site.folder, '.git')].map(realPath);
  for (const folder of others)
    if (contains(target, folder) || contains(folder, target))
      refuse(`overlaps ${displayPath(folder)}, which contains other files`);
  if (!state) return;
  const entries = readdirSync(target).filter((name) => name !== buildMark);
  if (entries.length === 0) return;
  const own = readMark(target);
  const foreign = entries.find((name) => !own.includes(markLine(name)));
  if (own[0] !== firstLine)
    refuse(
      'is not empty and was not created by this version of Pagewright: ' +
        'delete it if it is not needed, or choose another folder with `--out`',
    );
  else if (foreign !== undefined)
    refuse(
      `contains \`${foreign}\`, which no build wrote there: move it elsewhere, ` +
        'or choose another folder with `--out`',
    );
}

const contains = (outer: string, inner: string) =>
  inner === outer || inner.startsWith(outer.replace(/[/\\]?$/, sep));

/** Returns the real path of a file that may not exist yet. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync.native(path);
  return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path));
}

/** The folder that a build works in. It is next to the output folder, because a rename needs the same file system. */
interface WorkFolder {
  folder: string;
  /** The new output folder, until it is complete. */
  staging: string;
  /** The previous output folder, until it is removed. */
  replaced: string;
}

/** Returns the work folder of an output. It only exists during a build. */
export function workFolder(out: string): WorkFolder {
  const target = resolve(out);
  const folder = join(dirname(target), `.${basename(target)}.building`);
  return { folder, staging: join(folder, 'staging'), replaced: join(folder, 'replaced') };
}

/**
 * Restores the previous output folder if a build was killed between the two renames in `swapOutputFolder`, and removes
 * its other files. Commands call it before they read or write an output folder.
 */
export function restoreOutput(out: string): void {
  const { folder } = workFolder(out);
  if (!existsSync(folder)) return;
  const lock = tryLock(folder);
  if (!lock) return;
  try {
    cleanUp(out);
  } finally {
    lock.release();
  }
}

/** Like `restoreOutput`, for a build that holds the lock. */
export function cleanUp(out: string): void {
  const { staging, replaced } = workFolder(out);
  if (existsSync(replaced) && !existsSync(out)) renameSync(replaced, resolve(out));
  for (const folder of [staging, replaced]) rmSync(folder, { recursive: true, force: true });
}

/** Replaces an output folder. Node cannot swap two folders atomically, so for a moment there is none. */
export function swap(out: string): void {
  const { staging, replaced } = workFolder(out);
  const target = resolve(out);
  if (existsSync(target)) renameSync(target, replaced);
  try {
    renameSync(staging, target);
  } catch (error) {
    if (existsSync(replaced)) renameSync(replaced, target);
    throw error;
  }
}
