import { existsSync, mkdirSync, renameSync, writeFileSync, rmSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { randomUUID, hash } from 'node:crypto';
import { isOlderThanTimestampResolution, listFiles } from './files.ts';
import { engineCache, engineFolder, packageHash } from './project.ts';

/** Writes a file atomically: writes a temporary file, then renames it. */
export function writeAtomic(file: string, content: string | Uint8Array): void {
  const temporary = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(temporary, content);
  renameSync(temporary, file);
}

const pendingFiles = new Map<string, Promise<void>>();

/**
 * Returns the path of a cached file whose name contains a hash of its inputs. Creates the file if it is missing.
 * Concurrent calls share this work.
 */
export async function getCachedFile(file: string, make: () => Promise<Uint8Array>): Promise<string> {
  if (existsSync(file)) return file;
  const work =
    pendingFiles.get(file) ??
    make()
      .then((content) => writeAtomic(file, content))
      .finally(() => pendingFiles.delete(file));
  pendingFiles.set(file, work);
  await work;
  return file;
}

/**
 * Returns the path of a cached folder whose name contains a hash of its inputs. Creates the folder atomically if it is
 * missing.
 */
export async function getCachedFolder(
  folder: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  if (existsSync(folder)) return folder;
  // The name is random, because threads of the same process may create the same folder.
  const temporary = `${folder}.${randomUUID()}`;
  mkdirSync(temporary, { recursive: true });
  try {
    await make(temporary);
    renameSync(temporary, folder);
  } catch (error) {
    // Another process may have created the folder first.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return folder;
}

/**
 * Reads a cached value. Returns `undefined` if its key differs or the file is damaged. The caller knows the type of the
 * value, because the key contains a hash of the code.
 */
export function readCachedJson(file: string, key: string): unknown {
  try {
    const [storedKey, checksum, body = ''] = readFileSync(file, 'utf8').split('\n');
    return storedKey === key && checksum === hash('sha1', body) ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a value to a cache file, with its key. */
export function writeCachedJson(file: string, key: string, value: unknown): void {
  const body = JSON.stringify(value);
  try {
    writeAtomic(file, `${key}\n${hash('sha1', body)}\n${body}`);
  } catch {
    // Ignore the error: if the cache is not writable, the next run is only slower.
  }
}

/** Lists the files at these paths, and all files in the folders at these paths. Paths are relative to `root`. */
export function listFilesUnder(root: string, paths: readonly string[]): string[] {
  const files = paths.flatMap((path) => {
    const state = statSync(join(root, path), { throwIfNoEntry: false });
    if (!state?.isDirectory()) return state ? [path] : [];
    return listFiles(join(root, path), '', true).files.map((inner) => `${path}/${inner}`);
  });
  return files.toSorted();
}

/**
 * Returns a hash of files and folders. Reads the files only if their states differ from those in `cacheFile`.
 */
export function hashFiles(root: string, paths: readonly string[], cacheFile: string): string {
  const files = listFilesUnder(root, paths);
  const states = files.map((file) => {
    const { size, mtimeMs, ino } = statSync(join(root, file));
    return { state: `${file} ${size} ${mtimeMs} ${ino}`, mtimeMs };
  });
  const key = hash('sha1', states.map(({ state }) => state).join('\n'));
  const cachedData = existsSync(cacheFile) ? readCachedJson(cacheFile, key) : undefined;
  if (typeof cachedData === 'string') return cachedData;
  const texts = files.flatMap((file) => [file, readFileSync(join(root, file), 'utf8')]);
  const contentHash = hash('sha1', JSON.stringify(texts));
  // A file that changed within the timestamp resolution could change again without a new timestamp.
  if (states.every(({ mtimeMs }) => isOlderThanTimestampResolution(mtimeMs)))
    writeCachedJson(cacheFile, key, contentHash);
  return contentHash;
}

/** The files and folders that affect diagnostics and output. */
const sources = [
  'schema',
  'scripts',
  'src',
  'supabase/functions',
  'index.html',
  'package.json',
  'package-lock.json',
];
let sourceHash: string | undefined;

/** Returns a hash of the engine, its packages and Node, computed once per process. */
export function getEngineHash(): string {
  sourceHash ??= packageHash ?? hashFiles(engineFolder, sources, join(engineCache, 'engine.json'));
  return `${sourceHash} ${process.version}`;
}

/**
 * Adds a file to the output. `make` returns its content, or the path of a file to copy. `source` contains all inputs.
 * If `source` is unchanged since the last build, `make` is not called. Without `source`, `make` is always called.
 */
export type PutFile = (
  path: string,
  source: string | undefined,
  make: () => string | Buffer | Promise<string | Buffer>,
) => Promise<void>;
