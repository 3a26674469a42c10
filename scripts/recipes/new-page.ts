import { lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { valueAt } from '../../schema/base/path.ts';
import { addressOf, type SourceFile } from '../../schema/base/source-file.ts';
import { NotDone } from '../base/command.ts';
import { shownPath } from '../base/project.ts';
import { readSourceFiles } from '../pages/source-files.ts';
import { pathForAddress } from './new-address.ts';
import type { PageRecipe } from './page-recipes.ts';

/** What was written, for its author. */
export interface NewPage {
  /** `pages/jobs/engineer.yaml` */
  file: string;
  address: string;
  text: string;
  /** Where its buttons lead, if the site has none of the pages that the recipe names. */
  contact?: string;
}

/** The page to which buttons of recipes lead. */
const contactOfRecipes = '/contact';

/** Writes a page that is not there yet from a recipe, and nothing else. */
export function writeNewPage(pages: string, written: string, recipe: PageRecipe): NewPage {
  const present = readSourceFiles(pages);
  const path = pathForAddress(written, present);
  const contact = contactOf(present);
  const text = recipe.text
    .replace(/(?<=\$schema=)\S+(?=\/schema\/)/, path.replaceAll(/[^/]+/g, '..'))
    .replaceAll(`to: ${contactOfRecipes} `, `to: ${contact} `);
  const place = join(pages, path);
  const file = shownPath(place);
  refuseForeignFolders(pages, path);
  mkdirSync(dirname(place), { recursive: true });
  try {
    // Fails where something has come to lie in the meantime.
    writeFileSync(place, text, { flag: 'wx' });
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException; // of the file system, as nothing else happens here
    if (code === 'EEXIST') throw new NotDone(`${file} is there already, and is left as it is.`);
    rmSync(place, { force: true });
    throw problem;
  }
  return { file, address: addressOf(path), text, ...(contact === contactOfRecipes ? {} : { contact }) };
}

/** Where visitors of this site write to: the page of that name, or where the header leads, or the start. */
function contactOf(present: readonly SourceFile[]): string {
  const addresses = new Set(present.map(({ path }) => addressOf(path)));
  if (addresses.has(contactOfRecipes)) return contactOfRecipes;
  const settings = present.find(({ path }) => path === '_site.yaml')?.text ?? '';
  const action = valueAt(dataIn(settings), ['navigation', 'action', 'to']);
  return typeof action === 'string' && action.startsWith('/') ? action : '/';
}

function dataIn(text: string): unknown {
  try {
    return parse(text);
  } catch {
    // The checker tells what is wrong with it.
    return undefined;
  }
}

/** Nothing is written through a link, nor below what is no folder. */
function refuseForeignFolders(pages: string, path: string): void {
  const names = path.split('/').slice(0, -1);
  for (const at of names.keys()) {
    const folder = join(pages, ...names.slice(0, at + 1));
    const state = lstatSync(folder, { throwIfNoEntry: false });
    if (state && !state.isDirectory())
      throw new NotDone(`${shownPath(folder)} is a ${state.isSymbolicLink() ? 'link' : 'file'}, no folder.`);
  }
}
