import { setImmediate } from 'node:timers/promises';
import type { Arrival, Receipt } from '../../supabase/functions/send-contact-email/message.ts';

interface Waiting<Item, Result> {
  item: Item;
  end(settled: PromiseSettledResult<Result> | undefined): void;
}

/** More would wait too long for each other. */
const mostTogether = 100;

/** Where more were worked on, each would be smaller. */
const mostGroups = 2;

/**
 * Works together on what comes at the same moment, and on what comes meanwhile. None waits longer than
 * `patience` says.
 */
export function inGroups<Item, Result>(
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
      const group = [...waiting].slice(0, mostTogether);
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
      if (groups < mostGroups && !isGathering) void workOnAll();
    });
}

type StoreAll = (arrivals: readonly Arrival[]) => Promise<readonly Receipt[]>;

/**
 * Stores messages with one wait for the disk. What is wrong with one of them is not wrong with the others:
 * each is tried by itself then, unless the problem is that of all.
 */
export async function storeTogether(
  arrivals: readonly Arrival[],
  store: StoreAll,
  isOfAll: (problem: unknown) => boolean,
): Promise<PromiseSettledResult<Receipt>[]> {
  try {
    return (await store(arrivals)).map((value) => ({ status: 'fulfilled', value }));
  } catch (reason) {
    if (arrivals.length === 1 || isOfAll(reason)) return arrivals.map(() => ({ status: 'rejected', reason }));
    const settled = [];
    for (const arrival of arrivals) settled.push(...(await storeTogether([arrival], store, isOfAll)));
    return settled;
  }
}
