import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { valueAt } from '../../schema/base/path.ts';
import { addressOf, type SourceFile } from '../../schema/base/source-file.ts';
import { NotDone } from '../base/command.ts';
import { shownPath } from '../base/project.ts';
import { readSourceFiles } from '../pages/source-files.ts';
import { pathForAddress } from './new-address.ts';
import { type PageRecipe, recipesFolder } from './page-recipes.ts';

/** What was written, for its author. */
export interface NewPage {
  /** `pages/jobs/engineer.yaml` */
  file: string;
  address: string;
  text: string;
  /** Where its buttons lead here, as the site lacks the page of the recipe. */
  contact?: { usual: string; here: string };
}

/** Where the header of a site leads: there visitors write to it. */
const contactIn = (settings: string) => {
  const to = valueAt(dataIn(settings), ['navigation', 'action', 'to']);
  return typeof to === 'string' && to.startsWith('/') ? to : undefined;
};

/** Writes a page that is not there yet from a recipe, and nothing else. */
export function writeNewPage(pages: string, written: string, recipe: PageRecipe): NewPage {
  const present = readSourceFiles(pages);
  const path = pathForAddress(written, present);
  const usual = contactIn(readFileSync(join(recipesFolder, 'site/pages/_site.yaml'), 'utf8')) ?? '/';
  const contact = contactOf(present, usual);
  const text = recipe.text
    .replace(/(?<=\$schema=)\S+(?=\/schema\/)/, path.replaceAll(/[^/]+/g, '..'))
    .replaceAll(`to: ${usual} `, `to: ${contact} `);
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
  return {
    file,
    address: addressOf(path),
    text,
    ...(contact !== usual && { contact: { usual, here: contact } }),
  };
}

/** Where visitors of this site write to: the page of that name, or where the header leads, or the start. */
function contactOf(present: readonly SourceFile[], usual: string): string {
  const addresses = new Set(present.map(({ path }) => addressOf(path)));
  if (addresses.has(usual)) return usual;
  return contactIn(present.find(({ path }) => path === '_site.yaml')?.text ?? '') ?? '/';
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
