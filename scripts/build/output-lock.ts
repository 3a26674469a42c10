import { lstatSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';

/** Held by the one build that may write to an output folder. */
interface OutputLock {
  /** Releases the lock, and removes its folder if it is empty. */
  release(): void;
}

/**
 * Takes the lock in a folder, or returns undefined if another build holds it. It is a lock of the operating
 * system on an empty SQLite file, so it ends with the process that holds it.
 */
export function tryLock(folder: string): OutputLock | undefined {
  const file = join(folder, 'lock');
  for (;;) {
    const inode = createLockFile(file);
    const database = inode === undefined ? undefined : openDatabase(file);
    if (!database) continue;
    if (!isLocked(database)) {
      database.close();
      return undefined;
    }
    // The previous holder may have removed the file after it was opened here.
    if (inodeOf(file) === inode) return { release: () => release(file, database) };
    database.close();
  }
}

/** Waits until the lock is free. Calls `onWait` once if another build holds it. */
export async function waitForLock(folder: string, onWait: () => void): Promise<OutputLock> {
  for (let isFirst = true; ; isFirst = false) {
    const lock = tryLock(folder);
    if (lock) return lock;
    if (isFirst) onWait();
    await setTimeout(100);
  }
}

/** Returns undefined if the folder was removed in the meantime. */
function createLockFile(file: string): number | undefined {
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, '', { flag: 'a' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined; // thrown by `node:fs`
    removeIfEmpty(dirname(file));
    throw error;
  }
  return inodeOf(file);
}

const inodeOf = (file: string) => lstatSync(file, { throwIfNoEntry: false })?.ino;

/** Returns undefined if the file was removed in the meantime. */
function openDatabase(file: string): DatabaseSync | undefined {
  try {
    return new DatabaseSync(file, { timeout: 0 });
  } catch (error) {
    if (inodeOf(file) === undefined) return undefined;
    throw error;
  }
}

const busy = 5; // SQLITE_BUSY

function isLocked(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === busy) return false; // thrown by `node:sqlite`
    throw error;
  }
}

function release(file: string, database: DatabaseSync): void {
  rmSync(file, { force: true });
  database.close();
  removeIfEmpty(dirname(file));
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Another build waits here.
  }
}
