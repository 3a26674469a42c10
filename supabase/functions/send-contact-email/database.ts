import { z } from 'zod';
import type { ReceivedMessage, FileWithContent, StoreResult, StoredMessage } from './message.ts';
import type { DueNotice, Outbox } from './outbox.ts';

/** Calls a function of the database by its name, with its arguments by their names. */
export type CommandContext = (name: string, given: Record<string, unknown>) => Promise<unknown>;

/** How long the database may be silent, in milliseconds. */
const patience = 5000;

/** Calls functions through REST, so that no driver has to start with whoever calls. */
export function restClient(project: string, key: string): CommandContext {
  return async (name, given) => {
    const answer = await fetch(`${project}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        apikey: key,
        // Only the older kind of key is a token; the newer kind is refused as one.
        ...(key.startsWith('sb_') ? {} : { Authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(given),
      signal: AbortSignal.timeout(patience),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The database answered ${answer.status}: ${text.slice(0, 500)}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}

const receipt = z.enum(['stored', 'known', 'too-many-from-address', 'too-many', 'too-many-today']);
const receipts = z.array(receipt);

/** Messages in a database with the migrations of this project, and who is still to be told of them. */
export interface MessageDatabase extends Outbox {
  store(arrival: ReceivedMessage): Promise<StoreResult>;
  /** Either each has a receipt, or none is stored. */
  storeAll(arrivals: readonly ReceivedMessage[]): Promise<StoreResult[]>;
  /** Whether somebody is still to be told of what came more than an hour ago. Writes nothing. */
  isLate(): Promise<boolean>;
  /** Newest last. */
  list(): Promise<StoredMessage[]>;
  /** The next ones behind a number, all or those from a mail address; none where there are no more. */
  after(last: number, address?: string): Promise<StoredMessage[]>;
  /** Those with these numbers, which are a few. */
  withIds(ids: readonly number[]): Promise<StoredMessage[]>;
  /** Writes a word at a message, or takes it away. */
  mark(id: number, word: string | null): Promise<void>;
  /** Deletes messages for good; says how many there were. */
  remove(ids: readonly number[]): Promise<number>;
  /** Begins anew with what could not be told; says how many there are. */
  retry(): Promise<number>;
}

export function messageDatabase(call: CommandContext): MessageDatabase {
  /** A database that has no place for files says so, where it would store a message without them. */
  const storeAll = async (arrivals: readonly ReceivedMessage[]) => {
    const haveFiles = arrivals.some(({ files }) => files !== undefined);
    const name = haveFiles ? 'receive_messages_with_files' : 'receive_contact_messages';
    return receipts.parse(await call(name, { arrivals }));
  };
  return {
    store: async (arrival) =>
      arrival.files
        ? receipt.parse((await storeAll([arrival]))[0])
        : receipt.parse(await call('receive_contact_message', { arrival })),
    storeAll,
    isLate: async () => z.boolean().parse(await call('are_contact_notices_late', {})),
    // This and the notices are made by the database from what was stored.
    list: async () => (await call('list_contact_messages', {})) as StoredMessage[],
    after: async (last, address) =>
      (await call('contact_messages_after', { last, address: address ?? null })) as StoredMessage[],
    withIds: async (numbers) => (await call('contact_messages_with', { numbers })) as StoredMessage[],
    async mark(marked, word) {
      await call('mark_contact_message', { marked, word });
    },
    remove: async (deleted) => Number(await call('delete_contact_messages', { deleted })),
    retry: async () => Number(await call('retry_contact_notices', {})),
    files: async (message) => (await call('contact_files_of', { message })) as FileWithContent[],
    claim: async () => (await call('claim_contact_notices', {})) as DueNotice[],
    async settle(notice, error) {
      await call('settle_contact_notice', { notice, failure: error ?? null });
    },
  };
}
