import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder that only its owner can read, and waits until the disk has it: what is written into a folder
 * that a power cut takes away is gone with it.
 */
export function makeSyncedFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) syncFolder(dirname(made));
}

/** Waits until the disk has the names of all files in a folder. */
export function syncFolder(folder: string): void {
  // Windows opens no folders, and needs none of this.
  if (process.platform === 'win32') return;
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
