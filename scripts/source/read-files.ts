import { availableParallelism } from 'node:os';
import type { SharedPageFacts } from '../../schema/checker/facts.ts';
import {
  type CheckedApart,
  type PartMaterial,
  type ReadApart,
  SitePart,
} from '../../legacy/schema/check/site-part.ts';
import { readSourceFile } from './read-pages.ts';
import type { RemotePart } from '../../legacy/schema/check/read-together.ts';
import { routeOf } from '../../schema/content/routes.ts';
import { limitGcThreads, startWorker, type WorkerHandle } from '../system/worker.ts';

/** What a thread is given that reads and checks pages. */
export interface ReadMaterial extends PartMaterial {
  /** The pages folder. */
  folder: string;
}

/** The tasks of such a thread. */
export interface ReadWork {
  read(files: readonly { path: string; file: string }[]): ReadApart[];
  check(others: readonly SharedPageFacts[]): CheckedApart[];
}

export function readWork({ folder, ...material }: ReadMaterial): ReadWork & { part: SitePart } {
  const part = new SitePart(material);
  return {
    part,
    // What cannot be read any more is read again by who has asked, and told.
    read: (files) =>
      part.read(files.flatMap((file) => readSourceFile(folder, { ...file, text: '' }, new Map()) ?? [])),
    check: (others) => part.check(others),
  };
}

type Tasks = Pick<ReadWork, 'read' | 'check'>;

/** A thread that reads and checks pages. */
export interface ReadWorker extends RemotePart {
  thread: WorkerHandle<Tasks>;
  /** The addresses of the pages that it has checked. */
  checked: ReadonlySet<string>;
}

/** How readers are opened. */
export interface ReaderOptions {
  /** What they run: their tasks, and others besides. */
  program?: URL;
  /** How many; by default as many as are worth it. */
  threads?: number | undefined;
  /** Whether they are still wanted when all is read. */
  keep?: boolean;
}

/** A thread has to load the checks first: as long as so many pages take. */
const pagesPerWorker = 400;
/** Each takes some 200 MB. */
export const maxWorkers = Math.min(3, availableParallelism() - 1);
const readThread = new URL('./read-worker.ts', import.meta.url);

/** Opens readers for so many pages of a folder. */
export function startReadWorkers(
  folder: string,
  pages: number,
  material: () => PartMaterial,
  { program = readThread, threads }: ReaderOptions = {},
): ReadWorker[] {
  const count = threads ?? Math.min(maxWorkers, Math.floor(pages / pagesPerWorker));
  if (count === 0) return [];
  limitGcThreads();
  const given: ReadMaterial = { folder, ...material() };
  return Array.from({ length: count }, () => reader(startWorker<Tasks>(program, given)));
}

function reader(thread: WorkerHandle<Tasks>): ReadWorker {
  const checked = new Set<string>();
  return {
    thread,
    checked,
    get waiting() {
      return thread.waiting;
    },
    read: (sources, heard) => {
      const files = sources.map(({ path, file }) => ({ path, file }));
      thread.give('read', files, heard);
    },
    check: (others, heard) =>
      thread.give('check', others, (pages) => {
        for (const { path } of pages) checked.add(routeOf(path));
        heard(pages);
      }),
    hear: thread.hear,
  };
}
