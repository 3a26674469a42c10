import { statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  messageDatabase,
  type Query,
  type Sql,
  type Transaction,
} from '../../supabase/functions/send-contact-email/message-database.ts';
import {
  assertNotDamaged,
  databaseFiles,
  fileIdentity,
  fsyncFolder,
  isBusy,
  isDiskFull,
  makeDurableFolder,
} from './sqlite-files.ts';
import { sqliteTables } from './sqlite-tables.ts';

/** Messages in an SQLite file. */
export type MessageFile = ReturnType<typeof openMessageFile>;

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
    return {
      ...messagesIn(database),
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

/** Creates the tables in a new file. Writes nothing into any other. */
function createTables(database: DatabaseSync): void {
  const hasTables = () => database.prepare('select 1 from sqlite_schema limit 1').get() !== undefined;
  if (hasTables()) return;
  database.exec('begin immediate');
  // Another process may have created them in the meantime.
  if (!hasTables()) database.exec(sqliteTables);
  database.exec('commit');
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** Opens messages on a full or read-only disk. Throws if SQLite cannot read them without writing. */
export function openReadOnly(folder: string) {
  const [path = '', log = ''] = databaseFiles.map((name) => join(folder, name));
  const open = (place: string | URL) => {
    const database = new DatabaseSync(place, { readOnly: true, timeout: 250 });
    try {
      database.prepare('select 1 from contact_messages limit 1').get();
      return messagesIn(database);
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

/** A store without messages, in memory. */
export function openEmptyStore() {
  const database = new DatabaseSync(':memory:');
  database.exec(sqliteTables);
  return messagesIn(database);
}

const messagesIn = (database: DatabaseSync) => ({
  ...messageDatabase(sqlOf(database)),
  close: () => database.close(),
});

/** The end of the last transaction. One that waits for the lock of another in this process would block both. */
let last: Promise<unknown> = Promise.resolve();

/** Runs statements on SQLite. They block this process. */
function sqlOf(database: DatabaseSync): Sql {
  // That of SQLite knows ASCII letters only.
  database.function('lower', { deterministic: true }, (text) => String(text).toLowerCase());
  const statements = new Map<string, StatementSync>();
  const query: Query = async (text, values = []) => {
    // SQLite writes `?1` for the first value.
    const statement = statements.get(text) ?? database.prepare(text.replaceAll('$', '?'));
    statements.set(text, statement);
    return statement.all(...values);
  };

  async function transact<Result>(work: Transaction<Result>): Promise<Result> {
    database.exec('begin immediate');
    try {
      const result = await work(query, Date.now());
      database.exec('commit');
      return result;
    } catch (problem) {
      // A full disk has ended it already.
      if (database.isTransaction) database.exec('rollback');
      throw problem;
    }
  }

  async function transactOnFullDisk<Result>(work: Transaction<Result>): Promise<Result> {
    try {
      return await transact(work);
    } catch (problem) {
      if (!isDiskFull(problem)) throw problem;
      // The room of an empty log may be enough.
      database.exec('pragma wal_checkpoint(truncate)');
      return transact(work);
    }
  }

  return {
    query,
    transaction(work) {
      const done = last.then(() => transactOnFullDisk(work));
      last = done.catch(() => {});
      return done;
    },
  };
}
