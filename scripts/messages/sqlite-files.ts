import { DatabaseSync } from 'node:sqlite';
import {
  closeSync,
  fstatSync,
  openSync,
  readSync,
  truncateSync,
  writeFileSync,
  readFileSync,
  chmodSync,
  fsyncSync,
  mkdirSync,
  existsSync,
  renameSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt } from '../../legacy/scripts/base/attempt.ts';

/** The names of the files of a database in its folder. */
export const databaseFiles = ['messages.db', 'messages.db-wal', 'messages.db-shm'] as const;

/** Told by a check. */
export class DamagedFileError extends Error {}

/** A file of this size is read as a whole in far less time than opening may take, in bytes. */
const longestCheck = 50_000_000;

/**
 * Throws where a file is damaged. Of a large one only the ends of its tables are looked at: the rest is found
 * to be damaged by whoever reads it.
 */
export function assertNotDamaged(database: DatabaseSync, size: number): void {
  if (size <= longestCheck) {
    const [found] = database.prepare('pragma quick_check(1)').all();
    if (found?.['quick_check'] !== 'ok') throw new DamagedFileError(String(found?.['quick_check']));
    return;
  }
  const tables = database.prepare(`select name from sqlite_schema where type = 'table'`).all();
  for (const { name } of tables)
    for (const end of ['asc', 'desc'])
      database.prepare(`select rowid from "${String(name)}" order by rowid ${end} limit 1`).get();
}

/** What SQLite answers to a file that it cannot make sense of. */
const damageCodes = [11, 26];

export function isCorruptionError(problem: unknown): boolean {
  if (problem instanceof DamagedFileError) return true;
  return (
    problem instanceof Error && 'errcode' in problem && damageCodes.includes(Number(problem.errcode) & 255)
  );
}

/** What SQLite has not yet written into the database itself lies in a log beside it. */
export interface Checkpoint {
  /** Whether only SQLite has changed the log: it goes on writing into one that it will not read again. */
  areWhole(): boolean;
  /** Writes them into the database. */
  bringHome(): void;
  /** Closes the database, and writes nothing into it of a log that somebody else has changed. */
  leave(): void;
}

interface Log {
  size: number;
  header: Buffer;
}

const headerSize = 32;

export function createCheckpoint(database: DatabaseSync, path: string): Checkpoint {
  const home = database.prepare('pragma wal_checkpoint(passive)');
  const elsewhere = database.prepare('pragma data_version');
  const here = database.prepare('select total_changes() as count');
  /** Changes with what this connection or another writes. */
  const written = () => `${elsewhere.get()?.['data_version']} ${here.get()?.['count']}`;
  let seen = { ...readLog(path), written: written() };

  function isOfSqlite(log: Log): boolean {
    // Asked of an empty one, it writes nothing into the database.
    if (log.size === 0) return Number(attempt(() => home.get())?.['log'] ?? 1) <= 0;
    return isHeader(log.header) && written() !== seen.written;
  }

  return {
    areWhole() {
      const log = readLog(path);
      if (log.header.equals(seen.header)) {
        if (log.size < seen.size) return false;
        seen.size = log.size;
        return true;
      }
      if (!isOfSqlite(log)) return false;
      seen = { ...log, written: written() };
      return true;
    },
    // What does not go now goes later; that a disk is full is told by whoever stores.
    bringHome: () => void attempt(() => home.all()),
    leave() {
      const left = attempt(() => readFileSync(path));
      // Of an empty log it takes nothing.
      attempt(() => truncateSync(path));
      database.close();
      if (left && isHeader(left.subarray(0, headerSize)) && readLog(path).size === 0)
        writeFileSync(path, left);
    },
  };
}

function readLog(path: string): Log {
  const header = Buffer.alloc(headerSize);
  const file = attempt(() => openSync(path, 'r'));
  if (file === undefined) return { size: 0, header: header.subarray(0, 0) };
  try {
    return { size: fstatSync(file).size, header: header.subarray(0, readSync(file, header)) };
  } finally {
    closeSync(file);
  }
}

