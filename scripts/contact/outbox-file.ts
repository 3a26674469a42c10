import type { DatabaseSync } from 'node:sqlite';
import type { NoticeWords } from '../../supabase/functions/send-contact-email/message.ts';

/** What a message is told of with, without the message. */
interface Due {
  id: number;
  key: string;
  words: NoticeWords;
}

/** What is still to be told, kept with the messages. */
export interface OutboxFile {
  /** Takes out what is due now; nobody else gets it for two minutes. */
  claim(now: number): Due[];
  /** Notes what came of it: nothing, or what went wrong. */
  settle(id: number, now: number, error?: string): void;
  /** Begins anew with what was given up; says how many there are. */
  retry(): number;
}

export const outboxTable = `
  create table contact_outbox (
    message_id integer primary key references contact_messages (id) on delete cascade,
    words text not null,
    attempts integer not null default 0,
    next_at integer not null default 0,
    delivered_at integer,
    error text
  );
`;

/** Whoever has taken something out may have ended since. */
const lease = 2 * 60_000;
/** From ten seconds to six hours, three times as long each time, for about four days. */
const firstPause = 10_000;
const longestPause = 6 * 3_600_000;
const mostAttempts = 24;
/** A message that nobody could be told of is due at no time. */
const never = Number.MAX_SAFE_INTEGER;

export function outboxIn(database: DatabaseSync): OutboxFile {
  const due = database.prepare(
    `update contact_outbox set attempts = attempts + 1, next_at = ?
     where message_id in (
       select message_id from contact_outbox
       where delivered_at is null and next_at <= ? order by message_id limit 10
     )
     returning message_id as id, words, (select key from contact_messages where id = message_id) as key`,
  );
  const attempts = database.prepare('select attempts from contact_outbox where message_id = ?');
  const delivered = database.prepare(
    'update contact_outbox set delivered_at = ?, error = null where message_id = ?',
  );
  const failed = database.prepare('update contact_outbox set next_at = ?, error = ? where message_id = ?');
  const again = database.prepare(
    'update contact_outbox set attempts = 0, next_at = 0 where delivered_at is null and error is not null',
  );
  return {
    claim: (now) =>
      due.all(now + lease, now).map(({ id, key, words }) => ({
        id: Number(id),
        key: String(key),
        words: JSON.parse(String(words)) as NoticeWords, // as they were stored
      })),
    settle(id, now, error) {
      if (error === undefined) return void delivered.run(now, id);
      const count = Number(attempts.get(id)?.['attempts'] ?? 1);
      const pause = Math.min(longestPause, firstPause * 3 ** (count - 1));
      failed.run(count < mostAttempts ? now + pause : never, error.slice(0, 500), id);
    },
    retry: () => Number(again.run().changes),
  };
}
