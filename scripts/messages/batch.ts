import { setImmediate } from 'node:timers/promises';
import type { ReceivedMessage, StoreResult } from '../../supabase/functions/send-contact-email/message.ts';

interface Waiting<Item, Result> {
  item: Item;
  end(settled: PromiseSettledResult<Result> | undefined): void;
}

/** More would wait too long for each other. */
const maxBatchSize = 100;

/** Where more were worked on, each would be smaller. */
const maxParallelBatches = 2;

/**
 * Works together on what comes at the same moment, and on what comes meanwhile. None waits longer than
 * `patience` says.
 */
export function batch<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>,
  patience: number,
): (item: Item) => Promise<Result> {
  const waiting = new Set<Waiting<Item, Result>>();
  let groups = 0;
  let isGathering = false;

  async function workOnAll(): Promise<void> {
    groups++;
    while (waiting.size > 0 && !isGathering) {
      isGathering = true;
      // What is only just being read goes along.
      await setImmediate();
      isGathering = false;
      const group = [...waiting].slice(0, maxBatchSize);
      for (const one of group) waiting.delete(one);
      const results = await work(group.map(({ item }) => item));
      for (const [index, { end }] of group.entries()) end(results[index]);
    }
    groups--;
  }

  return (item) =>
    new Promise((settle, fail) => {
      const timer = setTimeout(() => {
        waiting.delete(one);
        fail(new Error(`It could not be stored within ${patience / 1000} s.`));
      }, patience);
      const one: Waiting<Item, Result> = {
        item,
        end(settled) {
          clearTimeout(timer);
          if (settled?.status === 'fulfilled') settle(settled.value);
          else fail(settled?.reason);
        },
      };
      waiting.add(one);
      if (groups < maxParallelBatches && !isGathering) void workOnAll();
    });
}

type StoreAll = (arrivals: readonly ReceivedMessage[]) => Promise<readonly StoreResult[]>;

/**
 * Stores messages with one wait for the disk. What is wrong with one of them is not wrong with the others:
 * each is tried by itself then, unless the problem is that of all.
 */
export async function storeBatch(
  arrivals: readonly ReceivedMessage[],
  store: StoreAll,
  isOfAll: (problem: unknown) => boolean,
): Promise<PromiseSettledResult<StoreResult>[]> {
  try {
    return (await store(arrivals)).map((value) => ({ status: 'fulfilled', value }));
  } catch (reason) {
    if (arrivals.length === 1 || isOfAll(reason)) return arrivals.map(() => ({ status: 'rejected', reason }));
    const settled = [];
    for (const arrival of arrivals) settled.push(...(await storeBatch([arrival], store, isOfAll)));
    return settled;
  }
}
