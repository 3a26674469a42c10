import type { DatabaseSync } from 'node:sqlite';
import type { StoredMessage } from '../../supabase/functions/send-contact-email/message.ts';
import { listedFiles } from './attached-files.ts';

/** What can be read of the messages in a file. */
export interface MessageReader {
  /** Newest last. */
  list(): StoredMessage[];
  /** Those with these ids. */
  find(ids: readonly number[]): StoredMessage[];
  /** The next ones behind a number, all of them or those from a mail address. */
  after(last: number, address?: string): StoredMessage[];
}

const select = `
  select contact_messages.*, case
    when outbox.message_id is null then null
    when outbox.delivered_at is not null then 'sent'
    when outbox.error is not null then 'failed'
    else 'waiting'
  end as notice, ${listedFiles}
  from contact_messages left join contact_outbox as outbox on outbox.message_id = contact_messages.id`;

export function readerOf(database: DatabaseSync): MessageReader {
  // Its own function knows no other letters than those of English.
  database.function('small_letters', { deterministic: true }, (text) => String(text).toLowerCase());
  const all = database.prepare(`${select} order by contact_messages.id`);
  const one = database.prepare(`${select} where contact_messages.id = ?`);
  const next = database.prepare(
    `${select} where contact_messages.id > ? and (?2 is null or small_letters(email) = small_letters(?2))
     order by contact_messages.id limit 200`,
  );
  return {
    list: () => all.all().map(asMessage),
    find: (ids) => ids.flatMap((id) => one.all(id).map(asMessage)),
    after: (last, address) => next.all(last, address ?? null).map(asMessage),
  };
}

function asMessage(row: Record<string, unknown>): StoredMessage {
  // As inserted.
  const { received_at: receivedAt, key: _, other, files, ...rest } = row as Record<string, string>;
  const about = { ...rest, receivedAt, other: JSON.parse(other ?? '{}') };
  return { ...about, ...(files && { files: JSON.parse(files) }) } as unknown as StoredMessage;
}
