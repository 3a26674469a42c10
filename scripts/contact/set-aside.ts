import { existsSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFiles } from './message-file.ts';
import { syncFolder } from './synced-folder.ts';

/** Which file has a name at the moment; nothing where none has. */
export function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

/**
 * Gives the files of a database other names, unless another process did so since the database was `found`.
 * Returns the new name of the database.
 */
export function setAside(folder: string, found: string | undefined): string | undefined {
  const [database] = databaseFiles;
  const isLeft = (name: string) => existsSync(join(folder, name));
  if (!databaseFiles.some(isLeft)) return undefined;
  // A lock that ends with its process. The file stays: another may already wait for it.
  const lock = new DatabaseSync(join(folder, 'messages.lock'), { timeout: 250 });
  try {
    lock.exec('begin exclusive');
    if (identityOf(join(folder, database)) !== found) return undefined;
    const aside = `${database}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
    // Last the one by which others see whether there are messages.
    for (const name of databaseFiles.filter(isLeft).toReversed())
      renameSync(join(folder, name), join(folder, aside + name.slice(database.length)));
    syncFolder(folder);
    return aside;
  } finally {
    lock.close();
  }
}
