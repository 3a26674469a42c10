import { setImmediate } from 'node:timers/promises';

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
