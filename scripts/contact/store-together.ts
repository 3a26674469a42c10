import type { Arrival, Receipt } from '../../supabase/functions/send-contact-email/message.ts';

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
