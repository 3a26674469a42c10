import { z } from 'zod';
import type { Budget, FileWithContent, ReceivedMessage, StoredMessage, StoreResult } from './message.ts';
import type { DueNotification, Outbox } from './outbox.ts';

/** Calls a function of the database with named arguments. */
export type CallFunction = (name: string, args: Record<string, unknown>) => Promise<unknown>;

/** How long the database may take to respond, in milliseconds. */
const defaultTimeout = 5000;

/** Calls functions over REST, which needs no driver. */
export function restClient(project: string, key: string, timeout = defaultTimeout): CallFunction {
  return async (name, args) => {
    const response = await fetch(`${project}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        apikey: key,
        // Secret keys (`sb_…`) are no tokens and are refused as such.
        ...(key.startsWith('sb_') ? {} : { Authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(args),
      signal: AbortSignal.timeout(timeout),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The database answered ${response.status}: ${text.slice(0, 500)}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}

const storeResults = z.array(
  z.enum(['stored', 'known', 'too-many-from-address', 'too-many', 'too-many-today']),
);

/** Messages and their notifications in a database with the migrations of this project. */
export function messageDatabase(call: CallFunction) {
  // The migrations define what these functions return.
  const outbox: Outbox = {
    files: async (message) => (await call('contact_files_of', { message })) as FileWithContent[],
    claim: async () => (await call('claim_contact_notifications', {})) as DueNotification[],
    async settle(notification, error) {
      await call('settle_contact_notification', { notification, failure: error ?? null });
    },
    take: async (budgets: readonly Budget[]) =>
      z.boolean().parse(await call('take_contact_budgets', { budgets })),
  };
  return {
    ...outbox,
    /** Stores all messages or none. */
    storeAll: async (arrivals: readonly ReceivedMessage[]): Promise<StoreResult[]> =>
      storeResults.parse(await call('receive_contact_messages', { arrivals })),
    /** Whether a notification is due for more than an hour. Rejects if nothing can be stored. */
    isLate: async () => z.boolean().parse(await call('are_contact_notifications_late', {})),
    /** A page of the messages after an id: all, or those from an email address. */
    after: async (last: number, address?: string) =>
      (await call('contact_messages_after', { last, address: address ?? null })) as StoredMessage[],
    withIds: async (ids: readonly number[]) =>
      (await call('contact_messages_with', { ids })) as StoredMessage[],
    /** Sets or removes the mark of a message. */
    async mark(id: number, mark: string | null) {
      await call('mark_contact_message', { message_id: id, word: mark });
    },
    /** Deletes messages and counts them. */
    remove: async (ids: readonly number[]) => Number(await call('delete_contact_messages', { ids })),
    /** Makes failed notifications due again, and counts them. */
    retry: async () => Number(await call('retry_contact_notifications', {})),
  };
}
