import { cpSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { WrongUse } from '../base/command.ts';
import { fileInTheWay } from '../base/file-in-the-way.ts';
import { shownPath } from '../base/project.ts';
import { writeSchemas } from '../editor/write-schemas.ts';
import { recipesFolder } from './page-recipes.ts';

/** Writes a small site into a folder that is new or empty. */
export function writeNewSite(folder: string): void {
  const nothing = 'Nothing was written: name a folder that is new or empty.';
  const file = fileInTheWay(folder);
  if (file !== undefined) throw new WrongUse(`${shownPath(file)} is a file. ${nothing}`);
  if (folder === '') throw new WrongUse(`The folder has no name. ${nothing}`);
  const state = lstatSync(folder, { throwIfNoEntry: false });
  if (state?.isSymbolicLink()) throw new WrongUse(`${folder} is a link. ${nothing}`);
  if (state && readdirSync(folder).length > 0) throw new WrongUse(`${folder} is not empty. ${nothing}`);
  mkdirSync(dirname(resolve(folder)), { recursive: true });
  try {
    cpSync(join(recipesFolder, 'site'), folder, { recursive: true, errorOnExist: true, force: false });
    writeSchemas(join(folder, 'pages'));
  } catch (problem) {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
    if (!state) rmSync(folder, { recursive: true, force: true });
    throw problem;
  }
}
