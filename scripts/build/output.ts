import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, normalize, resolve, sep } from 'node:path';
import { CommandError } from '../system/command.ts';
import { formatSystemError } from '../system/errors.ts';
import { type FileList, listFiles } from '../system/files.ts';
import { buildMarkerName, formatDisplayPath, type SiteFolders } from '../system/project.ts';
import { mapWithConcurrency } from '../system/worker.ts';
import { createCompressedCopies, isCompressible } from '../outputs/compression.ts';
import { waitForLock } from '../system/lock.ts';
import {
  areStatsEqual,
  assertReplaceable,
  cleanUpWorkFolder,
  toFileStats,
  type FileStats,
  listParentFolders,
  formatMarker,
  type OutputFile,
  type OutputRecord,
  readRecord,
  readFileStats,
  swapOutputFolder,
  getWorkFolder,
  writeRecord,
} from './output-folder.ts';

/** Links a file to a second path, or copies it if links are not supported. Returns the stats of the new file. */
function linkOrCopy(from: string, to: string, stats: FileStats): FileStats {
  try {
    linkSync(from, to);
    return stats;
  } catch {
    copyFileSync(from, to);
    const [, mtimeMs] = stats;
    utimesSync(to, mtimeMs / 1000, mtimeMs / 1000);
    return toFileStats(lstatSync(to));
  }
}

const normalizedPath = /^(?:\w[\w.-]*\/)*\w[\w.-]*$/;

/** Normalizes a path in the output: converts backslashes to slashes, and removes slashes at the start. */
function normalizeOutputPath(givenPath: string): string {
  // Fast path: nearly all paths are already normalized.
  if (normalizedPath.test(givenPath)) return givenPath;
  const path = normalize(givenPath).split(sep).join('/').replace(/^\/+/, '');
  if (/^\.\.(?:\/|$)/.test(path)) throw new Error(`${givenPath} is outside the output folder.`);
  return path;
}

/** Returns a function that resolves a path below a folder and creates its parent folders. */
function createLocator(root: string): (path: string) => string {
  const createdFolders = new Set<string>();
  return (path) => {
    const location = join(root, path);
    const folder = dirname(location);
    if (!createdFolders.has(folder)) mkdirSync(folder, { recursive: true });
    createdFolders.add(folder);
    return location;
  };
}

function writeFile(location: string, content: string | Uint8Array): FileStats {
  const file = openSync(location, 'w');
  try {
    writeFileSync(file, content);
    return toFileStats(fstatSync(file));
  } finally {
    closeSync(file);
  }
}

/** Returns functions that write files to a staging folder, for threads without the `Output` object. */
export function createStagingWriter(staging: string) {
  const locate = createLocator(staging);
  let files: OutputFile[] = [];
  return {
    write: (givenPath: string, content: string | Uint8Array): void => {
      const path = normalizeOutputPath(givenPath);
      files.push([path, writeFile(locate(path), content)]);
    },
    /** Returns the files written since the last call of `takeFiles`. */
    takeFiles: (): OutputFile[] => files.splice(0),
  };
}

