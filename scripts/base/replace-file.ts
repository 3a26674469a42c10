import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Replaces what somebody wrote: at any moment, also on a full disk or when this is killed, the file holds all
 * of the old text or all of the new one. Throws where the new one cannot be written.
 */
export function replaceFile(file: string, text: string): void {
  // A link goes on leading to it.
  const target = realpathSync(file);
  const beside = join(dirname(target), `.${basename(target)}.${process.pid}`);
  try {
    writeFileSync(beside, text);
    chmodSync(beside, statSync(target).mode);
    const written = openSync(beside, 'r+');
    fsyncSync(written);
    closeSync(written);
    renameSync(beside, target);
  } catch (problem) {
    rmSync(beside, { force: true });
    throw problem;
  }
}
