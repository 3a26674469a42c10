import { secondsOf } from '../support/process-children.ts';

/** How many write at the same time. */
export const senders = 16;
/** What each of them writes. */
export const text = 'Our pumps talk too much. '.repeat(20);

/** How fast messages were taken. */
export interface Pace {
  /** Messages in a second. */
  rate: number;
  /** Microseconds of processor time for each, of the processes that took it; 0 where there is no /proc. */
  processor: number;
}

/**
 * Has all visitors write `count` messages together, each one after the other, after half as many to warm up.
 * `takers` are the processes that take them, with all that they have started.
 */
export async function paceOf(
  count: number,
  takers: readonly (number | undefined)[],
  write: (index: number) => unknown,
): Promise<Pace> {
  const all = async (from: number, to: number) => {
    let next = from;
    const visitor = async () => {
      while (next < to) await write(next++);
    };
    await Promise.all(Array.from({ length: senders }, visitor));
  };
  await all(-Math.ceil(count / 2), 0);
  const spent = () => takers.reduce<number>((sum, taker) => sum + (taker ? secondsOf(taker) : 0), 0);
  const [before, start] = [spent(), performance.now()];
  await all(0, count);
  const seconds = (performance.now() - start) / 1000;
  return { rate: count / seconds, processor: ((spent() - before) / count) * 1e6 };
}
