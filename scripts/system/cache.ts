import {
  existsSync,
  mkdirSync,
  renameSync,
  writeFileSync,
  rmSync,
  readFileSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { randomUUID, hash } from 'node:crypto';
import { isOlderThanTimestampResolution } from './files.ts';
import { engineCache, engineFolder } from './project.ts';

/** Writes a file beside its place and then moves it, so that an interruption leaves no incomplete one. */
export function writeAtomic(file: string, content: string | Uint8Array): void {
  const beside = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(beside, content);
  renameSync(beside, file);
}

const making = new Map<string, Promise<void>>();

/** A file of a cache, named after all that it depends on: made if it is missing, once for all who ask. */
export async function getCachedFile(file: string, make: () => Promise<Uint8Array>): Promise<string> {
  if (existsSync(file)) return file;
  const work =
    making.get(file) ??
    make()
      .then((content) => writeAtomic(file, content))
      .finally(() => making.delete(file));
  making.set(file, work);
  await work;
  return file;
}

/**
 * A folder of a cache, named after all that it depends on: made beside its place if it is missing, so that an
 * interruption leaves no incomplete one.
 */
export async function getCachedFolder(
  folder: string,
  make: (beside: string) => Promise<void>,
): Promise<string> {
  if (existsSync(folder)) return folder;
  // Not after the process: its threads may make the same folder at the same time.
  const beside = `${folder}.${randomUUID()}`;
  mkdirSync(beside, { recursive: true });
  try {
    await make(beside);
    renameSync(beside, folder);
  } catch (problem) {
    // Another may have been sooner.
    if (!existsSync(folder)) throw problem;
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
  return folder;
}

/**
 * What was written down under the same key; what was written under another one, or is not whole, is as good
 * as not there. The caller knows the type: only the same code can have the same key.
 */
export function readCachedJson(file: string, key: string): unknown {
  try {
    const [kept, sum, body = ''] = readFileSync(file, 'utf8').split('\n');
    return kept === key && sum === hash('sha1', body) ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}

/** Writes down what the next command can go on from. */
export function writeCachedJson(file: string, key: string, value: unknown): void {
  const body = JSON.stringify(value);
  try {
    writeAtomic(file, `${key}\n${hash('sha1', body)}\n${body}`);
  } catch {
    // A folder that cannot be written to costs time in the next run, and nothing else.
  }
}

/** All files that are named, or lie in a folder that is, by their paths in `root`. */
export function filesIn(root: string, named: readonly string[]): string[] {
  const files = named.flatMap((path) => {
    const state = statSync(join(root, path), { throwIfNoEntry: false });
    if (!state?.isDirectory()) return state ? [path] : [];
    return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
      const inner = `${path}/${entry.name}`;
      return entry.isDirectory() ? filesIn(root, [inner]) : [inner];
    });
  });
  return files.toSorted();
}

/**
 * Changes with every file that is named, or lies in a folder that is. The files are read only when the file
 * system says that one of them has changed since `kept` was written.
 */
export function hashFiles(root: string, named: readonly string[], kept: string): string {
  const files = filesIn(root, named);
  const states = files.map((file) => {
    const { size, mtimeMs, ino } = statSync(join(root, file));
    return { stamp: `${file} ${size} ${mtimeMs} ${ino}`, mtimeMs };
  });
  const stamp = hash('sha1', states.map((state) => state.stamp).join('\n'));
  const known = existsSync(kept) ? readCachedJson(kept, stamp) : undefined;
  if (typeof known === 'string') return known;
  const texts = files.flatMap((file) => [file, readFileSync(join(root, file), 'utf8')]);
  const digest = hash('sha1', JSON.stringify(texts));
  // Of a file that has just been written, a second change within the clock's step would not be seen.
  if (states.every(({ mtimeMs }) => isOlderThanTimestampResolution(mtimeMs)))
    writeCachedJson(kept, stamp, digest);
  return digest;
}

/** Whatever has a say in what is found in pages, and in what is made of them. */
const sources = [
  'schema',
  'scripts',
  'src',
  'supabase/functions',
  'index.html',
  'package.json',
  'package-lock.json',
];
let known: string | undefined;

/** Changes with the engine, its packages, and what it runs on; looked at once in a process. */
export function engineHash(): string {
  known ??= hashFiles(engineFolder, sources, join(engineCache, 'engine.json'));
  return `${known} ${process.version}`;
}

/**
 * Puts a file into an output: a copy of the file that `make` returns, or its content. `source` stands for all
 * that the file is made from. If the last build made it from the same source, it is kept. Without a source,
 * it is made each time.
 */
export type PutFile = (
  path: string,
  source: string | undefined,
  make: () => string | Buffer | Promise<string | Buffer>,
) => Promise<void>;
