import { closeSync, fstatSync, openSync, readSync, truncateSync, writeFileSync, readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { attempt } from '../base/attempt.ts';

/** What SQLite has not yet written into the database itself lies in a log beside it. */
export interface LastChanges {
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

export function lastChangesOf(database: DatabaseSync, path: string): LastChanges {
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
