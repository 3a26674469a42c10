import { Buffer } from 'node:buffer';
import { admit, budgetKey, budgetNames, budgetsToCount, type Decision, isSpent } from './admission.ts';
import type { Budget, FileWithContent, ReceivedMessage, StoredMessage, StoreResult } from './message.ts';
import type { LimitWords } from './notification.ts';
import { type DueNotification, nextAttempt } from './outbox.ts';

type SqlValue = string | number | null | Uint8Array;

/** Runs a statement with values for `$1`, `$2`, … Moments are ISO 8601, and JSON is text. */
export type Query = (text: string, values?: readonly SqlValue[]) => Promise<Record<string, unknown>[]>;

/** What is done in a transaction. `now` is the time of the database, in milliseconds. */
export type Transaction<Result> = (query: Query, now: number) => Promise<Result>;

/** A database with the tables of the messages. All SQL of this file is the same in PostgreSQL and in SQLite. */
export interface Sql {
  /** Reads. */
  query: Query;
  /**
   * Writes. There is one transaction at a time, of all processes, so that counts still hold when messages are
   * stored. Queries at the same time are sent together.
   */
  transaction<Result>(work: Transaction<Result>): Promise<Result>;
}

/** Milliseconds. */
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** How long a claim lasts: the process that has it may have ended. */
const lease = 2 * 60_000;

/** Checks of the clock that come sooner, as after a restart, are ignored. */
const clockCheckInterval = 5 * hourMs;

/** Messages of one page. */
const pageSize = 200;
/** Messages that are deleted in one step: nothing is stored meanwhile. */
const removalSize = 100;

const select = `
  select m.id, m.form, m.language, m.name, m.email, m.company, m.message, m.mark, case
      when o.message_id is null then null
      when o.delivered_at is not null then 'sent'
      when o.error is not null then 'failed'
      else 'waiting'
    end as notification, m.received_at as "receivedAt", m.other
  from contact_messages m left join contact_outbox o on o.message_id = m.id`;

const toMilliseconds = (value: unknown): number => new Date(value as string | Date).getTime(); // of a column
const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

async function readMessages(
  query: Query,
  condition: string,
  ...values: SqlValue[]
): Promise<StoredMessage[]> {
  const rows = await query(`${select} where ${condition}`, values);
  const files = await Promise.all(
    rows.map(({ id }) =>
      query('select field, name, kind, size from contact_files where message_id = $1 order by place', [
        Number(id),
      ]),
    ),
  );
  return rows.map((row, index) => ({
    // The columns are as they were inserted.
    ...(row as unknown as StoredMessage),
    other: JSON.parse(String(row['other'])),
    ...((files[index] ?? []).length > 0 && { files: files[index] as unknown as StoredMessage['files'] }),
  }));
}

const readMessage = (query: Query, id: number) => readMessages(query, 'm.id = $1', id);

export type MessageDatabase = ReturnType<typeof messageDatabase>;

/** Messages and their notifications in a database. */
export const messageDatabase = (sql: Sql) => ({
  ...arrivalQueries(sql),
  ...notificationQueries(sql),
  ...messageQueries(sql),
});

/** Stores what arrives within the limits. */
function arrivalQueries({ transaction }: Sql) {
  return {
    /** Takes some of each of these budgets, if all have room. */
    take: (budgets: readonly Budget[]) =>
      transaction(async (within, now) => {
        const counts = await countBudgets(within, budgets, now);
        if (budgets.some((budget) => isSpent(budget, counts))) return false;
        await Promise.all(noteBudgets(within, budgets, now));
        return true;
      }),
    /** Stores all messages or none. When it resolves, they are on the disk. */
    storeAll: (arrivals: readonly ReceivedMessage[]): Promise<StoreResult[]> =>
      transaction(async (within, now) => {
        const [, stored, counts] = await Promise.all([
          // A clock that was set back leaves arrivals in the future behind.
          within('delete from contact_arrivals where at <= $1 or at > $2', [
            iso(now - dayMs),
            iso(now + hourMs),
          ]),
          Promise.all(
            arrivals.map(({ keys: [key, earlier = key] }) =>
              within('select key from contact_messages where key in ($1, $2)', [key, earlier]),
            ),
          ),
          countBudgets(within, arrivals.flatMap(budgetsToCount), now),
        ]);
        const storedKeys = stored.flat().map(({ key }) => String(key));
        const decisions = admit(arrivals, storedKeys, counts);
        await Promise.all(decisions.flatMap((decision) => writeDecision(within, decision, now)));
        return decisions.map(({ result }) => result);
      }),
  };
}

