import type { DatabaseSync } from 'node:sqlite';
import type {
  NotificationWords,
  StoredMessage,
} from '../../supabase/functions/send-contact-email/message.ts';
import type { LimitWords } from '../../supabase/functions/send-contact-email/notification.ts';
import type { DueNotification } from '../../supabase/functions/send-contact-email/outbox.ts';

/** How long a claim lasts: the process that has it may have ended, in milliseconds. */
const lease = 2 * 60_000;
/** Pauses between attempts grow from ten seconds to six hours, for about four days. */
const firstPause = 10_000;
const maxPause = 6 * 3_600_000;
const maxAttempts = 24;
const never = Number.MAX_SAFE_INTEGER;

export type OutboxTable = ReturnType<typeof openOutboxTable>;

/** Notifications that are due, in the database of the messages. */
export function openOutboxTable(database: DatabaseSync, find: (ids: readonly number[]) => StoredMessage[]) {
  const add = database.prepare('insert into contact_outbox (message_id, words) values (?, ?)');
  const addLimit = database.prepare('insert or ignore into contact_outbox (day, words) values (?, ?)');
  const claim = database.prepare(
    `update contact_outbox set attempts = attempts + 1, next_at = ?
     where id = (
       select id from contact_outbox where delivered_at is null and next_at <= ? order by id limit 1
     )
     returning id, message_id as messageId, words,
       coalesce((select key from contact_messages where id = message_id), 'limit-' || day) as key`,
  );
  const attempts = database.prepare('select attempts from contact_outbox where id = ?');
  const delivered = database.prepare('update contact_outbox set delivered_at = ?, error = null where id = ?');
  const failed = database.prepare('update contact_outbox set next_at = ?, error = ? where id = ?');
  const late = database.prepare(
    `select 1 from contact_outbox join contact_messages on contact_messages.id = message_id
     where delivered_at is null and received_at < ? limit 1`,
  );
  const retry = database.prepare(
    'update contact_outbox set attempts = 0, next_at = 0 where delivered_at is null and error is not null',
  );
  return {
    add: (messageId: number | bigint, words: NotificationWords) =>
      void add.run(messageId, JSON.stringify(words)),
    /** Adds the notification that the daily limit is reached, once a day. */
    addLimit: (now: number, words: LimitWords) =>
      void addLimit.run(new Date(now).toISOString().slice(0, 10), JSON.stringify(words)),
    /** Claims the next notification that is due. No other process gets it for two minutes. */
    claim: (now: number) =>
      claim.all(now + lease, now).map(({ messageId, words, ...notification }) => {
        const message = messageId === null ? null : find([Number(messageId)])[0];
        // The columns are as they were inserted.
        return { ...notification, words: JSON.parse(String(words)), message } as unknown as DueNotification;
      }),
    /** Records that a notification was sent, or why it failed. */
    settle(id: number, now: number, error?: string) {
      if (error === undefined) return void delivered.run(now, id);
      const count = Number(attempts.get(id)?.['attempts'] ?? 1);
      const pause = Math.min(maxPause, firstPause * 3 ** (count - 1));
      failed.run(count < maxAttempts ? now + pause : never, error.slice(0, 500), id);
    },
    /** Whether a notification of a message that came before a moment is still due. */
    isLate: (before: number) => late.get(new Date(before).toISOString()) !== undefined,
    /** Makes failed notifications due again, and counts them. */
    retry: () => Number(retry.run().changes),
  };
}
