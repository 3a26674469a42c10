import { pageFacts, sharedFacts } from '../../schema/checker/read-facts.ts';
import { hash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Block } from '../../schema/content/blocks/index.ts';
import type { SourceFile } from '../../schema/content/source-file.ts';
import { isShared } from '../../schema/checker/file-names.ts';
import { ParsedFiles } from '../../schema/checker/parsed-files.ts';
import type { Variables } from '../../schema/checker/variables.ts';
import { chunk } from '../../schema/util.ts';
import { startWorker, type WorkerHandle } from '../system/worker.ts';
import type { CachedFacts } from './facts-cache.ts';
import { type PageSource, readSourceFile } from './read-pages.ts';

/** Reads the facts of a file, unless `cached` has those of the same text. */
function readFacts(
  { path, file, text, unread, stat }: PageSource,
  parsed: ParsedFiles,
  cached?: CachedFacts,
): CachedFacts {
  const key = hash('sha1', `${hashOfVariables(parsed.variables)} ${unread ?? ''} ${text}`, 'base64url');
  if (cached?.key === key) return { stat, key, facts: cached.facts };
  const source = { path, file, text, unread };
  const facts = isShared(path)
    ? sharedFacts(source, parsed.shared({ source, key }))
    : pageFacts(source, parsed.page({ source, key }));
  return { stat, key, facts };
}

export const hashOfVariables = (variables: Variables | undefined): string =>
  hash('sha1', JSON.stringify(variables ? [...variables] : null), 'base64url');

/** What a worker thread is started with that reads pages. */
export interface ReadMaterial {
  /** The pages folder. */
  folder: string;
  variables: Variables | undefined;
}

type FileToRead = Pick<PageSource, 'path' | 'file' | 'stat'>;

/** The tasks of such a thread. */
export interface ReadWork extends Record<string, (input: never) => unknown> {
  /** The facts of files; `null` for one that cannot be read any more. */
  read(files: readonly FileToRead[]): (CachedFacts | null)[];
}

export function readWork({ folder, variables }: ReadMaterial): Pick<ReadWork, 'read'> {
  const parsed = new ParsedFiles(variables);
  return {
    read: (files) =>
      files.map((file) => {
        const source = readSourceFile(folder, file);
        return source ? readFacts({ ...source, text: source.text, stat: file.stat }, parsed) : null;
      }),
  };
}

/** Reads the blocks of pages in a worker, which has only the paths of their files. */
export class BlockReader {
  readonly #folder: string;
  readonly #parsed: ParsedFiles;

  constructor({ folder, variables }: ReadMaterial) {
    this.#folder = folder;
    this.#parsed = new ParsedFiles(variables);
  }

  blocksOf(file: Pick<SourceFile, 'path' | 'file'>): Block[] {
    const source = this.#read(file.path);
    if (!source) throw new Error(`${file.file} cannot be read any more.`);
    return this.#parsed.blocksOf(source, (name) => this.#read(`_shared/${name}.yaml`));
  }

  #read(path: string) {
    const source = readSourceFile(this.#folder, { path, file: path });
    return source && { source, key: source.text };
  }
}

type Tasks = Pick<ReadWork, 'read'>;

/** A thread that reads pages. */
export interface ReadWorker {
  thread: WorkerHandle<Tasks>;
}

/** How workers are started. */
export interface ReaderOptions {
  /** The program that they run: it must have the tasks of a reader, and may have more. */
  program?: URL;
  /** How many to start; by default as many as save time. */
  threads?: number | undefined;
  /** Whether they are still needed when all files are read. */
  keep?: boolean;
}

/** A worker has to load the checker first, which takes as long as so many pages. */
const pagesPerWorker = 400;
/** Each takes some 200 MB. */
export const maxWorkers = Math.min(3, availableParallelism() - 1);
const readProgram = new URL('./read-worker.ts', import.meta.url);

/** Starts workers for so many pages of a folder. */
export function startReadWorkers(
  pages: number,
  material: ReadMaterial,
  { program = readProgram, threads }: ReaderOptions = {},
): ReadWorker[] {
  const count = threads ?? Math.min(maxWorkers, Math.floor(pages / pagesPerWorker));
  if (count === 0) return [];
  return Array.from({ length: count }, () => ({ thread: startWorker<Tasks>(program, material) }));
}

const filesPerTask = 25;

/** Reads the facts of many files, here and in worker threads at the same time. */
export function readAllFacts(
  sources: readonly PageSource[],
  parsed: ParsedFiles,
  cached: ReadonlyMap<string, CachedFacts>,
  workers: readonly ReadWorker[],
): Map<string, CachedFacts> {
  const facts = new Map<string, CachedFacts>();
  const queue = chunk(sources, filesPerTask);
  for (let own = queue.shift(); own; own = queue.shift()) {
    for (const { thread } of workers) {
      thread.hear('meanwhile');
      // Two tasks for each, so that none waits for the next one.
      for (const next of queue.splice(0, 2 - thread.waiting)) {
        const files = next.map(({ path, file, stat }) => ({ path, file, stat }));
        thread.give('read', files, (results) => {
          for (const [at, result] of results.entries()) if (result) facts.set(next[at]?.path ?? '', result);
        });
      }
    }
    for (const source of own) facts.set(source.path, readFacts(source, parsed, cached.get(source.path)));
  }
  for (const { thread } of workers) thread.hear('all');
  for (const source of sources)
    if (!facts.has(source.path)) facts.set(source.path, readFacts(source, parsed));
  return facts;
}
