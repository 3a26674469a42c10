import { rmdirSync } from 'node:fs';

/** Removes a folder unless it holds something, or is not there. */
export function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (problem) {
    const { code = '' } = problem as NodeJS.ErrnoException; // what functions of `node:fs` throw
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(code)) throw problem;
  }
}
