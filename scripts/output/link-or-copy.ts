import { copyFileSync, linkSync, lstatSync, mkdirSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';

/** Puts the same file at a second place; where the file system knows no second name, a copy of it. */
export function linkOrCopy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
    const { atimeMs, mtimeMs } = lstatSync(from);
    utimesSync(to, atimeMs / 1000, mtimeMs / 1000);
  }
}
