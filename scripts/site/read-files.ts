import { readPageFacts, readSharedFacts } from '../../schema/check/read-facts.ts';
import { hash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { type Block, getOwnDefinitions } from '../../schema/blocks/index.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import { isShared } from '../../schema/check/file-kinds.ts';
import { ParsedFiles } from '../../schema/check/parsed-files.ts';
import type { Variables } from '../../schema/check/variables.ts';
import { LatestResult } from '../../schema/base/cache.ts';
import { chunk } from '../../schema/base/lists.ts';
import { resolveProgramFile } from '../system/project.ts';
import { runTasks, startWorker, type WorkerHandle } from '../system/worker.ts';
import type { CachedFacts } from './facts-cache.ts';
import { openCompiledBlocks, type OwnBlocks } from './own-blocks.ts';
import { type PageSource, readSourceFile } from './read-pages.ts';

/** Reads the facts about a file, or returns cached facts with the same key. */
export function readFacts(
  { path, file, text, unread, stat }: PageSource,
  parsed: ParsedFiles,
  getCached: (key: string) => CachedFacts['facts'] | undefined = () => undefined,
): CachedFacts {
  const key = createFactsKey(text, parsed, unread);
  const cachedFacts = getCached(key);
  if (cachedFacts) return { stat, key, facts: cachedFacts };
  const source = { path, file, text, unread };
  const facts = isShared(path)
    ? readSharedFacts(source, parsed.shared({ source, key }))
    : readPageFacts(source, parsed.page({ source, key }));
  return { stat, key, facts };
}

/** Returns a hash of all inputs that the facts about a file depend on. */
const createFactsKey = (text: string, parsed: ParsedFiles, unread = '') =>
  hash('sha1', `${hashVariables(parsed)} ${unread} ${text}`, 'base64url');

/**
 * Returns a hash of the inputs that affect the facts about all files: settings in `_site.yaml`, and the site's own
 * blocks.
 */
export const hashVariables = ({ variables, language }: Partial<ReadMaterial>): string => {
  const { key } = getOwnDefinitions();
  return lastHash.getOrCompute([variables, language, key], () =>
    hash('sha1', JSON.stringify([variables ? [...variables] : null, language ?? null, key]), 'base64url'),
  );
};
const lastHash = new LatestResult<string>();

/** The data with which a read worker starts. */
export interface ReadMaterial {
  /** The pages folder. */
  folder: string;
  variables: Variables | undefined;
  language: string | undefined;
  /** The site's own blocks. */
  own: OwnBlocks['compiled'];
}

type FileToRead = Pick<PageSource, 'path' | 'file' | 'stat'>;

/** The tasks of a read worker, by name. */
export interface ReadWork extends Record<string, (input: never) => unknown> {
  /** Returns the facts about files, or null for each file that can no longer be read. */
  read(files: readonly FileToRead[]): (CachedFacts | null)[];
}

/** Reads files in a worker. The worker receives only the paths of the files. */
export class FileReader {
  readonly #folder: string;
  readonly #parsed: ParsedFiles;

  constructor({ folder, variables, language }: Omit<ReadMaterial, 'own'>) {
    this.#folder = folder;
    this.#parsed = new ParsedFiles(variables, language);
  }

  readonly read: ReadWork['read'] = (files) =>
    files.map((file) => {
      const source = readSourceFile(this.#folder, file);
      return source ? readFacts({ ...source, text: source.text, stat: file.stat }, this.#parsed) : null;
    });

  /**
   * Returns the blocks of a page. The parse tree of the page is cached if this worker has read the facts about the
   * page.
   */
  readBlocks(file: Pick<SourceFile, 'path' | 'file'>): Block[] {
    const page = this.#readWithKey(file);
    if (!page) throw new Error(`${file.file} can no longer be read.`);
    return this.#parsed.collectBlocks(page, (name) => {
      const path = `_shared/${name}.yaml`;
      return this.#readWithKey({ path, file: path });
    });
  }

  #readWithKey(file: Pick<SourceFile, 'path' | 'file'>) {
    const source = readSourceFile(this.#folder, file);
    if (!source) return undefined;
    const { text } = source;
    return { source: { ...file, text }, key: createFactsKey(text, this.#parsed) };
  }
}

/** Creates the reader of a worker. */
export async function openFileReader({ own, ...material }: ReadMaterial): Promise<FileReader> {
  await openCompiledBlocks(material.folder, own);
  return new FileReader(material);
}

/** A worker that reads files. */
export type ReadWorker = WorkerHandle<Pick<ReadWork, 'read'>>;

/** Options for starting workers. */
export interface ReaderOptions {
  /** The program that the workers run. It handles the tasks of `ReadWork`, and may handle other tasks. */
  program?: URL;
  /** The number of workers. The default depends on the number of pages. */
  threads?: number | undefined;
  /** Whether the workers stay open after all files are read. */
  keep?: boolean;
  /** Whether to include hidden blocks, which only authors see. */
  withHidden?: boolean;
}

/** The minimum number of pages per worker. Loading the checker takes as long as checking this many pages. */
export const pagesPerWorker = 400;
/** The maximum number of workers. It is low, because each worker needs about 200 MB. */
export const maxWorkers = Math.min(3, availableParallelism() - 1);
const readProgram = pathToFileURL(resolveProgramFile('scripts/site/read-worker.ts'));

/** Starts read workers for a number of pages. */
export function startReadWorkers(
  pages: number,
  material: ReadMaterial,
  { program = readProgram, threads }: ReaderOptions = {},
): ReadWorker[] {
  const count = threads ?? Math.min(maxWorkers, Math.floor(pages / pagesPerWorker));
  return Array.from({ length: count }, () => startWorker(program, material));
}

const filesPerTask = 25;

/** Reads the facts about many files, in this thread and in workers at the same time. */
export async function readAllFacts(
  sources: readonly PageSource[],
  parsed: ParsedFiles,
  workers: readonly ReadWorker[],
): Promise<Map<string, CachedFacts>> {
  const batches = chunk(sources, filesPerTask);
  const local = { do: async (batch: readonly PageSource[]) => batch.map((file) => readFacts(file, parsed)) };
  const workerReaders = workers.map((worker) => ({
    do: (batch: readonly PageSource[]) =>
      worker.do(
        'read',
        batch.map(({ path, file, stat }) => ({ path, file, stat })),
      ),
  }));
  const factsByBatch = await runTasks<readonly PageSource[], (CachedFacts | null)[]>(
    batches,
    local,
    workerReaders,
  );
  const factsByPath = factsByBatch.flat().map((facts, index) => [sources[index]?.path ?? '', facts] as const);
  return new Map(factsByPath.flatMap(([path, facts]) => (facts ? [[path, facts]] : [])));
}
