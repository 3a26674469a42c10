import type { Query, Sql, Transaction } from './message-database.ts';

/** The longest wait for a response from the database, in milliseconds. */
const defaultTimeoutMs = 5000;

const returnText = (text: string): string => text;

/** The conversions that `Query` requires: times are ISO 8601, JSON is text, and big integers are numbers. */
const types = {
  date: {
    to: 1184,
    from: [1082, 1114, 1184],
    serialize: returnText,
    parse: (timestamp: string) => new Date(timestamp).toISOString(),
  },
  json: { to: 114, from: [114, 3802], serialize: returnText, parse: returnText },
  bigint: { to: 20, from: [20], serialize: String, parse: Number },
};

/** The SQL that starts each transaction: its settings, and a lock that allows only one transaction at a time. */
const beginStatement = `select
  -- A process that stops in the middle would block all others.
  set_config('idle_in_transaction_session_timeout', '3000', true),
  -- Plans from the time when the tables were empty would later read whole tables.
  set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
  pg_advisory_xact_lock(hashtext('contact_messages'))`;

/**
 * Opens a PostgreSQL database. Connects at the first query, and again after a query that took too long. All
 * statements are prepared, unless the URL contains `prepare=false`.
 */
export function openPostgres(url: string, timeout = defaultTimeoutMs): Sql & { close(): Promise<void> } {
  let connection: ReturnType<typeof openConnection> | undefined;

  async function openConnection() {
    const { default: postgres } = await import('postgres');
    return postgres(url, {
      // More connections are useless, because only one transaction runs at a time.
      max: 2,
      types,
      // Turn off the query for types, because it would cause an unhandled rejection if the connection is lost.
      fetch_types: false,
      connect_timeout: Math.min(timeout, defaultTimeoutMs) / 1000,
      backoff: () => 0.1,
      onnotice() {},
      ...(!/[?&]ssl(?:mode)?=/.test(url) && { ssl: 'prefer' as const }),
    });
  }

  async function close(): Promise<void> {
    const closing = connection;
    connection = undefined;
    await (await closing)?.end({ timeout: 0 });
  }

  /** Returns the result of a task, or rejects after the timeout. */
  async function limitTime<Result>(work: Promise<Result>): Promise<Result> {
    work.catch(() => {});
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeoutPromise = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`The database did not respond within ${timeout / 1000} s.`));
        // Close the connection, because other queries on it would also wait.
        close().catch(() => {});
      }, timeout);
    });
    return Promise.race([work, timeoutPromise]).finally(() => clearTimeout(timer));
  }

  type Connection = Pick<Awaited<ReturnType<typeof openConnection>>, 'unsafe'>;
  const createQuery =
    (sql: Connection): Query =>
    (text, values = []) =>
      // Prepare statements, which then need one round trip instead of two. Execute them at once, to keep the order of
      // queries.
      sql.unsafe(text, [...values], { prepare: true }).execute();

  async function runTransaction<Result>(work: Transaction<Result>): Promise<Result> {
    const sql = await (connection ??= openConnection());
    const { result } = await sql.begin(async (within) => {
      const query = createQuery(within);
      const [, [state]] = await Promise.all([
        query(beginStatement),
        query(`select clock_timestamp() as now, current_setting('transaction_read_only') as "readOnly"`),
      ]);
      // A database is read-only after a failover, or if the disk of a Supabase project is full.
      if (state?.['readOnly'] === 'on') throw new Error('The database is read-only.');
      return { result: await work(query, Date.parse(String(state?.['now']))) };
    });
    return result;
  }

  return {
    query: (text, values) =>
      limitTime((connection ??= openConnection()).then((sql) => createQuery(sql)(text, values))),
    transaction: (work) => limitTime(runTransaction(work)),
    close,
  };
}

/** Returns whether the database rejected a statement but still accepts others. */
export const isRejectedStatement = (problem: unknown): boolean =>
  problem instanceof Error && 'severity' in problem && problem.severity === 'ERROR';
