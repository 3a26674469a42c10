import { Buffer } from 'node:buffer';
import type { DatabaseSync } from 'node:sqlite';
import type { FileWithContent } from '../../supabase/functions/send-contact-email/message.ts';
import { clockTable } from '../../legacy/scripts/contact/agreed-time.ts';

export const outboxTable = `
  create table contact_outbox (
    message_id integer primary key references contact_messages (id) on delete cascade,
    words text not null,
    attempts integer not null default 0,
    next_at integer not null default 0,
    delivered_at integer,
    error text
  );
`;

/** The same for what is no message: the day on which no more of them were taken. */
export const outboxOfDaysToo = `
  create table contact_notices (
    id integer primary key autoincrement,
    message_id integer unique references contact_messages (id) on delete cascade,
    day text unique,
    words text not null,
    attempts integer not null default 0,
    next_at integer not null default 0,
    delivered_at integer,
    error text
  );
  insert into contact_notices (message_id, words, attempts, next_at, delivered_at, error)
    select message_id, words, attempts, next_at, delivered_at, error from contact_outbox order by message_id;
  drop table contact_outbox;
  alter table contact_notices rename to contact_outbox;
`;

/** What came with messages, which goes with them. */
export const attachmentsTable = `
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
`;

/** A column for a list of messages: their files without the content, as JSON, or nothing. */
export const listedFiles = `(
  select nullif(json_group_array(
    json_object('field', field, 'name', name, 'kind', kind, 'size', size) order by place
  ), '[]')
  from contact_files where message_id = contact_messages.id
) as files`;

/** The files of messages, kept with them. */
interface Attachments {
  add(messageId: number | bigint, files: readonly FileWithContent[]): void;
  of(messageId: number): FileWithContent[];
}

export function createAttachments(database: DatabaseSync): Attachments {
  const add = database.prepare(
    `insert into contact_files (message_id, place, field, name, kind, size, content)
     values (?, ?, ?, ?, ?, ?, ?)`,
  );
  const all = database.prepare(
    'select field, name, kind, size, content from contact_files where message_id = ? order by place',
  );
  return {
    add(messageId, files) {
      for (const [place, { field, name, kind, size, content }] of files.entries())
        add.run(messageId, place, field, name, kind, size, Buffer.from(content, 'base64'));
    },
    of: (messageId) =>
      all.all(messageId).map((row) => {
        // As inserted.
        const { content, ...file } = row as unknown as FileWithContent & { content: Uint8Array };
        return { ...file, content: Buffer.from(content).toString('base64') };
      }),
  };
}

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
export function migrate(database: DatabaseSync): void {
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
