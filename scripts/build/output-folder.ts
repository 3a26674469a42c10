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

/** Identifies the content of a file without reading it. */
export type FileStats = readonly [size: number, mtimeMs: number, inode: number];
/** A file of an output, by its path in it. */
export type OutputFile = readonly [path: string, stats: FileStats];

export const toFileStats = ({ size, mtimeMs, ino }: Stats): FileStats => [size, mtimeMs, ino];

/** Returns undefined if there is no file, but a link, a folder or nothing. */
export function readFileStats(file: string): FileStats | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats?.isFile() ? toFileStats(stats) : undefined;
}

export const areEqual = (a: FileStats | undefined, b: FileStats | undefined): boolean =>
  a !== undefined && b !== undefined && a.every((value, index) => value === b[index]);

/** The cache file of builds into `out`. */
export const outputCacheFile = ({ cache }: SiteFolders, out: string, extension = 'json') =>
  join(cache, 'build', `${basename(resolve(out))}-${hash('sha1', resolve(out)).slice(0, 8)}.${extension}`);

/** The files that the last build left in an output folder. */
export type OutputRecord = ReadonlyMap<string, FileStats>;

const recordFile = (site: SiteFolders, out: string) => outputCacheFile(site, out, 'files.json');
const recordKey = (out: string) => `files 1 ${resolve(out)}`;

/** Reads which files the last build left. Nothing is reused without this record. */
export function readRecord(site: SiteFolders, out: string): OutputRecord {
  const files = readCachedJson(recordFile(site, out), recordKey(out));
  return new Map(files as OutputFile[] | undefined); // as written below
}

/** Records the files of a build for the next one. */
export function writeRecord(site: SiteFolders, out: string, files: OutputRecord): void {
  writeCachedJson(recordFile(site, out), recordKey(out), [...files]);
}

/** Returns a hash of the files of a build and their states. */
export const hashRecord = (record: OutputRecord): string => hash('sha1', JSON.stringify([...record]));

/** Whether the output folder holds exactly the files of the build with this `hashRecord`, and no build is under way. */
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

/** Returns all folders that these files lie in. */
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

/** The text of the mark in an output folder. The next build may replace the entries that it names. */
export function markText(paths: Iterable<string>): string {
  const names = new Set<string>();
  for (const path of paths) names.add(path.split('/')[0] ?? '');
  names.delete(buildMark);
  return `${[firstLine, ...[...names].toSorted().map(markLine)].join('\n')}\n`;
}

/** A name as a line of the mark. */
const markLine = (name: string) => name.replaceAll('\n', '%0A');

function readMark(out: string): string[] {
  const mark = join(resolve(out), buildMark);
  return existsSync(mark) ? readFileSync(mark, 'utf8').split('\n') : [];
}

/**
 * Throws a usage error unless a build may replace this folder: it is empty, or has only entries of an earlier
 * build.
 */
export function assertOwnOutputFolder(out: string, site: SiteFolders): void {
  const target = realPath(resolve(out));
  const refuse = (why: string) => {
    throw new UsageError(
      `A build replaces the whole folder that it writes, and ${displayPath(out) || 'this one'} ${why}. ` +
        'Nothing was changed.',
    );
  };
  const file = blockingFile(dirname(resolve(out)));
  if (file !== undefined) refuse(`cannot lie there, as ${displayPath(file)} is a file`);
  const state = lstatSync(resolve(out), { throwIfNoEntry: false });
  if (state?.isSymbolicLink()) refuse('is a link to another place');
  if (state && !state.isDirectory()) refuse('is a file');
  for (const folder of [engineFolder, site.folder, process.cwd()].map(realPath))
    if (contains(target, folder)) refuse('holds the project');
  const others = [site.pages, site.public, site.data, site.cache, join(site.folder, '.git')].map(realPath);
  for (const folder of others)
    if (contains(target, folder) || contains(folder, target))
      refuse(`is not apart from ${displayPath(folder)}, where other things are kept`);
  if (!state) return;
  const entries = readdirSync(target).filter((name) => name !== buildMark);
  if (entries.length === 0) return;
  const own = readMark(target);
  const foreign = entries.find((name) => !own.includes(markLine(name)));
  if (own[0] !== firstLine)
    refuse(
      'is not empty and was not made by this version of Pagewright: ' +
        'delete it if nobody needs it, or choose another folder with `--out`',
    );
  else if (foreign !== undefined)
    refuse(
      `holds \`${foreign}\`, which no build wrote there: move it away, ` +
        'or choose another folder with `--out`',
    );
}

const contains = (outer: string, inner: string) =>
  inner === outer || inner.startsWith(outer.replace(/[/\\]?$/, sep));

/** The real path of a file that may not exist yet. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync.native(path);
  return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path));
}

/** The folder that a build works in. It lies beside the output, because a rename needs the same file system. */
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
 * Puts the previous output folder back if a build was killed between the two renames of its swap, and removes
 * what else it left. Commands that read or write an output folder call it first.
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

/** Replaces an output folder. Node cannot exchange two folders in one step: for a moment there is none. */
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
