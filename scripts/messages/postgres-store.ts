import { createDatabaseQueries } from '../../supabase/functions/send-contact-email/message-database.ts';
import { isRejectedStatement, openPostgres } from '../../supabase/functions/send-contact-email/postgres.ts';
import { UsageError } from '../system/command.ts';

/** Opens the messages in a PostgreSQL database that was set up with the migrations in `supabase/`. */
export function openDatabaseMessages(url: string, timeout: number) {
  const connection = openPostgres(url, timeout);
  const database = createDatabaseQueries(connection);
  return {
    ...database,
    open: async () => void (await database.isLate()),
    concernsAll: (problem: unknown) => !isRejectedStatement(problem),
    close: connection.close,
  };
}

/** Returns the URL of the PostgreSQL database with the messages, or `undefined` if the messages are in a file. */
export function readDatabaseUrl(env: NodeJS.ProcessEnv): string | undefined {
  const url = env['DATABASE_URL'];
  if (!url) return undefined;
  if (!URL.canParse(url) || !['postgres:', 'postgresql:'].includes(new URL(url).protocol))
    throw new UsageError('DATABASE_URL must be a URL like postgres://user@host/name.');
  return url;
}

/** Returns the host and name of a database for messages, without the password. */
export function formatDatabaseName(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname;
}
