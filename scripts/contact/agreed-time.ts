import type { DatabaseSync } from 'node:sqlite';

/** Since when the clock has gone on without a leap, as far as anybody looked, and when that was last. */
export const clockTable = `
  create table contact_clock (only integer primary key check (only = 1), since integer not null, last integer not null);
`;

/** A clock that has gone on for so long is taken to be right, in milliseconds; one that leaps so far is not. */
const week = 7 * 24 * 3_600_000;

/**
 * The moment by which messages may be found too old to be kept. A clock that has just leapt ahead is believed no
 * further than to the newest message of before: what is deleted is gone for good.
 */
export function agreedTime(database: DatabaseSync, now: number): number {
  const noted = database.prepare('select since, last from contact_clock').get();
  const last = Number(noted?.['last'] ?? 0);
  const since = now < last || now > last + week ? now : Number(noted?.['since']);
  database
    .prepare('insert or replace into contact_clock (only, since, last) values (1, ?, ?)')
    .run(since, now);
  if (now - since >= week) return now;
  const before = database.prepare(
    'select max(received_at) as newest from contact_messages where received_at < ?',
  );
  const newest = before.get(new Date(since).toISOString())?.['newest'];
  return newest == null ? now : Math.min(now, Date.parse(String(newest)));
}
