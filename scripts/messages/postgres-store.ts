import { setTimeout as pause } from 'node:timers/promises';
import { type CallFunction, messageDatabase } from '../../supabase/functions/send-contact-email/database.ts';
import type { ReceivedMessage } from '../../supabase/functions/send-contact-email/message.ts';
import { UsageError } from '../system/command.ts';
import { createBatcher, storeBatch } from './batch.ts';
import { deliveryFromEnv } from './delivery.ts';
import { startNotifier } from './notifier.ts';
import { startRetention } from './retention.ts';
import type { MessageStore } from './store.ts';

/** How long the database may take to respond, in milliseconds. */
const defaultTimeout = 5000;
/** How long closing may take, in milliseconds. A mail server may take longer. */
const closeTimeout = 2000;

/** PostgreSQL writes lists of numbers in braces. Lists of objects are JSON. */
const toParameter = (value: unknown): unknown =>
  Array.isArray(value) && typeof value[0] !== 'object' ? `{${value.join(',')}}` : value;

/**
 * Calls functions of a PostgreSQL database. Connects with the first call, and again after a call that took too
 * long.
 */
export function sqlClient(url: string, timeout = defaultTimeout) {
  let connection: ReturnType<typeof connect> | undefined;

  async function connect() {
    const { default: postgres } = await import('postgres');
    return postgres(url, {
      max: 4,
      // This query would be rejected without a handler if the connection is lost.
      fetch_types: false,
      connect_timeout: Math.min(timeout, defaultTimeout) / 1000,
      backoff: () => 0.1,
      onnotice() {},
    });
  }

  async function close(): Promise<void> {
    const closing = connection;
    connection = undefined;
    await (await closing)?.end({ timeout: 0 });
  }

  const call: CallFunction = async (name, args) => {
    const sql = await (connection ??= connect());
    const parameters = Object.keys(args).map((parameter, index) => `${parameter} => $${index + 1}`);
    const query = sql.unsafe(
      `select ${name}(${parameters.join(', ')}) as result`,
      // The driver serializes what the migrations of this project accept.
      Object.values(args).map(toParameter) as never[],
      // A prepared call needs one round trip instead of two.
      { prepare: true },
    );
    query.catch(() => {});
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`The database did not respond within ${timeout / 1000} s.`));
        // Other calls on this connection would wait, too.
        close().catch(() => {});
      }, timeout);
    });
    const [row] = await Promise.race([query, late]).finally(() => clearTimeout(timer));
    return row?.['result'];
  };
  return { call, close };
}

/** Whether the database rejected a call, and still accepts others. */
const isRejectedCall = (problem: unknown): boolean =>
  problem instanceof Error && 'severity' in problem && problem.severity === 'ERROR';

/** Opens the messages in a PostgreSQL database with the migrations of supabase/. */
export function openDatabaseStore(url: string, env: NodeJS.ProcessEnv = process.env): MessageStore {
  const { call, close } = sqlClient(url);
  const database = messageDatabase(call);
  const notifier = startNotifier(database, deliveryFromEnv(env)?.channel);
  const retention = startRetention(env, async (months) => {
    await call('delete_old_contact_messages', { months });
    return false;
  });
  const store = createBatcher(
    (arrivals: readonly ReceivedMessage[]) =>
      storeBatch(arrivals, database.storeAll, (problem) => !isRejectedCall(problem)),
    defaultTimeout,
  );

  return {
    async open() {
      await database.isLate();
      retention.run();
      notifier.check();
    },
    async store(arrival) {
      const result = await store(arrival);
      notifier.check();
      return result;
    },
    take: database.take,
    isLate: database.isLate,
    async close() {
      retention.stop();
      await Promise.race([notifier.close(), pause(closeTimeout, undefined, { ref: false })]);
      await close();
    },
  };
}

/** The URL of the PostgreSQL database with the messages. Undefined if they are in a file. */
export function databaseUrlFromEnv(env: NodeJS.ProcessEnv): string | undefined {
  const url = env['DATABASE_URL'];
  if (!url) return undefined;
  if (!URL.canParse(url) || !['postgres:', 'postgresql:'].includes(new URL(url).protocol))
    throw new UsageError('DATABASE_URL must be a URL like postgres://user@host/name.');
  return url;
}

/** The host and name of a database, without the password. */
export function databaseName(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname;
}
