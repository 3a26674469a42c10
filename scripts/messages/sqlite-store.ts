import { DatabaseSync } from 'node:sqlite';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
  StoredMessage,
  ReceivedMessage,
  FileWithContent,
  StoreResult,
} from '../../supabase/functions/send-contact-email/message.ts';
import { listedFiles, createAttachments, migrate } from './sqlite-tables.ts';
import {
  databaseFiles,
  assertNotDamaged,
  type Checkpoint,
  createCheckpoint,
  makeDurableFolder,
  fsyncFolder,
} from './sqlite-files.ts';
import { agreedTime } from '../../legacy/scripts/contact/agreed-time.ts';
import { type Deletions, deletionsIn } from '../../legacy/scripts/contact/delete-for-good.ts';
import { type OutboxFile, createFileOutbox } from './outbox-table.ts';

/** What can be read of the messages in a file. */
export interface MessageReader {
  /** Newest last. */
  list(): StoredMessage[];
  /** Those with these ids. */
  find(ids: readonly number[]): StoredMessage[];
  /** The next ones behind a number, all of them or those from a mail address. */
  after(last: number, address?: string): StoredMessage[];
}

const select = `
  select contact_messages.*, case
    when outbox.message_id is null then null
    when outbox.delivered_at is not null then 'sent'
    when outbox.error is not null then 'failed'
    else 'waiting'
  end as notice, ${listedFiles}
  from contact_messages left join contact_outbox as outbox on outbox.message_id = contact_messages.id`;

export function createReader(database: DatabaseSync): MessageReader {
  // Its own function knows no other letters than those of English.
  database.function('small_letters', { deterministic: true }, (text) => String(text).toLowerCase());
  const all = database.prepare(`${select} order by contact_messages.id`);
  const one = database.prepare(`${select} where contact_messages.id = ?`);
  const next = database.prepare(
    `${select} where contact_messages.id > ? and (?2 is null or small_letters(email) = small_letters(?2))
     order by contact_messages.id limit 200`,
  );
  return {
    list: () => all.all().map(asMessage),
    find: (ids) => ids.flatMap((id) => one.all(id).map(asMessage)),
    after: (last, address) => next.all(last, address ?? null).map(asMessage),
  };
}

function asMessage(row: Record<string, unknown>): StoredMessage {
  // As inserted.
  const { received_at: receivedAt, key: _, other, files, ...rest } = row as Record<string, string>;
  const about = { ...rest, receivedAt, other: JSON.parse(other ?? '{}') };
  return { ...about, ...(files && { files: JSON.parse(files) }) } as unknown as StoredMessage;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The messages in a file on this machine, with what `receive_contact_message` does on Supabase. */
export interface MessageFile extends MessageReader, Deletions {
  /** Once it returns, all of them are on the disk itself. Either each has a receipt, or none is stored. */
  store(arrivals: readonly ReceivedMessage[], now?: number): StoreResult[];
  /** What came with a message. */
  files(messageId: number): FileWithContent[];
  outbox: OutboxFile;
  /** Writes a word at a message, or takes it away. Says whether there is such a message. */
  mark(id: number, word: string | null): boolean;
  /** The moment by which messages may be found too old to be kept, as far as the clock can be believed. */
  agreedTime(now: number): number;
  /** Whether somebody is still to be told of what came before a moment; throws if nothing can be stored. */
  isLate(before: number): boolean;
  /** Whether the files that are written are those that a new process would open. */
  isInPlace(): boolean;
  lastChanges: Checkpoint;
  close(): void;
}

/**
 * Opens the messages in a folder; throws where they are damaged, in use for longer than `timeout`
 * milliseconds, or cannot be kept.
 */
export function openMessageFile(folder: string, timeout = 250): MessageFile {
  makeDurableFolder(folder);
  const files = databaseFiles.map((name) => join(folder, name));
  const database = new DatabaseSync(join(folder, databaseFiles[0]), { timeout });
  try {
    // `full` waits for the disk with each commit.
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on');
    assertNotDamaged(database, sizeOf(files));
    migrate(database);
    fsyncFolder(folder);
    const outbox = createFileOutbox(database);
    const attached = createAttachments(database);
    return {
      ...createReader(database),
      ...deletionsIn(database),
      ...statements(database, outbox, attached.add),
      outbox,
      files: attached.of,
      agreedTime: (now) => agreedTime(database, now),
      isLate(before) {
        // As for storing, but nothing is written.
        database.exec('begin immediate');
        try {
          return outbox.isLate(before);
        } finally {
          database.exec('rollback');
        }
      },
      ...inPlace(files),
      lastChanges: createCheckpoint(database, files[1] ?? ''),
      close: () => database.close(),
    };
  } catch (problem) {
    database.close();
    throw problem;
  }
}

const sizeOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);