/** Whether it has the sum that SQLite writes at its end (https://sqlite.org/fileformat2.html#walformat). */
function isHeader(header: Buffer): boolean {
  if (header.length < headerSize) return false;
  const magic = header.readUInt32BE(0);
  if (magic >>> 1 !== 0x377f0682 >>> 1) return false;
  let [first, second] = [0, 0];
  const word = (at: number) => (magic & 1 ? header.readUInt32BE(at) : header.readUInt32LE(at));
  for (let at = 0; at < 24; at += 8) {
    first = (first + word(at) + second) >>> 0;
    second = (second + word(at + 4) + first) >>> 0;
  }
  return first === header.readUInt32BE(24) && second === header.readUInt32BE(28);
}

/**
 * Makes a folder that only its owner can read, and waits until the disk has it: what is written into a folder
 * that a power cut takes away is gone with it.
 */
export function makeDurableFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) fsyncFolder(dirname(made));
}

/** Waits until the disk has the names of all files in a folder. */
export function fsyncFolder(folder: string): void {
  // Windows opens no folders, and needs none of this.
  if (process.platform === 'win32') return;
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** Which file has a name at the moment; nothing where none has. */
export function fileIdentity(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

/**
 * Gives the files of a database other names, unless another process did so since the database was `found`.
 * Returns the new name of the database.
 */
export function quarantine(folder: string, found: string | undefined): string | undefined {
  const [database] = databaseFiles;
  const isLeft = (name: string) => existsSync(join(folder, name));
  if (!databaseFiles.some(isLeft)) return undefined;
  // A lock that ends with its process. The file stays: another may already wait for it.
  const lock = new DatabaseSync(join(folder, 'messages.lock'), { timeout: 250 });
  try {
    lock.exec('begin exclusive');
    if (fileIdentity(join(folder, database)) !== found) return undefined;
    const aside = `${database}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
    // Last the one by which others see whether there are messages.
    for (const name of databaseFiles.filter(isLeft).toReversed())
      renameSync(join(folder, name), join(folder, aside + name.slice(database.length)));
    fsyncFolder(folder);
    return aside;
  } finally {
    lock.close();
  }
}

/** The codes of its errors: https://sqlite.org/rescode.html */
const codes = { busy: 5, readOnly: 8, disk: 10, full: 13, cannotOpen: 14 };

const hasCode = (problem: unknown, code: number): boolean =>
  problem instanceof Error && 'errcode' in problem && (Number(problem.errcode) & 255) === code;

const noRoom = 'the disk is full. Make room for a megabyte, and do it again';

/** What it says where not even the file that all who read share has any room. */
const noSharedMemory = 4874;

export const isDiskFull = (problem: unknown): boolean =>
  hasCode(problem, codes.full) ||
  (problem instanceof Error && 'errcode' in problem && problem.errcode === noSharedMemory);

/** Whether a file may be whole, and only nothing can be written into it or beside it. */
export function isReadOnly(problem: unknown): boolean {
  const { code = '' } = problem as NodeJS.ErrnoException; // or an error without it
  const isRefused = ['EACCES', 'EDQUOT', 'ENOSPC', 'EPERM', 'EROFS'].includes(code);
  return isRefused || Object.values(codes).some((one) => hasCode(problem, one));
}

/** Why a file of messages cannot be written, in words; nothing if the problem is of another kind. */
export function writeErrorMessage(problem: unknown): string | undefined {
  if (isDiskFull(problem)) return noRoom;
  if (hasCode(problem, codes.readOnly)) return 'they can only be read here';
  if (hasCode(problem, codes.busy)) return 'another program writes into them for long. Try again later';
  const { code = '' } = problem as NodeJS.ErrnoException; // or an error without it
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return 'they can only be read here';
  if (['EDQUOT', 'ENOSPC'].includes(code)) return noRoom;
  return undefined;
}
