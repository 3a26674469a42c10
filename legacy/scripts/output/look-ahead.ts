import { availableParallelism } from 'node:os';
import { startWorker } from '../../../scripts/system/worker.ts';
import type { LookWork } from './look-thread.ts';
import { recordSize } from './written-record.ts';

/** A record of so many bytes names thousands of files: to look at them takes longer than to open a thread. */
const pagesPerWorker = 200_000;

/** Begins to look at a large output while something else is done. */
export function lookAhead(out: string, cache: string): { seen(): Promise<string | null>; close(): void } {
  if (availableParallelism() === 1 || recordSize(cache) < pagesPerWorker)
    return { seen: async () => null, close: () => {} };
  const thread = startWorker<{ look: LookWork['look'] }>(new URL('./look-thread.ts', import.meta.url), {});
  const seen = thread.do('look', { out, cache });
  // Who does not ask need not know why there is no answer.
  seen.catch(() => {});
  return { seen: () => seen, close: () => void thread.close() };
}
