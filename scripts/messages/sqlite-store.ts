import { Buffer } from 'node:buffer';
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
  Budget,
  FileWithContent,
  ReceivedMessage,
  StoredMessage,
  StoreResult,
} from '../../supabase/functions/send-contact-email/message.ts';
import { openOutboxTable, type OutboxTable } from './outbox-table.ts';
import {
  assertNotDamaged,
  databaseFiles,
  fileIdentity,
  fsyncFolder,
  isBusy,
  isDiskFull,
  makeDurableFolder,
} from './sqlite-files.ts';
import { createTables } from './sqlite-tables.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Messages of one page. */
const pageSize = 200;
/** Messages that are deleted in one step: nothing is stored meanwhile. */
const removalSize = 100;

/** Messages in an SQLite file. */
export type MessageFile = ReturnType<typeof openMessageFile>;
/** A message file, as far as it can be read. */
export type MessageReader = ReturnType<typeof readerOf>;

/**
 * Opens the messages in a folder. Throws if they are damaged, cannot be written, or are locked for longer than
 * `timeout` milliseconds.
 */
export function openMessageFile(folder: string, timeout = 250) {
  makeDurableFolder(folder);
  const paths = databaseFiles.map((name) => join(folder, name));
  const database = new DatabaseSync(join(folder, databaseFiles[0]), { timeout });
  try {
    startWriteAheadLog(database, timeout);
    // Waits for the disk with each commit.
    database.exec('pragma synchronous = full');
    assertNotDamaged(
      database,
      paths.reduce((sum, path) => sum + sizeOf(path), 0),
    );
    createTables(database);
    fsyncFolder(folder);
    const identities = () => paths.map(fileIdentity).join();
    const opened = identities();
    const reader = readerOf(database);
    const outbox = openOutboxTable(database, reader.find);
    return {
      ...reader,
      ...writerOf(database, outbox),
      outbox,
      /** Whether another process would open the same files. SQLite goes on writing to files that were moved. */
      isInPlace: () => identities() === opened,
    };
  } catch (problem) {
    database.close();
    throw problem;
  }
}

/** Pause before another attempt to change the journal, in milliseconds. */
const journalPause = 10;

/** While another process writes to a new file, SQLite refuses this change and does not wait for the lock. */
function startWriteAheadLog(database: DatabaseSync, timeout: number): void {
  const deadline = Date.now() + timeout;
  for (;;)
    try {
      return database.exec('pragma journal_mode = wal');
    } catch (problem) {
      if (!isBusy(problem) || Date.now() >= deadline) throw problem;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, journalPause);
    }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** Opens messages on a full or read-only disk. Throws if SQLite cannot read them without writing. */
export function openReadOnly(folder: string): MessageReader {
  const [path = '', log = ''] = databaseFiles.map((name) => join(folder, name));
  const open = (place: string | URL) => {
    const database = new DatabaseSync(place, { readOnly: true, timeout: 250 });
    try {
      return readerOf(database);
    } catch (problem) {
      database.close();
      throw problem;
    }
  };
  try {
    return open(path);
  } catch (problem) {
    // To read, SQLite writes next to a database, unless the database cannot change. It cannot if the log is empty.
    if (sizeOf(log) > 0) throw problem;
    return open(new URL(`${pathToFileURL(path).href}?immutable=1`));
  }
}

const select = `
  select contact_messages.*, case
    when outbox.message_id is null then null
    when outbox.delivered_at is not null then 'sent'
    when outbox.error is not null then 'failed'
    else 'waiting'
  end as notification, (
    select json_group_array(
      json_object('field', field, 'name', name, 'kind', kind, 'size', size) order by place
    )
    from contact_files where message_id = contact_messages.id
  ) as files
  from contact_messages left join contact_outbox as outbox on outbox.message_id = contact_messages.id`;

function readerOf(database: DatabaseSync) {
  // The function of SQLite knows ASCII letters only.
  database.function('lower_case', { deterministic: true }, (text) => String(text).toLowerCase());
  const one = database.prepare(`${select} where contact_messages.id = ?`);
  const next = database.prepare(
    `${select} where contact_messages.id > ?1 and (?2 is null or lower_case(email) = lower_case(?2))
     order by contact_messages.id limit ${pageSize}`,
  );
  const files = database.prepare(
    'select field, name, kind, size, content from contact_files where message_id = ? order by place',
  );
  return {
    find: (ids: readonly number[]) => ids.flatMap((id) => one.all(id).map(toMessage)),
    /** A page of the messages after an id: all, or those from an email address. */
    after: (id: number, address?: string) => next.all(id, address ?? null).map(toMessage),
    /** The files of a message. */
    files: (messageId: number): FileWithContent[] =>
      files.all(messageId).map((row) => {
        // The columns are as they were inserted.
        const { content, ...file } = row as unknown as FileWithContent & { content: Uint8Array };
        return { ...file, content: Buffer.from(content).toString('base64') };
      }),
    close: () => database.close(),
  };
}

