import { WrongUse } from '../base/command.ts';

/** The address of the PostgreSQL database that keeps the messages; nothing if a file of this machine does. */
export function databaseUrl(env: NodeJS.ProcessEnv): string | undefined {
  const url = env['DATABASE_URL'];
  if (!url) return undefined;
  if (!URL.canParse(url) || !['postgres:', 'postgresql:'].includes(new URL(url).protocol))
    throw new WrongUse('DATABASE_URL must be an address like postgres://user@host/name.');
  return url;
}

/** A database without what opens it. */
export function databaseName(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname;
}