/** Opens an output folder, and waits while another build is writing to it. */
export async function openOutput(
  outputFolder: string,
  site: SiteFolders,
  print: (text: string) => void = () => {},
): Promise<Output> {
  const { folder, staging } = getWorkFolder(outputFolder);
  const lock = await waitForLock(folder, () =>
    print(`Another build is writing ${formatDisplayPath(outputFolder)}/. Waiting for it to finish.\n`),
  );
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    try {
      cleanUpWorkFolder(outputFolder);
    } catch {
      // The next build removes the remaining files.
    } finally {
      lock.release();
    }
  };
  try {
    cleanUpWorkFolder(outputFolder);
    assertReplaceable(outputFolder, site);
    mkdirSync(staging);
    // Let all users read the folder, because the server may run as a different user.
    chmodSync(staging, 0o755);
    return new Output(outputFolder, site, close);
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * An output folder during a build. `finish` replaces the visible output with the files that were put or reused. Paths
 * are relative to the output folder, with or without a leading slash.
 */
export class Output {
  /** The staging folder, which threads may write to. `addStaged` makes their files part of the output. */
  readonly staging: string;
  /** Closes the output without changing the folder. Has no effect after `finish`. */
  readonly abandon: () => void;
  readonly #out: string;
  readonly #site: SiteFolders;
  readonly #record: OutputRecord;
  readonly #previousFiles: FileList;
  readonly #previousPaths: ReadonlySet<string>;
  readonly #staged = new Map<string, FileStats>();
  readonly #reused = new Map<string, FileStats>();
  readonly #locate: (path: string) => string;

  constructor(outputFolder: string, site: SiteFolders, close: () => void) {
    [this.#out, this.#site, this.abandon] = [resolve(outputFolder), site, close];
    this.staging = getWorkFolder(outputFolder).staging;
    this.#record = readRecord(site, outputFolder);
    this.#previousFiles = existsSync(this.#out)
      ? listFiles(this.#out, '', true)
      : { files: [], folders: [], others: [] };
    this.#previousPaths = new Set(this.#previousFiles.files);
    this.#locate = createLocator(this.staging);
  }

  put(givenPath: string, content: string | Uint8Array): void {
    const path = normalizeOutputPath(givenPath);
    if (!this.#reuseIfEqual(path, Buffer.byteLength(content), () => Buffer.from(content)))
      this.#add(path, writeFile(this.#locate(path), content));
  }

  copy(givenPath: string, from: string): void {
    const path = normalizeOutputPath(givenPath);
    if (this.#reuseIfEqual(path, statSync(from).size, () => readFileSync(from))) return;
    const location = this.#locate(path);
    copyFileSync(from, location);
    this.#add(path, toFileStats(lstatSync(location)));
  }

  /** Adds files that threads have written to the staging folder. */
  addStaged(files: readonly OutputFile[]): void {
    for (const [path, stats] of files) {
      const location = join(this.staging, path);
      if (this.#reuseIfEqual(path, stats[0], () => readFileSync(location))) rmSync(location, { force: true });
      else this.#add(path, stats);
    }
  }

  /**
   * Reuses a file of the last build. Returns false if the file has been modified since then: the caller must put it
   * again.
   */
  reuse(givenPath: string): boolean {
    const path = normalizeOutputPath(givenPath);
    const stats = this.#readCurrentStats(path);
    if (!stats || !areStatsEqual(this.#record.get(path), stats)) return false;
    this.#reused.set(path, stats);
    return true;
  }

  /** Returns the paths of all files that were put or reused so far. */
  paths(): string[] {
    return [...this.#staged.keys(), ...this.#reused.keys()];
  }

  read(path: string): Buffer {
    return readFileSync(join(this.#reused.has(path) ? this.#out : this.staging, path));
  }

  /**
   * Replaces the output folder, unless nothing has changed. The marker file also lists `otherShardPaths`, which the
   * next build may replace. `saveSources` stores hashes of the file sources.
   */
  finish(otherShardPaths: readonly string[] = [], saveSources: () => void = () => {}): void {
    try {
      this.put(buildMarkerName, formatMarker([...this.paths(), ...otherShardPaths.map(normalizeOutputPath)]));
      const files = this.#isUnchanged() ? this.#reused : this.#replace();
      // Save the sources before the record: if a build is killed in between, its files do not match the older record,
      // so the next build does not reuse them.
      saveSources();
      const isRecorded = ([path, stats]: OutputFile) => areStatsEqual(this.#record.get(path), stats);
      if (files.size !== this.#record.size || ![...files].every(isRecorded))
        writeRecord(this.#site, this.#out, files);
    } finally {
      this.abandon();
    }
  }

  #isUnchanged(): boolean {
    const { files, folders, others } = this.#previousFiles;
    if (this.#staged.size > 0 || this.#reused.size !== files.length || others.length > 0) return false;
    return folders.length === listParentFolders(files).size;
  }

  #replace(): Map<string, FileStats> {
    const files = new Map(this.#staged);
    for (const [path, stats] of this.#reused)
      files.set(path, linkOrCopy(`${this.#out}/${path}`, this.#locate(path), stats));
    // Another program may have added files in the meantime.
    assertReplaceable(this.#out, this.#site);
    swapOutputFolder(this.#out);
    return files;
  }

  #add(path: string, stats: FileStats): void {
    this.#reused.delete(path);
    this.#staged.set(path, stats);
  }

  /** Reuses the existing file if its content is the same. Compares the sizes first to avoid reading the file. */
  #reuseIfEqual(path: string, size: number, read: () => Uint8Array): boolean {
    const stats = this.#readCurrentStats(path);
    if (stats?.[0] !== size || !readFileSync(`${this.#out}/${path}`).equals(read())) return false;
    if (this.#staged.delete(path)) rmSync(join(this.staging, path));
    this.#reused.set(path, stats);
    return true;
  }

  #readCurrentStats(path: string): FileStats | undefined {
    return this.#previousPaths.has(path) ? readFileStats(`${this.#out}/${path}`) : undefined;
  }
}

/** The longest file name to which `.gz` or `.br` can be added, in bytes. File systems allow 255 bytes. */
const maxNameBytes = 252;

/** Adds compressed copies of all text files to an output, for servers that can send compressed copies. */
export async function compressOutput(output: Output, cache: string): Promise<void> {
  const paths = new Set(output.paths());
  // Skip files whose compressed copy is in `public/`, because that copy takes precedence.
  const textPaths = [...paths].filter(
    (path) =>
      isCompressible(path) && !paths.has(`${path}.gz`) && Buffer.byteLength(basename(path)) <= maxNameBytes,
  );
  // Compress only eight files at a time, to save memory and open files on a large site.
  await mapWithConcurrency(8, textPaths, async (path) => {
    for (const { extension, file } of await createCompressedCopies(path, output.read(path), cache))
      output.copy(path + extension, file);
  });
}

/** Replaces a whole output folder with new files. If writing fails, throws an error and leaves the folder unchanged. */
export async function writeOutput(
  outputFolder: string,
  site: SiteFolders,
  print: (text: string) => void,
  write: (output: Output) => void | Promise<void>,
): Promise<void> {
  try {
    const output = await openOutput(outputFolder, site, print);
    try {
      await write(output);
      output.finish();
    } finally {
      output.abandon();
    }
  } catch (error) {
    throw toBuildError(error, outputFolder);
  }
}

/** Converts a file system error in a build to an error with a readable message. Returns other errors unchanged. */
export function toBuildError(error: unknown, outputFolder: string): unknown {
  const reason = formatSystemError(error, outputFolder);
  return reason === undefined
    ? error
    : new CommandError(`Nothing was built: ${reason}. ${outputFolder}/ is unchanged.`);
}
