import type { DatabaseSync } from 'node:sqlite';
import type { NoticeWords } from '../../supabase/functions/send-contact-email/message.ts';
import type { LimitWords, Channel } from '../../supabase/functions/send-contact-email/notice.ts';
import { type Outbox, sendDueNotices } from '../../supabase/functions/send-contact-email/outbox.ts';

/** What somebody is to be told of; a message by its id. */
type Due = { id: number; key: string } & (
  | { messageId: number; words: NoticeWords }
  | { messageId: null; words: LimitWords }
);

/** What is still to be told, kept with the messages. */
export interface OutboxFile {
  /** Somebody is to be told of a message. */
  add(messageId: number | bigint, words: NoticeWords): void;
  /** Somebody is to be told, once a day, that no more messages are taken. */
  addLimit(now: number, words: LimitWords): void;
  /** Takes out one that is due now, if there is one; nobody else gets it for two minutes. */
  claim(now: number): Due[];
  /** Notes what came of it: nothing, or what went wrong. */
  settle(id: number, now: number, error?: string): void;
  /** Whether somebody is still to be told of what came before a moment. */
  isLate(before: number): boolean;
  /** Begins anew with what was given up; says how many there are. */
  retry(): number;
}

/** Whoever has taken something out may have ended since. */
const lease = 2 * 60_000;
/** From ten seconds to six hours, three times as long each time, for about four days. */
const firstPause = 10_000;
const longestPause = 6 * 3_600_000;
const maxAttempts = 24;
/** A message that nobody could be told of is due at no time. */
const never = Number.MAX_SAFE_INTEGER;

export function createFileOutbox(database: DatabaseSync): OutboxFile {
  const add = database.prepare('insert into contact_outbox (message_id, words) values (?, ?)');
  const addLimit = database.prepare('insert or ignore into contact_outbox (day, words) values (?, ?)');
  const due = database.prepare(
    `update contact_outbox set attempts = attempts + 1, next_at = ?
     where id in (
       select id from contact_outbox
       where delivered_at is null and (next_at <= ? or next_at > ? and next_at <> ${never})
       order by id limit 1
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
  const again = database.prepare(
    'update contact_outbox set attempts = 0, next_at = 0 where delivered_at is null and error is not null',
  );
  return {
    add: (messageId, words) => void add.run(messageId, JSON.stringify(words)),
    addLimit: (now, words) =>
      void addLimit.run(new Date(now).toISOString().slice(0, 10), JSON.stringify(words)),
    claim: (now) =>
      due
        // What is put off for longer was put off by a clock that was ahead.
        .all(now + lease, now, now + longestPause + lease)
        // As they were added.
        .map((row) => ({ ...row, words: JSON.parse(String(row['words'])) }) as Due),
    settle(id, now, error) {
      if (error === undefined) return void delivered.run(now, id);
      const count = Number(attempts.get(id)?.['attempts'] ?? 1);
      const pause = Math.min(longestPause, firstPause * 3 ** (count - 1));
      failed.run(count < maxAttempts ? now + pause : never, error.slice(0, 500), id);
    },
    isLate: (before) => late.get(new Date(before).toISOString()) !== undefined,
    retry: () => Number(again.run().changes),
  };
}

/** How often what could not be told is looked for, in milliseconds. */
const betweenLooks = 5000;

/** Tells of what is due, as long as a store is open. */
export interface Notifier {
  /** Something may be due now. */
  look(): void;
  /** Resolves once what is being told now is noted, so that it is not told twice. */
  close(): Promise<void>;
}

/** Without a channel nobody is told. */
export function startNotifier(
  outbox: Outbox,
  channel: Channel | undefined,
  shouldContinue = () => true,
): Notifier {
  let isOpen = true;
  let telling: Promise<void> | undefined;
  /** Something came while the last of what was due before was told. */
  let isMore = false;

  function look(): void {
    if (!channel || !isOpen) return;
    isMore = telling !== undefined;
    telling ??= sendDueNotices(outbox, channel, () => isOpen && shouldContinue())
      .then(
        () => {},
        (problem: unknown) => console.error(problem),
      )
      .finally(() => {
        telling = undefined;
        if (isMore) look();
      });
  }
  const timer = setInterval(look, betweenLooks).unref();

  return {
    look,
    async close() {
      isOpen = false;
      clearInterval(timer);
      await telling;
    },
  };
}
