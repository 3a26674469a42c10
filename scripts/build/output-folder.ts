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
import { findBlockingFile, listFiles } from '../system/files.ts';
import { buildMarkerName, formatDisplayPath, engineFolder, type SiteFolders } from '../system/project.ts';
import { tryLock } from '../system/lock.ts';

/** File stats. They identify a version of a file without reading its content. */
export type FileStats = readonly [size: number, mtimeMs: number, inode: number];
/** A file in an output folder, with its path relative to the folder and its stats. */
export type OutputFile = readonly [path: string, stats: FileStats];

export const toFileStats = ({ size, mtimeMs, ino }: Stats): FileStats => [size, mtimeMs, ino];

/** Returns the stats of a file, or `undefined` if the path does not exist or is a link or a folder. */
export function readFileStats(file: string): FileStats | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats?.isFile() ? toFileStats(stats) : undefined;
}

export const areStatsEqual = (a: FileStats | undefined, b: FileStats | undefined): boolean =>
  a !== undefined && b !== undefined && a.every((value, index) => value === b[index]);

/** Returns the path of the cache file for builds into `out`. */
export const getOutputCacheFile = ({ cache }: SiteFolders, outputFolder: string, extension = 'json') =>
  join(
    cache,
    'build',
    `${basename(resolve(outputFolder))}-${hash('sha1', resolve(outputFolder)).slice(0, 8)}.${extension}`,
  );

/** The files that the last build wrote to an output folder, by path. */
export type OutputRecord = ReadonlyMap<string, FileStats>;

const getRecordFile = (site: SiteFolders, outputFolder: string) =>
  getOutputCacheFile(site, outputFolder, 'files.json');
const getRecordKey = (outputFolder: string) => `files 1 ${resolve(outputFolder)}`;

/** Reads the record of the last build. Returns an empty record if there is none, so that no file is reused. */
export function readRecord(site: SiteFolders, outputFolder: string): OutputRecord {
  const files = readCachedJson(getRecordFile(site, outputFolder), getRecordKey(outputFolder));
  return new Map(files as OutputFile[] | undefined); // the type that `writeRecord` stores
}

/** Stores the record of a build for the next build. */
export function writeRecord(site: SiteFolders, outputFolder: string, files: OutputRecord): void {
  writeCachedJson(getRecordFile(site, outputFolder), getRecordKey(outputFolder), [...files]);
}

/** Returns a hash of an output record. */
export const hashRecord = (record: OutputRecord): string => hash('sha1', JSON.stringify([...record]));

/**
 * Returns whether the output folder contains exactly the files of the build with this record hash, and no build is
 * running.
 */
export function matchesRecord(site: SiteFolders, outputFolder: string, recordHash: string): boolean {
  const target = resolve(outputFolder);
  if (existsSync(getWorkFolder(outputFolder).folder) || !existsSync(target)) return false;
  const record = readRecord(site, outputFolder);
  const { files, folders, others } = listFiles(target, '', true);
  return (
    hashRecord(record) === recordHash &&
    others.length === 0 &&
    files.length === record.size &&
    folders.length === listParentFolders(files).size &&
    files.every((path) => areStatsEqual(record.get(path), readFileStats(`${target}/${path}`)))
  );
}

/** Returns all parent folders of these files. */
export function listParentFolders(files: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const file of files)
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      const folder = file.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  return folders;
}

const markerHeader = 'Pagewright made this folder and replaces it with every build. It holds:';

/** Returns the content of the marker file in an output folder: the list of files that the next build may replace. */
export function formatMarker(paths: Iterable<string>): string {
  const names = new Set<string>();
  for (const path of paths) names.add(path.split('/')[0] ?? '');
  names.delete(buildMarkerName);
  return `${[markerHeader, ...[...names].toSorted().map(formatMarkerLine)].join('\n')}\n`;
}

/** Escapes a file name for a line in the marker file. */
const formatMarkerLine = (name: string) => name.replaceAll('\n', '%0A');

function readMarkerLines(outputFolder: string): string[] {
  const markerFile = join(resolve(outputFolder), buildMarkerName);
  return existsSync(markerFile) ? readFileSync(markerFile, 'utf8').split('\n') : [];
}

/**
 * Throws a usage error unless a build may replace this folder: it must be empty, or contain only the output of an
 * earlier build.
 */
