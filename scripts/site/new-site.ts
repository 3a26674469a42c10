import { cpSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../system/command.ts';
import { findBlockingFile } from '../system/files.ts';
import { formatDisplayPath } from '../system/project.ts';
import { recipesFolder } from './new-page.ts';
import { writeSchemas } from './write-schemas.ts';

/** Creates a small site in a new or empty folder. */
export async function writeNewSite(folder: string): Promise<void> {
  const nothingWritten = 'Nothing was written. Choose a new or empty folder.';
  const file = findBlockingFile(folder);
  if (file !== undefined) throw new UsageError(`${formatDisplayPath(file)} is a file. ${nothingWritten}`);
  if (folder === '') throw new UsageError(`The folder name is missing. ${nothingWritten}`);
  const state = lstatSync(folder, { throwIfNoEntry: false });
  if (state?.isSymbolicLink()) throw new UsageError(`${folder} is a symbolic link. ${nothingWritten}`);
  if (state && readdirSync(folder).length > 0)
    throw new UsageError(`${folder} is not empty. ${nothingWritten}`);
  mkdirSync(dirname(resolve(folder)), { recursive: true });
  try {
    cpSync(join(recipesFolder, 'site'), folder, { recursive: true, errorOnExist: true, force: false });
    // npm excludes files called `.gitignore` from packages.
    renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));
    await writeSchemas(join(folder, 'pages'));
  } catch (error) {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
    if (!state) rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
