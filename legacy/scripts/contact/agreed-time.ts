import type { DatabaseSync } from 'node:sqlite';

/** When the clock leapt last, as far as anybody looked; when somebody looked last; what is believed since. */
export const clockTable = `
  create table contact_clock (
    only integer primary key check (only = 1),
    since integer not null,
    last integer not null,
    believed integer not null
  );
`;

interface Clock {
  since: number;
  last: number;
  believed: number;
}

/** A clock that has gone on for so long is right, one that leaps so far may be wrong, in milliseconds. */
const week = 7 * 24 * 3_600_000;

/**
 * The moment by which messages may be found too old to be kept. A clock that has just leapt ahead is believed
 * no further than to when it was looked at before: what is deleted is gone for good.
 */
export function agreedTime(database: DatabaseSync, now: number): number {
  // As inserted.
  const noted = database.prepare('select * from contact_clock').get() as Clock | undefined;
  const { since, believed } = goneOn(noted, now) ?? { since: now, believed: newestIn(database, now) };
  const note = database.prepare('insert or replace into contact_clock values (1, ?, ?, ?)');
  note.run(since, now, believed);
  return now - since >= week ? now : believed;
}

function goneOn(noted: Clock | undefined, now: number): Omit<Clock, 'last'> | undefined {
  if (!noted) return undefined;
  const { since, last, believed } = noted;
  if (now < last) return { since: now, believed: now };
  if (now <= last + week) return noted;
  return { since: now, believed: last - since >= week ? last : believed };
}

/** Where nobody has looked before, messages say what time it was at least. */
function newestIn(database: DatabaseSync, now: number): number {
  const newest = database.prepare('select max(received_at) as newest from contact_messages').get()?.[
    'newest'
  ];
  return newest == null ? now : Math.min(now, Date.parse(String(newest)));
}
