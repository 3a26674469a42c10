import { setImmediate } from 'node:timers/promises';
import type { ReceivedMessage, StoreResult } from './message.ts';

interface WaitingMessage {
  arrival: ReceivedMessage;
  resolve(result: StoreResult | undefined): void;
  reject(error: unknown): void;
}

/** The maximum number of messages in a batch. In larger batches, the first messages would wait too long. */
const maxBatchSize = 100;
/** The longest time that a message waits until it is stored, in milliseconds. */
const timeoutMs = 5000;

/**
 * Returns a function that stores messages in batches: messages that arrive while others are being stored share the next
 * transaction. If a transaction fails because of a single message, each message gets its own transaction. `affectsAll`
 * returns whether an error affects all messages.
 */
export function storeInBatches(
  storeAll: (arrivals: readonly ReceivedMessage[]) => Promise<readonly StoreResult[]>,
  affectsAll: (error: unknown) => boolean,
): (arrival: ReceivedMessage) => Promise<StoreResult> {
  const waitingMessages = new Set<WaitingMessage>();
  let isWorking = false;

  async function storeBatch(batch: readonly WaitingMessage[]): Promise<void> {
    try {
      const results = await storeAll(batch.map(({ arrival }) => arrival));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]);
    } catch (error) {
      if (batch.length === 1 || affectsAll(error)) for (const { reject } of batch) reject(error);
      else for (const message of batch) await storeBatch([message]);
    }
  }

  async function storeWaiting(): Promise<void> {
    isWorking = true;
    while (waitingMessages.size > 0) {
      // Wait for requests that are being read, so that their messages join the batch.
      await setImmediate();
      const batch = [...waitingMessages].slice(0, maxBatchSize);
      for (const message of batch) waitingMessages.delete(message);
      await storeBatch(batch);
    }
    isWorking = false;
  }

  return (arrival) =>
    new Promise<StoreResult>((resolve, reject) => {
      const timer = setTimeout(() => {
        waitingMessages.delete(message);
        reject(new Error(`The message could not be stored within ${timeoutMs / 1000} s.`));
      }, timeoutMs);
      const message: WaitingMessage = {
        arrival,
        resolve(result) {
          clearTimeout(timer);
          if (result) resolve(result);
          else reject(new Error('The store returned no result.'));
        },
        reject(error) {
          clearTimeout(timer);
          reject(error);
        },
      };
      waitingMessages.add(message);
      if (!isWorking) void storeWaiting();
    });
}
