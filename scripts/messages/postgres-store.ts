import { setTimeout as pause } from 'node:timers/promises';
import {
  type CommandContext,
  messageDatabase,
} from '../../supabase/functions/send-contact-email/database.ts';
import type { ReceivedMessage } from '../../supabase/functions/send-contact-email/message.ts';
import type { MessageStore } from './store.ts';
import { deliveryFromEnv } from './delivery.ts';
import { retentionMonths } from './retention.ts';
import { batch, storeBatch } from './batch.ts';
import { startNotifier } from './outbox-table.ts';
import { UsageError } from '../system/command.ts';

/** How long the database may be silent, in milliseconds. */
const defaultTimeout = 5000;

/** Functions of a PostgreSQL database, called through its driver. */
export interface SqlCalls {
  call: CommandContext;
  close(): Promise<void>;
}

/** Lists of numbers as PostgreSQL writes them; those of objects are JSON. */
const written = (value: unknown): unknown =>
  Array.isArray(value) && typeof value[0] !== 'object' ? `{${value.join(',')}}` : value;

/** Whether the database itself says what is wrong with a call, and takes others. */
export const isDatabaseError = (problem: unknown): boolean =>
  problem instanceof Error && 'severity' in problem && problem.severity === 'ERROR';

/** Connects with the first call, and anew where the database has not answered in time. */
export function sqlClient(url: string, patience = defaultTimeout): SqlCalls {
  type Driver = Awaited<ReturnType<typeof connect>>;
  let connected: Promise<Driver> | undefined;

  async function connect() {
    const { default: postgres } = await import('postgres');
    return postgres(url, {
      max: 4,
      // What it asks for by itself fails unheard where the database goes away meanwhile.
      fetch_types: false,
      connect_timeout: Math.min(patience, defaultTimeout) / 1000,
      backoff: () => 0.1,
      onnotice() {},
    });
  }

  async function close(): Promise<void> {
    const closing = connected;
    connected = undefined;
    await (await closing)?.end({ timeout: 0 });
  }

  return {
    async call(name, given) {
      const driver = await (connected ??= connect());
      const names = Object.keys(given).map((one, index) => `${one} => $${index + 1}`);
      // The names are those of this project's own functions; the driver takes whatever they take.
      const query = driver.unsafe(
        `select ${name}(${names.join(', ')}) as result`,
        Object.values(given).map(written) as never[],
        // Prepared once for each connection, a call crosses to the database once instead of twice.
        { prepare: true },
      );
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, fail) => {
        timer = setTimeout(() => {
          fail(new Error(`The database did not answer within ${patience / 1000} s.`));
          // Whatever waits behind this waits in vain.
          close().catch(() => {});
        }, patience);
      });
      query.catch(() => {});
      const [row] = await Promise.race([query, late]).finally(() => clearTimeout(timer));
      return row?.['result'];
    },
    close,
  };
}

/** How often what has become too old is looked for, in milliseconds. */
const sixHours = 6 * 3_600_000;

/** How long storing may take, in milliseconds. */
const patience = 5000;

/** How long ending may take, in milliseconds. */
const longestEnd = 2000;

/** The messages kept in a PostgreSQL database that has the migrations in `supabase/`. */
export function openDatabaseStore(url: string, env: NodeJS.ProcessEnv = process.env): MessageStore {
  const { call, close } = sqlClient(url);
  const database = messageDatabase(call);
  const teller = startNotifier(database, deliveryFromEnv(env)?.channel);
  const months = retentionMonths(env);

  /** A database without the newest migration takes them one by one. */
  const storeAll = (arrivals: readonly ReceivedMessage[]) =>
    arrivals.length > 1 ? database.storeAll(arrivals) : Promise.all(arrivals.map(database.store));
  const storeInBatch = batch(
    (arrivals: readonly ReceivedMessage[]) =>
      storeBatch(arrivals, storeAll, (problem) => !isDatabaseError(problem)),
    patience,
  );

  function removeOld(): void {
    if (months > 0) call('delete_old_contact_messages', { months }).catch(report);
  }
  const report = (problem: unknown) => console.error(problem);
  const timer = setInterval(removeOld, sixHours).unref();

  return {
    async open() {
      await database.isLate();
      removeOld();
      teller.look();
    },
    async store(arrival) {
      const receipt = await storeInBatch(arrival);
      teller.look();
      return receipt;
    },
    isLate: () => database.isLate(),
    list: () => database.list(),
    async close() {
      clearInterval(timer);
      // A mail server may think for longer than anybody waits.
      await Promise.race([teller.close(), pause(longestEnd, undefined, { ref: false })]);
      await close();
    },
  };
}

/** The address of the PostgreSQL database that keeps the messages; nothing if a file of this machine does. */
export function databaseUrlFromEnv(env: NodeJS.ProcessEnv): string | undefined {
  const url = env['DATABASE_URL'];
  if (!url) return undefined;
  if (!URL.canParse(url) || !['postgres:', 'postgresql:'].includes(new URL(url).protocol))
    throw new UsageError('DATABASE_URL must be an address like postgres://user@host/name.');
  return url;
}

/** A database without what opens it. */
export function databaseName(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname;
}
