import { setImmediate } from 'node:timers/promises';
import type { ReceivedMessage, StoreResult } from './message.ts';

interface Waiting {
  arrival: ReceivedMessage;
  resolve(result: StoreResult | undefined): void;
  reject(problem: unknown): void;
}

/** In larger batches, the first messages would wait too long. */
const maxBatchSize = 100;
/** The longest wait of a message, in milliseconds. */
const timeout = 5000;

/**
 * Collects the messages that arrive while others are stored, for the next transaction. If a transaction fails because
 * of one message, each message gets its own transaction. `affectsAll` returns whether an error affects all messages.
 */
export function storeInBatches(
  storeAll: (arrivals: readonly ReceivedMessage[]) => Promise<readonly StoreResult[]>,
  concernsAll: (problem: unknown) => boolean,
): (arrival: ReceivedMessage) => Promise<StoreResult> {
  const waiting = new Set<Waiting>();
  let isWorking = false;

  async function storeBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = await storeAll(batch.map(({ arrival }) => arrival));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]);
    } catch (problem) {
      if (batch.length === 1 || concernsAll(problem)) for (const { reject } of batch) reject(problem);
      else for (const one of batch) await storeBatch([one]);
    }
  }

  async function storeWaiting(): Promise<void> {
    isWorking = true;
    while (waiting.size > 0) {
      // Waits for requests that are currently being read, so that they join the batch.
      await setImmediate();
      const batch = [...waiting].slice(0, maxBatchSize);
      for (const one of batch) waiting.delete(one);
      await storeBatch(batch);
    }
    isWorking = false;
  }

  return (arrival) =>
    new Promise<StoreResult>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(one);
        reject(new Error(`The message could not be stored within ${timeout / 1000} s.`));
      }, timeout);
      const one: Waiting = {
        arrival,
        resolve(result) {
          clearTimeout(timer);
          if (result) resolve(result);
          else reject(new Error('The store returned no result.'));
        },
        reject(problem) {
          clearTimeout(timer);
          reject(problem);
        },
      };
      waiting.add(one);
      if (!isWorking) void storeWaiting();
    });
}
