import { basename, dirname, join, resolve } from 'node:path';

/** Where a build works: beside its output, and so in the same file system. */
export interface WorkFolder {
  folder: string;
  /** What is new, complete before anything is put in its place. */
  staging: string;
  /** What it replaces or removes, until all is in its place. */
  replaced: string;
}

/** The work folder of an output; after a build there is none. */
export function workFolder(out: string): WorkFolder {
  const target = resolve(out);
  const folder = join(dirname(target), `.${basename(target)}.building`);
  return { folder, staging: join(folder, 'staging'), replaced: join(folder, 'replaced') };
}
