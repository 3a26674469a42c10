import type { DatabaseSync } from 'node:sqlite';
import { clockTable } from './agreed-time.ts';
import { attachmentsTable } from './attached-files.ts';
import { outboxOfDaysToo, outboxTable } from './outbox-file.ts';

/** Brings the tables from one version to the next. */
interface Step {
  sql: string;
  /** Finds a row where it is done already, so that it may come again. */
  isDone?: string;
}

/** Each from the version that is its place in this list. */
const steps: readonly Step[] = [
  {
    sql: `
  create table if not exists contact_messages (
    id integer primary key autoincrement,
    key text not null unique,
    received_at text not null,
    form text,
    language text,
    name text not null,
    email text not null,
    company text,
    message text not null,
    other text not null
  );
  create table if not exists contact_arrivals (at integer not null, source text);
  create index if not exists contact_arrivals_at on contact_arrivals (at);
`,
  },
  {
    sql: 'alter table contact_messages add column mark text',
    isDone: `select 1 from pragma_table_info('contact_messages') where name = 'mark'`,
  },
  { sql: outboxTable, isDone: `select 1 from sqlite_schema where name = 'contact_outbox'` },
  { sql: outboxOfDaysToo, isDone: `select 1 from pragma_table_info('contact_outbox') where name = 'day'` },
  { sql: attachmentsTable, isDone: `select 1 from sqlite_schema where name = 'contact_files'` },
  { sql: clockTable, isDone: `select 1 from sqlite_schema where name = 'contact_clock'` },
];

/** An earlier program that opened the file may have noted a version that it is past. */
export function bringUpToDate(database: DatabaseSync): void {
  database.exec('begin immediate');
  const [found] = database.prepare('pragma user_version').all();
  const version = Number(found?.['user_version']);
  for (const { sql, isDone } of steps.slice(version)) {
    if (isDone !== undefined && database.prepare(isDone).get()) continue;
    database.exec(sql);
  }
  if (version < steps.length) database.exec(`pragma user_version = ${steps.length}`);
  database.exec('commit');
}
