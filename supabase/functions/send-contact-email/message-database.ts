import { Buffer } from 'node:buffer';
import {
  decideAdmissions,
  toBudgetKey,
  collectBudgetNames,
  collectBudgets,
  type Decision,
  isExhausted,
} from './admission.ts';
import type { Budget, FileWithContent, ReceivedMessage, StoredMessage, StoreResult } from './message.ts';
import type { LimitWords } from './notification.ts';
import { type DueNotification, computeNextAttempt } from './outbox.ts';

type SqlValue = string | number | null | Uint8Array;

/** Runs an SQL statement with values for `$1`, `$2`, … Times in results are ISO 8601, and JSON is text. */
export type Query = (text: string, values?: readonly SqlValue[]) => Promise<Record<string, unknown>[]>;

/** A function that runs queries in a transaction. `now` is the database time, in milliseconds. */
export type Transaction<Result> = (query: Query, now: number) => Promise<Result>;

/** A database with the message tables. All SQL in this file works in both PostgreSQL and SQLite. */
export interface Sql {
  /** Runs a query that only reads. */
  query: Query;
  /**
   * Runs a transaction that writes. Only one transaction runs at a time, across all processes, so that counts are
   * still valid when messages are stored. Simultaneous queries are sent together.
   */
  transaction<Result>(work: Transaction<Result>): Promise<Result>;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The duration of a claim, in milliseconds. Claims expire, because the process that holds a claim may have ended. */
const leaseMs = 2 * 60_000;

/**
 * The minimum time between two checks of the clock, in milliseconds. Earlier checks, such as after a restart, are
 * ignored.
 */
const clockCheckIntervalMs = 5 * hourMs;

/** The number of messages per page. */
const pageSize = 200;
/**
 * The number of messages that a transaction deletes. It is small, because new messages have to wait for the
 * transaction.
 */
const removalSize = 100;

const selectMessages = `
  select m.id, m.form, m.language, m.name, m.email, m.company, m.message, m.mark, case
      when o.message_id is null then null
      when o.delivered_at is not null then 'sent'
      when o.error is not null then 'failed'
      else 'waiting'
    end as notification, m.received_at as "receivedAt", m.other
  from contact_messages m left join contact_outbox o on o.message_id = m.id`;

const toMilliseconds = (value: unknown): number => new Date(value as string | Date).getTime(); // the value of a time column
const toIso = (milliseconds: number): string => new Date(milliseconds).toISOString();

async function readMessages(
  query: Query,
  condition: string,
  ...values: SqlValue[]
): Promise<StoredMessage[]> {
  const rows = await query(`${selectMessages} where ${condition}`, values);
  const files = await Promise.all(
    rows.map(({ id }) =>
      query('select field, name, kind, size from contact_files where message_id = $1 order by place', [
        Number(id),
      ]),
    ),
  );
  return rows.map((row, index) => ({
    // The columns have the types of the inserted values.
    ...(row as unknown as StoredMessage),
    other: JSON.parse(String(row['other'])),
    ...((files[index] ?? []).length > 0 && { files: files[index] as unknown as StoredMessage['files'] }),
  }));
}

const readMessage = (query: Query, id: number) => readMessages(query, 'm.id = $1', id);

export type MessageDatabase = ReturnType<typeof createDatabaseQueries>;

/** Returns the queries for messages and their notifications. */
export const createDatabaseQueries = (sql: Sql) => ({
  ...createArrivalQueries(sql),
  ...createNotificationQueries(sql),
  ...createStoredMessageQueries(sql),
});

/** Returns the queries that store messages within the limits. */
function createArrivalQueries({ transaction }: Sql) {
  return {
    /** Takes one unit from each budget if none is exhausted. Returns whether it took them. */
    take: (budgets: readonly Budget[]) =>
      transaction(async (runQuery, now) => {
        const counts = await countBudgets(runQuery, budgets, now);
        if (budgets.some((budget) => isExhausted(budget, counts))) return false;
        await Promise.all(recordBudgets(runQuery, budgets, now));
        return true;
      }),
    /** Stores either all messages or none. Resolves when the messages are stored on disk. */
    storeAll: (arrivals: readonly ReceivedMessage[]): Promise<StoreResult[]> =>
      transaction(async (runQuery, now) => {
        const [, storedRows, counts] = await Promise.all([
          // Also delete arrivals in the future, which are old arrivals from before the clock was set back.
          runQuery('delete from contact_arrivals where at <= $1 or at > $2', [
            toIso(now - dayMs),
            toIso(now + hourMs),
          ]),
          Promise.all(
            arrivals.map(({ keys: [key, earlier = key] }) =>
              runQuery('select key from contact_messages where key in ($1, $2)', [key, earlier]),
            ),
          ),
          countBudgets(runQuery, arrivals.flatMap(collectBudgets), now),
        ]);
        const storedKeys = storedRows.flat().map(({ key }) => String(key));
        const decisions = decideAdmissions(arrivals, storedKeys, counts);
        await Promise.all(decisions.flatMap((decision) => writeDecision(runQuery, decision, now)));
        return decisions.map(({ result }) => result);
      }),
  };
}

/** Returns the queries of an `Outbox`, and queries for overdue and failed notifications. */
function createNotificationQueries({ query, transaction }: Sql) {
  return {
    claim: () =>
      transaction(async (runQuery, now): Promise<DueNotification[]> => {
        const [due] = await runQuery(
          `select id, message_id as "messageId", words, coalesce(
             (select key from contact_messages where id = message_id), 'limit-' || day
           ) as key
           from contact_outbox where delivered_at is null and next_at <= $1 order by id limit 1`,
          [toIso(now)],
        );
        if (!due) return [];
        const { messageId, words, ...notification } = due;
        const [message = null] = messageId === null ? [] : await readMessage(runQuery, Number(messageId));
        await runQuery('update contact_outbox set attempts = attempts + 1, next_at = $1 where id = $2', [
          toIso(now + leaseMs),
          Number(due['id']),
        ]);
        // The columns have the types of the inserted values.
        return [{ ...notification, words: JSON.parse(String(words)), message } as unknown as DueNotification];
      }),

    settle: (id: number, error?: string) =>
      transaction(async (runQuery, now) => {
        if (error === undefined) {
          await runQuery('update contact_outbox set delivered_at = $1, error = null where id = $2', [
            toIso(now),
            id,
          ]);
          return;
        }
        const [row] = await runQuery('select attempts from contact_outbox where id = $1', [id]);
        const nextAttempt = computeNextAttempt(Number(row?.['attempts'] ?? 1), now);
        await runQuery('update contact_outbox set next_at = $1, error = $2 where id = $3', [
          toIso(nextAttempt),
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
        // The columns have the types of the inserted values.
        ...(file as unknown as FileWithContent),
        content: Buffer.from(content as Uint8Array).toString('base64'),
      }));
    },

    /** Returns whether a notification is overdue by more than an hour. Rejects if messages cannot be stored. */
    isLate: () =>
      transaction(async (runQuery, now) => {
        const overdueRows = await runQuery(
          `select o.id from contact_outbox o join contact_messages m on m.id = o.message_id
           where o.delivered_at is null and m.received_at < $1 limit 1`,
          [toIso(now - hourMs)],
        );
        return overdueRows.length > 0;
      }),
    /** Makes failed notifications due again, and returns the number of these notifications. */
    retry: () =>
      transaction(async (runQuery, now) => {
        const retried = await runQuery(
          `update contact_outbox set attempts = 0, next_at = $1
           where delivered_at is null and error is not null returning id`,
          [toIso(now)],
        );
        return retried.length;
      }),
  };
}

/** Returns the queries that read, mark and delete stored messages. */
function createStoredMessageQueries({ query, transaction }: Sql) {
  async function removeAll(ids: readonly number[]): Promise<number> {
    const removed = await transaction((runQuery) =>
      Promise.all(ids.map((id) => runQuery('delete from contact_messages where id = $1 returning id', [id]))),
    );
    return removed.flat().length;
  }

  return {
    /** Returns the next page of messages after `lastId`. With `email`, only includes messages from this address. */
    after: (lastId: number, email = '') =>
      readMessages(
        query,
        `m.id > $1 and ($2 = '' or lower(m.email) = lower($2)) order by m.id limit ${pageSize}`,
        lastId,
        email,
      ),
    /** Returns the messages with these ids, in the order of the ids. */
    withIds: async (ids: readonly number[]) =>
      (await Promise.all(ids.map((id) => readMessage(query, id)))).flat(),
    /** Sets or removes the mark of a message. */
    async mark(id: number, mark: string | null) {
      await transaction((runQuery) =>
        runQuery('update contact_messages set mark = $1 where id = $2', [mark, id]),
      );
    },
    /** Deletes messages, and returns the number of deleted messages. */
    async remove(ids: readonly number[]) {
      let count = 0;
      for (let from = 0; from < ids.length; from += removalSize)
        count += await removeAll(ids.slice(from, from + removalSize));
      return count;
    },
    /**
     * Returns the trusted time for retention, and the clock time. If the clock jumps, the trusted time follows it by
     * one day per check, so that operators can correct the clock before messages are deleted too soon.
     */
    checkClock: () =>
      transaction(async (runQuery, now) => {
        const [storedClock] = await runQuery(
          'select trusted_at as trusted, checked_at as checked from contact_clock',
        );
        const [last] = await runQuery('select max(received_at) as at from contact_messages');
        const before = storedClock
          ? toMilliseconds(storedClock['trusted'])
          : last?.['at']
            ? toMilliseconds(last['at'])
            : now;
        if (storedClock && Math.abs(now - toMilliseconds(storedClock['checked'])) < clockCheckIntervalMs)
          return { trusted: Math.min(before, now), now };
        const trusted = Math.min(before + dayMs, now);
        await runQuery('delete from contact_clock');
        await runQuery('insert into contact_clock (trusted_at, checked_at) values ($1, $2)', [
          toIso(trusted),
          toIso(now),
        ]);
        return { trusted, now };
      }),
    /** Deletes a batch of messages that were received before this time. Returns whether there are more of them. */
    async removeBefore(time: number) {
      const old = await query(
        `select id from contact_messages where received_at < $1 order by id limit ${removalSize}`,
        [toIso(time)],
      );
      if (old.length > 0) await removeAll(old.map(({ id }) => Number(id)));
      return old.length === removalSize;
    },
  };
}

/** Counts the uses of each budget that has a limit. */
async function countBudgets(query: Query, budgets: readonly Budget[], now: number) {
  const limited = budgets
    .filter(({ most }) => most > 0)
    .map((budget) => [toBudgetKey(budget), budget] as const);
  const counts = [...new Map(limited)].map(async ([key, { name, seconds }]) => {
    const [row] = await query(
      'select count(*) as count from contact_arrivals where budget = $1 and at > $2',
      [name, toIso(now - seconds * 1000)],
    );
    return [key, Number(row?.['count'])] as const;
  });
  return new Map(await Promise.all(counts));
}

const recordBudgets = (query: Query, budgets: readonly Budget[], now: number) =>
  [...collectBudgetNames(budgets)].map((name) =>
    query('insert into contact_arrivals (at, budget) values ($1, $2)', [toIso(now), name]),
  );

const messageId = '(select id from contact_messages where key = $1)';

/** Writes the message, its files, the used budgets and the notification. */
function writeDecision(
  query: Query,
  { arrival, result, usedBudgets: taken, exhaustedBudget: spent }: Decision,
  now: number,
) {
  const { keys, form, language, message, files = [], words } = arrival;
  const [key] = keys;
  if (result === 'too-many-today' && spent && words) {
    const limitWords: LimitWords = { site: words.site, perDay: spent.most, language };
    return [
      // Report the daily limit at most once a day.
      query(
        'insert into contact_outbox (day, words, next_at) values ($1, $2, $3) on conflict (day) do nothing',
        [toIso(now).slice(0, 10), JSON.stringify(limitWords), toIso(now)],
      ),
    ];
  }
  if (result !== 'stored') return [];
  return [
    ...recordBudgets(query, taken, now),
    query(
      `insert into contact_messages (key, received_at, form, language, name, email, company, message, other)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        key,
        toIso(now),
        form,
        language,
        message.name,
        message.email,
        message.company,
        message.message,
        JSON.stringify(message.other),
      ],
    ),
    ...files.map(({ field, name, kind, size, content }, fileIndex) =>
      query(
        `insert into contact_files (message_id, place, field, name, kind, size, content)
         values (${messageId}, $2, $3, $4, $5, $6, $7)`,
        [key, fileIndex, field, name, kind, size, Buffer.from(content, 'base64')],
      ),
    ),
    ...(words
      ? [
          query(`insert into contact_outbox (message_id, words, next_at) values (${messageId}, $2, $3)`, [
            key,
            JSON.stringify(words),
            toIso(now),
          ]),
        ]
      : []),
  ];
}
