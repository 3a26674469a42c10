import { existsSync, lstatSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';

/** A lock that only one process holds at a time, for example while it builds an output folder. */
interface FolderLock {
  /** Releases the lock, and removes its folder if it is empty. */
  release(): void;
}

/**
 * Acquires the lock in a folder, or returns `undefined` if another process holds it. The lock is an operating system
 * lock on an empty SQLite file, so it ends with its process. A lock file with a timestamp would delay the next process
 * after a process was killed.
 */
export function tryLock(folder: string): FolderLock | undefined {
  const file = join(folder, 'lock');
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, '', { flag: 'a' });
    const inode = readInode(file);
    database = new DatabaseSync(file, { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
    const lockedDatabase = database;
    if (readInode(file) === inode) return { release: () => releaseLock(folder, lockedDatabase) };
  } catch (error) {
    if (!isHeldByOther(error, file)) {
      database?.close();
      removeIfEmpty(folder);
      throw error;
    }
  }
  // Another process holds the lock file, or has just removed it.
  database?.close();
  return undefined;
}

/**
 * Waits until the lock in a folder is available, and acquires it. Calls `onWait` once if another process holds the
 * lock.
 */
export async function waitForLock(folder: string, onWait: () => void): Promise<FolderLock> {
  for (let isFirst = true; ; isFirst = false) {
    const lock = tryLock(folder);
    if (lock) return lock;
    if (isFirst) onWait();
    await setTimeout(100);
  }
}

const readInode = (file: string) => lstatSync(file, { throwIfNoEntry: false })?.ino;

const [busy, cannotOpen] = [5, 14]; // SQLITE_BUSY and SQLITE_CANTOPEN

/** Returns whether another process caused an error, because it holds the lock or has removed its folder. */
function isHeldByOther(error: unknown, file: string): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number }; // thrown by `node:fs` or `node:sqlite`
  return code === 'ENOENT' || errcode === busy || (errcode === cannotOpen && !existsSync(file));
}

function releaseLock(folder: string, database: DatabaseSync): void {
  rmSync(join(folder, 'lock'), { force: true });
  database.close();
  removeIfEmpty(folder);
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Keep the folder, because another process is waiting for this lock.
  }
}
