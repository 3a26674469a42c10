import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The files of a message database: the database, its write-ahead log, and the index of the log. */
export const databaseFiles = ['messages.db', 'messages.db-wal', 'messages.db-shm'] as const;

/** The error for a damaged message file. */
export class DamagedFileError extends Error {}

/** The maximum size of files that are checked when they are opened, in bytes. Reading larger files takes too long. */
const maxCheckedBytes = 50_000_000;

/** Throws if a message file is damaged. In large files, damage is detected only when the damaged part is read. */
export function assertNotDamaged(database: DatabaseSync, size: number): void {
  if (size > maxCheckedBytes) return;
  const result = database.prepare('pragma quick_check(1)').get()?.['quick_check'];
  if (result !== 'ok') throw new DamagedFileError(String(result));
}

/** SQLite result codes: https://sqlite.org/rescode.html */
const resultCodes = {
  busy: 5,
  readOnly: 8,
  disk: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
};

/**
 * The extended result code SQLITE_IOERR_SHMSIZE: there is no space to enlarge the shared-memory file
 * (`messages.db-shm`).
 */
const sharedMemoryFullCode = 4874;

const hasCode = (problem: unknown, ...expected: number[]): boolean =>
  problem instanceof Error && 'errcode' in problem && expected.includes(Number(problem.errcode) & 255);

/** Returns whether an error means that a file is damaged. */
export const isCorruptionError = (problem: unknown): boolean =>
  problem instanceof DamagedFileError || hasCode(problem, resultCodes.corrupt, resultCodes.notADatabase);

/** Returns whether an error means that another connection has locked the file for too long. */
export const isBusy = (problem: unknown): boolean => hasCode(problem, resultCodes.busy);

export const isDiskFull = (problem: unknown): boolean =>
  hasCode(problem, resultCodes.full) ||
  (problem instanceof Error && 'errcode' in problem && problem.errcode === sharedMemoryFullCode);

const readSystemCode = (problem: unknown): string =>
  problem instanceof Error && 'code' in problem ? String(problem.code) : '';
const readOnlyCodes = ['EACCES', 'EPERM', 'EROFS'];
const fullCodes = ['EDQUOT', 'ENOSPC'];

/** Returns whether an error means that a file cannot be written, although it may be intact. */
export const isReadOnly = (problem: unknown): boolean =>
  [...readOnlyCodes, ...fullCodes].includes(readSystemCode(problem)) ||
  isDiskFull(problem) ||
  hasCode(problem, resultCodes.busy, resultCodes.readOnly, resultCodes.disk, resultCodes.cannotOpen);

/** Returns why a message file cannot be written, or `undefined` for other errors. */
export function writeErrorMessage(problem: unknown): string | undefined {
  if (isDiskFull(problem) || fullCodes.includes(readSystemCode(problem)))
    return 'the disk is full. Free a megabyte and try again';
  if (hasCode(problem, resultCodes.readOnly) || readOnlyCodes.includes(readSystemCode(problem)))
    return 'permission denied';
  if (isBusy(problem)) return 'another program is writing to them. Try again later';
  return undefined;
}

/**
 * Creates a folder that only its owner can read, and waits until the folder is stored on disk. Otherwise a power cut
 * could remove the folder and all files in it.
 */
export function makeDurableFolder(folder: string): void {
  const firstFolder = mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  if (firstFolder === undefined) return;
  for (let path = folder; path.length >= firstFolder.length; path = dirname(path)) syncFolder(dirname(path));
}

/** Waits until the names of all files in a folder are stored on disk. */
export function syncFolder(folder: string): void {
  // Windows cannot open folders and does not need this.
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Returns a string that identifies the current file at a path. If a different file later has this path, the string
 * differs.
 */
export function readFileIdentity(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev} ${stats.ino}`;
}

/**
 * Renames the files of a damaged database, unless another process has replaced the database. `openedIdentity` is the
 * identity of the opened file. Returns the new name of the database.
 */
export function quarantineDatabase(folder: string, openedIdentity: string | undefined): string | undefined {
  const [database] = databaseFiles;
  const fileExists = (name: string) => existsSync(join(folder, name));
  if (!databaseFiles.some(fileExists)) return undefined;
  // This lock is released even if the process crashes. The lock file is not deleted, because another process may be
  // waiting for the lock.
  const lock = new DatabaseSync(join(folder, 'messages.lock'), { timeout: 250 });
  try {
    lock.exec('begin exclusive');
    if (readFileIdentity(join(folder, database)) !== openedIdentity) return undefined;
    const target = `${database}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
    // The database is renamed last, because other processes test whether it exists.
    for (const name of databaseFiles.filter(fileExists).toReversed())
      renameSync(join(folder, name), join(folder, target + name.slice(database.length)));
    syncFolder(folder);
    return target;
  } finally {
    lock.close();
  }
}