/** The queries of an `Outbox`, and two about late and failed notifications. */
function notificationQueries({ query, transaction }: Sql) {
  return {
    claim: () =>
      transaction(async (within, now): Promise<DueNotification[]> => {
        const [due] = await within(
          `select id, message_id as "messageId", words, coalesce(
             (select key from contact_messages where id = message_id), 'limit-' || day
           ) as key
           from contact_outbox where delivered_at is null and next_at <= $1 order by id limit 1`,
          [iso(now)],
        );
        if (!due) return [];
        const { messageId, words, ...notification } = due;
        const [message = null] = messageId === null ? [] : await readMessage(within, Number(messageId));
        await within('update contact_outbox set attempts = attempts + 1, next_at = $1 where id = $2', [
          iso(now + lease),
          Number(due['id']),
        ]);
        // The columns are as they were inserted.
        return [{ ...notification, words: JSON.parse(String(words)), message } as unknown as DueNotification];
      }),

    settle: (id: number, error?: string) =>
      transaction(async (within, now) => {
        if (error === undefined) {
          await within('update contact_outbox set delivered_at = $1, error = null where id = $2', [
            iso(now),
            id,
          ]);
          return;
        }
        const [row] = await within('select attempts from contact_outbox where id = $1', [id]);
        const next = nextAttempt(Number(row?.['attempts'] ?? 1), now);
        await within('update contact_outbox set next_at = $1, error = $2 where id = $3', [
          iso(next),
          error.slice(0, 500),
          id,
        ]);
      }),

    async files(messageId: number) {
      const rows = await query(
        'select field, name, kind, size, content from contact_files where message_id = $1 order by place',
        [messageId],
      );
      return rows.map(({ content, ...file }) => ({
        // The columns are as they were inserted.
        ...(file as unknown as FileWithContent),
        content: Buffer.from(content as Uint8Array).toString('base64'),
      }));
    },

    /** Whether a notification is due for more than an hour. Rejects if nothing can be stored. */
    isLate: () =>
      transaction(async (within, now) => {
        const late = await within(
          `select o.id from contact_outbox o join contact_messages m on m.id = o.message_id
           where o.delivered_at is null and m.received_at < $1 limit 1`,
          [iso(now - hourMs)],
        );
        return late.length > 0;
      }),
    /** Makes failed notifications due again, and counts them. */
    retry: () =>
      transaction(async (within, now) => {
        const retried = await within(
          `update contact_outbox set attempts = 0, next_at = $1
           where delivered_at is null and error is not null returning id`,
          [iso(now)],
        );
        return retried.length;
      }),
  };
}