export function assertReplaceable(outputFolder: string, site: SiteFolders): void {
  const target = resolveRealPath(resolve(outputFolder));
  const refuse = (reason: string) => {
    throw new UsageError(
      `A build replaces its whole output folder, but ${formatDisplayPath(outputFolder) || 'this folder'} ${reason}. ` +
        'Nothing was changed.',
    );
  };
  const file = findBlockingFile(dirname(resolve(outputFolder)));
  if (file !== undefined) refuse(`cannot be created, because ${formatDisplayPath(file)} is a file`);
  const outputStats = lstatSync(resolve(outputFolder), { throwIfNoEntry: false });
  if (outputStats?.isSymbolicLink()) refuse('is a symbolic link');
  if (outputStats && !outputStats.isDirectory()) refuse('is a file');
  for (const folder of [engineFolder, site.folder, process.cwd()].map(resolveRealPath))
    if (containsPath(target, folder)) refuse('contains the project');
  const others = [site.pages, site.public, site.data, site.cache, join(site.folder, '.git')].map(
    resolveRealPath,
  );
  for (const folder of others)
    if (containsPath(target, folder) || containsPath(folder, target))
      refuse(`overlaps ${formatDisplayPath(folder)}, which contains other files`);
  if (!outputStats) return;
  const names = readdirSync(target).filter((name) => name !== buildMarkerName);
  if (names.length === 0) return;
  const markerLines = readMarkerLines(target);
  const unknownEntry = names.find((name) => !markerLines.includes(formatMarkerLine(name)));
  if (markerLines[0] !== markerHeader)
    refuse(
      'is not empty and was not created by this version of Pagewright: ' +
        'delete it if it is not needed, or choose another folder with `--out`',
    );
  else if (unknownEntry !== undefined)
    refuse(
      `contains \`${unknownEntry}\`, which no build has written: move it to another folder, ` +
        'or choose another folder with `--out`',
    );
}

const containsPath = (outer: string, inner: string) =>
  inner === outer || inner.startsWith(outer.replace(/[/\\]?$/, sep));

/** Returns the real path of a file that may not exist yet. */
function resolveRealPath(path: string): string {
  if (existsSync(path)) return realpathSync.native(path);
  return dirname(path) === path ? path : join(resolveRealPath(dirname(path)), basename(path));
}

/** The work folder of a build. It is next to the output folder, because renames need the same file system. */
interface WorkFolder {
  folder: string;
  /** The folder in which the build creates the new output. */
  staging: string;
  /** The folder that contains the previous output until it is deleted. */
  previous: string;
}

/** Returns the work folder for an output folder. It exists only during a build. */
export function getWorkFolder(outputFolder: string): WorkFolder {
  const target = resolve(outputFolder);
  const folder = join(dirname(target), `.${basename(target)}.building`);
  return { folder, staging: join(folder, 'staging'), previous: join(folder, 'replaced') };
}

/**
 * Cleans up after a killed build: restores the previous output folder if the build was killed between the two renames
 * in `swapOutputFolder`, and removes the work folder. Commands call this before they read or write an output folder.
 */
export function restoreOutput(outputFolder: string): void {
  const { folder } = getWorkFolder(outputFolder);
  if (!existsSync(folder)) return;
  const lock = tryLock(folder);
  if (!lock) return;
  try {
    cleanUpWorkFolder(outputFolder);
  } finally {
    lock.release();
  }
}

/** Like `restoreOutput`, but for a build that already has the lock. */
export function cleanUpWorkFolder(outputFolder: string): void {
  const { staging, previous } = getWorkFolder(outputFolder);
  if (existsSync(previous) && !existsSync(outputFolder)) renameSync(previous, resolve(outputFolder));
  for (const folder of [staging, previous]) rmSync(folder, { recursive: true, force: true });
}

/** Replaces an output folder. Node cannot swap two folders atomically, so the output is missing for a moment. */
export function swapOutputFolder(outputFolder: string): void {
  const { staging, previous } = getWorkFolder(outputFolder);
  const target = resolve(outputFolder);
  if (existsSync(target)) renameSync(target, previous);
  try {
    renameSync(staging, target);
  } catch (error) {
    if (existsSync(previous)) renameSync(previous, target);
    throw error;
  }
}
