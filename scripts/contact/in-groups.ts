import { setImmediate } from 'node:timers/promises';

interface Waiting<Item, Result> {
  item: Item;
  end(settled: PromiseSettledResult<Result> | undefined): void;
}

/** More would wait too long for each other. */
const mostTogether = 100;

/** Works on what comes while earlier ones are worked on together. None waits longer than `patience` says. */
export function inGroups<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>,
  patience: number,
): (item: Item) => Promise<Result> {
  const waiting = new Set<Waiting<Item, Result>>();
  let isWorking = false;

  function workOnNext(): void {
    isWorking = waiting.size > 0;
    if (isWorking) void workOn([...waiting].slice(0, mostTogether));
  }

  async function workOn(group: readonly Waiting<Item, Result>[]): Promise<void> {
    for (const one of group) waiting.delete(one);
    const results = await work(group.map(({ item }) => item));
    workOnNext();
    // The next are on their way before these are told: telling them takes as long as the work.
    if (isWorking) await setImmediate();
    for (const [index, { end }] of group.entries()) end(results[index]);
  }

  /** What came at the same moment, and is only just being read, goes along. */
  async function begin(): Promise<void> {
    isWorking = true;
    await setImmediate();
    workOnNext();
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
      if (!isWorking) void begin();
    });
}
