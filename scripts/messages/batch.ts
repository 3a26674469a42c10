import { setImmediate } from 'node:timers/promises';
import type { ReceivedMessage, StoreResult } from '../../supabase/functions/send-contact-email/message.ts';

interface Waiting<Item, Result> {
  item: Item;
  settle(result: PromiseSettledResult<Result> | undefined): void;
}

/** Larger batches keep their first items waiting for too long. */
const maxBatchSize = 100;

/**
 * Collects the items that arrive while a batch is worked on, for the next batch. An item that is not settled
 * after `timeout` milliseconds is rejected.
 */
export function createBatcher<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>,
  timeout: number,
): (item: Item) => Promise<Result> {
  const waiting = new Set<Waiting<Item, Result>>();
  let isWorking = false;

  async function workOnAll(): Promise<void> {
    isWorking = true;
    while (waiting.size > 0) {
      // Requests that are being read join the batch.
      await setImmediate();
      const batch = [...waiting].slice(0, maxBatchSize);
      for (const one of batch) waiting.delete(one);
      const results = await work(batch.map(({ item }) => item));
      for (const [index, { settle }] of batch.entries()) settle(results[index]);
    }
    isWorking = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(one);
        reject(new Error(`The message could not be stored within ${timeout / 1000} s.`));
      }, timeout);
      const one: Waiting<Item, Result> = {
        item,
        settle(result) {
          clearTimeout(timer);
          if (result?.status === 'fulfilled') resolve(result.value);
          else reject(result?.reason);
        },
      };
      waiting.add(one);
      if (!isWorking) void workOnAll();
    });
}

/**
 * Stores messages in one transaction. If that fails because of one of them, each is stored in a transaction of
 * its own.
 */
export async function storeBatch(
  arrivals: readonly ReceivedMessage[],
  store: (arrivals: readonly ReceivedMessage[]) => Promise<readonly StoreResult[]>,
  concernsAll: (problem: unknown) => boolean,
): Promise<PromiseSettledResult<StoreResult>[]> {
  try {
    return (await store(arrivals)).map((value) => ({ status: 'fulfilled', value }));
  } catch (reason) {
    if (arrivals.length === 1 || concernsAll(reason))
      return arrivals.map(() => ({ status: 'rejected', reason }));
    const results = [];
    for (const arrival of arrivals) results.push(...(await storeBatch([arrival], store, concernsAll)));
    return results;
  }
}
