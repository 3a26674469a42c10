import { setTimeout as pause } from 'node:timers/promises';
import { storeInBatches } from '../../supabase/functions/send-contact-email/batch.ts';
import { messageDatabase } from '../../supabase/functions/send-contact-email/message-database.ts';
import { isRejectedStatement, openPostgres } from '../../supabase/functions/send-contact-email/postgres.ts';
import { UsageError } from '../system/command.ts';
import { deliveryFromEnv } from './delivery.ts';
import { startNotifier } from './notifier.ts';
import { startRetention } from './retention.ts';
import type { MessageStore } from './store.ts';

/** How long closing may take, in milliseconds. A mail server may take longer. */
const closeTimeout = 2000;

/** Opens the messages in a PostgreSQL database with the migrations of supabase/. */
export function openDatabaseStore(url: string, env: NodeJS.ProcessEnv = process.env): MessageStore {
  const connection = openPostgres(url);
  const database = messageDatabase(connection);
  const notifier = startNotifier(database, deliveryFromEnv(env)?.channel);
  const retention = startRetention(env, database.removeBefore);
  const store = storeInBatches(database.storeAll, (problem) => !isRejectedStatement(problem));

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
      await connection.close();
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
