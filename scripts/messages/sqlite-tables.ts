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
  -- When some of a budget was taken, for a day. No row refers to a message.
  create table contact_arrivals (at integer not null, budget text not null);
  create index contact_arrivals_at on contact_arrivals (at);
  create index contact_arrivals_budget on contact_arrivals (budget, at);
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
  pragma user_version = 3;
`;

/** Changes of the tables of older files, by the version that they lead to. */
const changes = new Map([
  [2, "alter table contact_arrivals add column budget text not null default ''; pragma user_version = 2;"],
  [
    3,
    `delete from contact_arrivals;
     alter table contact_arrivals drop column source;
     create index contact_arrivals_budget on contact_arrivals (budget, at);
     pragma user_version = 3;`,
  ],
]);
const newest = Math.max(...changes.keys());

const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('pragma user_version').get()?.['user_version']);

/** Creates the tables in a new file, and changes those of an older one. Writes nothing into any other. */
export function createTables(database: DatabaseSync): void {
  if (versionOf(database) >= newest) return;
  database.exec('begin immediate');
  // Another process may have created or changed them in the meantime.
  const version = versionOf(database);
  if (version === 0) database.exec(tables);
  else for (const [to, change] of changes) if (to > version) database.exec(change);
  database.exec('commit');
}