/** Reads, marks and deletes what is stored. */
function messageQueries({ query, transaction }: Sql) {
  async function removeAll(ids: readonly number[]): Promise<number> {
    const removed = await transaction((within) =>
      Promise.all(ids.map((id) => within('delete from contact_messages where id = $1 returning id', [id]))),
    );
    return removed.flat().length;
  }

  return {
    /** A page of the messages after an id: all, or those from an email address. */
    after: (last: number, address = '') =>
      readMessages(
        query,
        `m.id > $1 and ($2 = '' or lower(m.email) = lower($2)) order by m.id limit ${pageSize}`,
        last,
        address,
      ),
    /** The messages with these ids, in this order. */
    withIds: async (ids: readonly number[]) =>
      (await Promise.all(ids.map((id) => readMessage(query, id)))).flat(),
    /** Sets or removes the mark of a message. */
    async mark(id: number, mark: string | null) {
      await transaction((within) =>
        within('update contact_messages set mark = $1 where id = $2', [mark, id]),
      );
    },
    /** Deletes messages and counts them. */
    async remove(ids: readonly number[]) {
      let count = 0;
      for (let from = 0; from < ids.length; from += removalSize)
        count += await removeAll(ids.slice(from, from + removalSize));
      return count;
    },
    /**
     * The time that retention trusts, and that of the clock. If the clock jumps, the first follows by a day at each
     * check, so that no message is deleted too soon while somebody can see what is wrong.
     */
    checkClock: () =>
      transaction(async (within, now) => {
        const [known] = await within(
          'select trusted_at as trusted, checked_at as checked from contact_clock',
        );
        const [last] = await within('select max(received_at) as at from contact_messages');
        const before = known
          ? toMilliseconds(known['trusted'])
          : last?.['at']
            ? toMilliseconds(last['at'])
            : now;
        if (known && Math.abs(now - toMilliseconds(known['checked'])) < clockCheckInterval)
          return { trusted: Math.min(before, now), now };
        const trusted = Math.min(before + dayMs, now);
        await within('delete from contact_clock');
        await within('insert into contact_clock (trusted_at, checked_at) values ($1, $2)', [
          iso(trusted),
          iso(now),
        ]);
        return { trusted, now };
      }),
    /** Deletes some of the messages that came before a moment. Returns whether there are more. */
    async removeBefore(moment: number) {
      const old = await query(
        `select id from contact_messages where received_at < $1 order by id limit ${removalSize}`,
        [iso(moment)],
      );
      if (old.length > 0) await removeAll(old.map(({ id }) => Number(id)));
      return old.length === removalSize;
    },
  };
}

/** Counts how often each budget with a limit was taken from. */
async function countBudgets(query: Query, budgets: readonly Budget[], now: number) {
  const limited = budgets
    .filter(({ most }) => most > 0)
    .map((budget) => [budgetKey(budget), budget] as const);
  const counts = [...new Map(limited)].map(async ([key, { name, seconds }]) => {
    const [row] = await query(
      'select count(*) as count from contact_arrivals where budget = $1 and at > $2',
      [name, iso(now - seconds * 1000)],
    );
    return [key, Number(row?.['count'])] as const;
  });
  return new Map(await Promise.all(counts));
}

const noteBudgets = (query: Query, budgets: readonly Budget[], now: number) =>
  [...budgetNames(budgets)].map((name) =>
    query('insert into contact_arrivals (at, budget) values ($1, $2)', [iso(now), name]),
  );

const messageId = '(select id from contact_messages where key = $1)';

/** All that is written for a message. */
function writeDecision(query: Query, { arrival, result, taken, spent }: Decision, now: number) {
  const { keys, form, language, message, files = [], words } = arrival;
  const [key] = keys;
  if (result === 'too-many-today' && spent && words) {
    const limitWords: LimitWords = { site: words.site, perDay: spent.most, language };
    return [
      // A notification once a day.
      query(
        'insert into contact_outbox (day, words, next_at) values ($1, $2, $3) on conflict (day) do nothing',
        [iso(now).slice(0, 10), JSON.stringify(limitWords), iso(now)],
      ),
    ];
  }
  if (result !== 'stored') return [];
  return [
    ...noteBudgets(query, taken, now),
    query(
      `insert into contact_messages (key, received_at, form, language, name, email, company, message, other)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        key,
        iso(now),
        form,
        language,
        message.name,
        message.email,
        message.company,
        message.message,
        JSON.stringify(message.other),
      ],
    ),
    ...files.map(({ field, name, kind, size, content }, place) =>
      query(
        `insert into contact_files (message_id, place, field, name, kind, size, content)
         values (${messageId}, $2, $3, $4, $5, $6, $7)`,
        [key, place, field, name, kind, size, Buffer.from(content, 'base64')],
      ),
    ),
    ...(words
      ? [
          query(`insert into contact_outbox (message_id, words, next_at) values (${messageId}, $2, $3)`, [
            key,
            JSON.stringify(words),
            iso(now),
          ]),
        ]
      : []),
  ];
}
