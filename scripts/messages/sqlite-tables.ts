import type { DatabaseSync } from 'node:sqlite';

// The same tables for PostgreSQL are in supabase/migrations.
const tables = `
  create table contact_messages (
    id integer primary key autoincrement,
    key text not null unique,
    received_at text not null,
    form text,
    language text,
    name text not null,
    email text not null,
    company text,
    message text not null,
    other text not null,
    mark text
  );
  create table contact_files (
    message_id integer not null references contact_messages (id) on delete cascade,
    place integer not null,
    field text not null,
    name text not null,
    kind text not null,
    size integer not null,
    content blob not null,
    primary key (message_id, place)
  );
  -- When messages came and from which client, for a day. No row refers to a message.
  create table contact_arrivals (at integer not null, source text);
  create index contact_arrivals_at on contact_arrivals (at);
  -- Notifications that are due. Each is about a message, or about the daily limit of a day.
  create table contact_outbox (
    id integer primary key autoincrement,
    message_id integer unique references contact_messages (id) on delete cascade,
    day text unique,
    words text not null,
    attempts integer not null default 0,
    next_at integer not null default 0,
    delivered_at integer,
    error text
  );
  pragma user_version = 1;
`;

const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('pragma user_version').get()?.['user_version']);

/** Creates the tables in a new file. Writes nothing into any other. */
export function createTables(database: DatabaseSync): void {
  if (versionOf(database) > 0) return;
  database.exec('begin immediate');
  // Another process may have created them in the meantime.
  if (versionOf(database) === 0) database.exec(tables);
  database.exec('commit');
}