function toMessage(row: Record<string, unknown>): StoredMessage {
  // The columns are as they were inserted.
  const { received_at: receivedAt, key: _, other, files, ...columns } = row as Record<string, string>;
  const list: unknown[] = JSON.parse(files ?? '[]');
  return {
    ...columns,
    receivedAt,
    other: JSON.parse(other ?? '{}'),
    ...(list.length > 0 && { files: list }),
  } as unknown as StoredMessage;
}

function writerOf(database: DatabaseSync, outbox: OutboxTable) {
  const known = database.prepare('select 1 from contact_messages where key in (?, ?)');
  const arrivals = database.prepare(
    'select count(*) as count from contact_arrivals where budget = ? and at > ?',
  );
  // A clock that was set back leaves arrivals in the future behind.
  const forget = database.prepare('delete from contact_arrivals where at <= ? or at > ?');
  const note = database.prepare('insert into contact_arrivals (at, budget) values (?, ?)');
  const insert = database.prepare(
    `insert into contact_messages (key, received_at, form, language, name, email, company, message, other)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const attach = database.prepare(
    `insert into contact_files (message_id, place, field, name, kind, size, content)
     values (?, ?, ?, ?, ?, ?, ?)`,
  );
  const mark = database.prepare('update contact_messages set mark = ? where id = ?');
  const remove = database.prepare('delete from contact_messages where id = ?');
  const oldest = database.prepare(
    `select id from contact_messages where received_at < ? order by id limit ${removalSize}`,
  );

  function inTransaction<Result>(work: () => Result): Result {
    database.exec('begin immediate');
    try {
      const result = work();
      database.exec('commit');
      return result;
    } catch (problem) {
      // A full disk has ended it already.
      if (database.isTransaction) database.exec('rollback');
      throw problem;
    }
  }

  const isSpent = ({ name, most, seconds }: Budget, now: number): boolean =>
    most > 0 && Number(arrivals.get(name, now - seconds * 1000)?.['count']) >= most;

  const noteAll = (budgets: readonly Budget[], now: number): void => {
    for (const name of new Set(budgets.map((budget) => budget.name))) note.run(now, name);
  };

  function receive(arrival: ReceivedMessage, now: number): StoreResult {
    const { keys, form, language, budgets, suspicion, message, words, files = [] } = arrival;
    const [key, earlier = key] = keys;
    if (known.get(key, earlier)) return 'known';
    const chosen =
      suspicion && suspicion.signs.some((sign) => isSpent(sign, now)) ? suspicion.budgets : budgets;
    const spent = chosen.find((budget) => isSpent(budget, now));
    if (spent) {
      if (spent.otherwise === 'too-many-today' && words)
        outbox.addLimit(now, { site: words.site, perDay: spent.most, language });
      return spent.otherwise;
    }
    noteAll(chosen, now);
    const { name, email, company, message: text, other } = message;
    const columns = [key, new Date(now).toISOString(), form, language, name, email, company, text];
    const { lastInsertRowid: id } = insert.run(...columns, JSON.stringify(other));
    for (const [place, { field, name, kind, size, content }] of files.entries())
      attach.run(id, place, field, name, kind, size, Buffer.from(content, 'base64'));
    if (words) outbox.add(id, words);
    return 'stored';
  }

  const removeAll = (ids: readonly number[]) =>
    inTransaction(() => ids.reduce((sum, id) => sum + Number(remove.run(id).changes), 0));

  return {
    /** Stores all messages or none. When it returns, they are on the disk. */
    store: (all: readonly ReceivedMessage[], now = Date.now()) =>
      inTransaction(() => {
        forget.run(now - day, now + hour);
        return all.map((arrival) => receive(arrival, now));
      }),
    /** Takes some of each of these budgets, if all have room. */
    take: (budgets: readonly Budget[], now = Date.now()) =>
      inTransaction(() => {
        if (budgets.some((budget) => isSpent(budget, now))) return false;
        noteAll(budgets, now);
        return true;
      }),
    /** Sets or removes the mark of a message. */
    mark: (id: number, word: string | null) => void mark.run(word, id),
    /** Deletes messages and counts them. */
    remove(ids: readonly number[]): number {
      try {
        return removeAll(ids);
      } catch (problem) {
        if (!isDiskFull(problem)) throw problem;
        // The room of an empty log may be enough.
        database.exec('pragma wal_checkpoint(truncate)');
        return removeAll(ids);
      }
    },
    /** Deletes some of the messages that came before a moment. Returns whether there are more. */
    removeBefore(time: number) {
      const ids = oldest.all(new Date(time).toISOString()).map(({ id }) => Number(id));
      if (ids.length > 0) removeAll(ids);
      return ids.length === removalSize;
    },
    /** Whether a notification of an older message is still due. Throws if nothing can be stored. */
    isLate(before: number) {
      // Locks the file as storing does, but writes nothing.
      database.exec('begin immediate');
      try {
        return outbox.isLate(before);
      } finally {
        database.exec('rollback');
      }
    },
  };
}
