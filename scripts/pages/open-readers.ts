import { availableParallelism } from 'node:os';
import type { RemotePart } from '../../schema/check/read-together.ts';
import type { PartMaterial } from '../../schema/check/site-part.ts';
import { addressOf } from '../../schema/base/source-file.ts';
import { shareCores } from '../base/long-work.ts';
import { openThread, type Thread } from '../base/thread.ts';
import type { ReadMaterial, ReadWork } from './read-work.ts';

type Tasks = Pick<ReadWork, 'read' | 'check'>;

/** A thread that reads and checks pages. */
export interface Reader extends RemotePart {
  thread: Thread<Tasks>;
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
const worthAThread = 400;
/** Each takes some 200 MB. */
export const mostThreads = Math.min(3, availableParallelism() - 1);
const readThread = new URL('./read-thread.ts', import.meta.url);

/** Opens readers for so many pages of a folder. */
export function openReaders(
  folder: string,
  pages: number,
  material: () => PartMaterial,
  { program = readThread, threads }: ReaderOptions = {},
): Reader[] {
  const count = threads ?? Math.min(mostThreads, Math.floor(pages / worthAThread));
  if (count === 0) return [];
  shareCores();
  const given: ReadMaterial = { folder, ...material() };
  return Array.from({ length: count }, () => reader(openThread<Tasks>(program, given)));
}

function reader(thread: Thread<Tasks>): Reader {
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
        for (const { path } of pages) checked.add(addressOf(path));
        heard(pages);
      }),
    hear: thread.hear,
  };
}
