import { statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createDatabaseQueries,
  type Query,
  type Sql,
  type Transaction,
} from '../../supabase/functions/send-contact-email/message-database.ts';
import {
  assertNotDamaged,
  databaseFiles,
  readFileIdentity,
  syncFolder,
  isBusy,
  isDiskFull,
  makeDurableFolder,
} from './sqlite-files.ts';
import { sqliteTables } from './sqlite-tables.ts';

/** An open SQLite file with messages. */
export type MessageFile = ReturnType<typeof openMessageFile>;

/**
 * Opens the messages in a folder. Throws if they are damaged, read-only, or locked for longer than `timeout`
 * milliseconds.
 */
export function openMessageFile(folder: string, timeout = 250) {
  makeDurableFolder(folder);
  const paths = databaseFiles.map((name) => join(folder, name));
  const database = new DatabaseSync(join(folder, databaseFiles[0]), { timeout });
  try {
    startWriteAheadLog(database, timeout);
    // Each commit waits until the data is stored on disk.
    database.exec('pragma synchronous = full');
    assertNotDamaged(
      database,
      paths.reduce((sum, path) => sum + readSize(path), 0),
    );
    createTables(database);
    syncFolder(folder);
    const readIdentities = () => paths.map(readFileIdentity).join();
    const openedIdentities = readIdentities();
    return {
      ...createMessageQueries(database),
      /**
       * Returns whether another process would open the same files. If this process's files are moved, SQLite continues
       * to write to the moved files.
       */
      isInPlace: () => readIdentities() === openedIdentities,
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The pause before the next attempt to change the journal mode, in milliseconds. */
const journalPauseMs = 10;

/**
 * Enables the write-ahead log. Retries, because SQLite does not wait for another process’s lock when it changes the
 * journal mode.
 */
function startWriteAheadLog(database: DatabaseSync, timeout: number): void {
  const deadline = Date.now() + timeout;
  for (;;)
    try {
      return database.exec('pragma journal_mode = wal');
    } catch (error) {
      if (!isBusy(error) || Date.now() >= deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, journalPauseMs);
    }
}

/** Creates the tables in a new file. A file that already has tables stays unchanged. */
function createTables(database: DatabaseSync): void {
  const hasTables = () => database.prepare('select 1 from sqlite_schema limit 1').get() !== undefined;
  if (hasTables()) return;
  database.exec('begin immediate');
  // Check again, because another process may have created the tables in the meantime.
  if (!hasTables()) database.exec(sqliteTables);
  database.exec('commit');
}

const readSize = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** Opens messages on a full or read-only disk. Throws if SQLite cannot read them without writing. */
export function openReadOnly(folder: string) {
  const [path = '', log = ''] = databaseFiles.map((name) => join(folder, name));
  const openDatabase = (location: string | URL) => {
    const database = new DatabaseSync(location, { readOnly: true, timeout: 250 });
    try {
      database.prepare('select 1 from contact_messages limit 1').get();
      return createMessageQueries(database);
    } catch (error) {
      database.close();
      throw error;
    }
  };
  try {
    return openDatabase(path);
  } catch (error) {
    // To read a database, SQLite writes files next to it, unless the database is opened as immutable. Opening it as
    // immutable is safe only if the log is empty.
    if (readSize(log) > 0) throw error;
    return openDatabase(new URL(`${pathToFileURL(path).href}?immutable=1`));
  }
}

/** Opens a store without messages, in memory. */
export function openEmptyStore() {
  const database = new DatabaseSync(':memory:');
  database.exec(sqliteTables);
  return createMessageQueries(database);
}

const createMessageQueries = (database: DatabaseSync) => ({
  ...createDatabaseQueries(createSql(database)),
  close: () => database.close(),
});

/**
 * Resolves when the last transaction in the queue has ended. Transactions in one process run one after another, because
 * a transaction that waits for a lock held by the same process would block both.
 */
let lastTransaction: Promise<unknown> = Promise.resolve();

/** Returns the query interface of an SQLite database. Statements block this process. */
function createSql(database: DatabaseSync): Sql {
  // The built-in `lower` of SQLite only supports ASCII letters.
  database.function('lower', { deterministic: true }, (text) => String(text).toLowerCase());
  const statements = new Map<string, StatementSync>();
  const runQuery: Query = async (text, values = []) => {
    // PostgreSQL numbers parameters as `$1`, SQLite as `?1`.
    const statement = statements.get(text) ?? database.prepare(text.replaceAll('$', '?'));
    statements.set(text, statement);
    return statement.all(...values);
  };

  async function runTransaction<Result>(work: Transaction<Result>): Promise<Result> {
    database.exec('begin immediate');
    try {
      const result = await work(runQuery, Date.now());
      database.exec('commit');
      return result;
    } catch (error) {
      // If the disk is full, SQLite has already rolled back the transaction.
      if (database.isTransaction) database.exec('rollback');
      throw error;
    }
  }

  async function runTransactionOnFullDisk<Result>(work: Transaction<Result>): Promise<Result> {
    try {
      return await runTransaction(work);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      // Empty the log, because this may free enough space for the next attempt.
      database.exec('pragma wal_checkpoint(truncate)');
      return runTransaction(work);
    }
  }

  return {
    query: runQuery,
    transaction(work) {
      const transactionResult = lastTransaction.then(() => runTransactionOnFullDisk(work));
      lastTransaction = transactionResult.catch(() => {});
      return transactionResult;
    },
  };
}