function statements(
  database: DatabaseSync,
  outbox: OutboxFile,
  attach: (messageId: number | bigint, files: readonly FileWithContent[]) => void,
): Pick<MessageFile, 'store' | 'mark'> {
  const known = database.prepare('select 1 from contact_messages where key in (?, ?)');
  const arrived = database.prepare('select count(*) as count from contact_arrivals where at > ?');
  const arrivedFrom = database.prepare(
    'select count(*) as count from contact_arrivals where at > ? and source = ?',
  );
  // A clock that was put right leaves moments behind that are still to come.
  const forget = database.prepare('delete from contact_arrivals where at <= ? or at > ?');
  const note = database.prepare('insert into contact_arrivals (at, source) values (?, ?)');
  const insert = database.prepare(
    `insert into contact_messages (key, received_at, form, language, name, email, company, message, other)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );

  function receive(arrival: ReceivedMessage, now: number): StoreResult {
    const { keys, form, language, source, limits, message, words } = arrival;
    const receivedAt = arrival.receivedAt ?? new Date(now).toISOString();
    const [key, earlier = key] = keys;
    if (known.get(key, earlier)) return 'known';
    /** Counts only where there is a limit. */
    const isFull = (limit: number, since: number, from?: string) => {
      if (limit === 0) return false;
      const found = from === undefined ? arrived.get(since) : arrivedFrom.get(since, from);
      return Number(found?.['count']) >= limit;
    };
    if (source !== null && isFull(limits.perAddress, now - hour, source)) return 'too-many-from-address';
    if (isFull(limits.perHour, now - hour)) return 'too-many';
    if (isFull(limits.perDay, now - day)) {
      if (words) outbox.addLimit(now, { site: words.site, perDay: limits.perDay, language });
      return 'too-many-today';
    }
    if (arrival.receivedAt === undefined) note.run(now, source);
    const { name, email, company, message: text, other } = message;
    const about = [key, receivedAt, form, language];
    const { lastInsertRowid } = insert.run(...about, name, email, company, text, JSON.stringify(other));
    attach(lastInsertRowid, arrival.files ?? []);
    if (words) outbox.add(lastInsertRowid, words);
    return 'stored';
  }

  return {
    store(arrivals, now = Date.now()) {
      database.exec('begin immediate');
      try {
        forget.run(now - day, now + hour);
        const receipts = arrivals.map((arrival) => receive(arrival, now));
        database.exec('commit');
        return receipts;
      } catch (problem) {
        // A full disk has ended it already.
        if (database.isTransaction) database.exec('rollback');
        throw problem;
      }
    },
    mark: (id, word) =>
      Number(database.prepare('update contact_messages set mark = ? where id = ?').run(word, id).changes) > 0,
  };
}

/** SQLite goes on writing into files that somebody has moved or deleted. */
function inPlace(files: readonly string[]): Pick<MessageFile, 'isInPlace'> {
  const identities = () =>
    files.map((file) => {
      const found = statSync(file, { bigint: true, throwIfNoEntry: false });
      return found && `${found.dev} ${found.ino}`;
    });
  const opened = identities().join();
  return { isInPlace: () => identities().join() === opened };
}

/** Messages in a file that cannot be written. */
export interface ReadOnlyMessages extends MessageReader {
  files(messageId: number): FileWithContent[];
  close(): void;
}

/** Opens messages where nothing can be written, as on a full disk; throws where that is not enough. */
export function openReadOnly(folder: string): ReadOnlyMessages {
  const [path = '', log = ''] = databaseFiles.map((name) => join(folder, name));
  try {
    return readFrom(path);
  } catch (problem) {
    // Even to read, SQLite wants to write beside a database, unless nobody changes it: so it is where no
    // changes wait to be brought into it.
    if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0) throw problem;
    return readFrom(new URL(`${pathToFileURL(path).href}?immutable=1`));
  }
}

function readFrom(place: string | URL): ReadOnlyMessages {
  const database = new DatabaseSync(place, { readOnly: true, timeout: 250 });
  try {
    return {
      ...createReader(database),
      files: createAttachments(database).of,
      close: () => database.close(),
    };
  } catch (problem) {
    database.close();
    throw problem;
  }
}
