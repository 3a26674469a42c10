import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { fileNameDiagnostics } from '../../schema/check/file-names.ts';
import { routeOf } from '../../schema/base/routes.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import { suggest } from '../../schema/diagnostics/similar-names.ts';
import { normalizeRoute } from '../../schema/move/page-address.ts';
import { valueAt } from '../../schema/base/data.ts';
import { CommandError, UsageError } from '../system/command.ts';
import { displayPath, engineFolder, siteOf } from '../system/project.ts';
import { changeAllOrNone } from '../system/change-plan.ts';
import { readSourceFiles } from './read-pages.ts';

/** Returns the path of the file for a new page. Throws a usage error if the route is invalid or taken. */
export function fileForRoute(written: string, present: readonly SourceFile[]): string {
  const address = `/${written.replaceAll(/^\/+|\/+$/g, '')}`;
  const better = normalizeRoute(address);
  const wrong = (why: string, fix: string) => new UsageError(`\`${written}\` ${why}. ${fix}`);
  if (!/^(\/|(\/[a-z0-9-]+)+)$/.test(address))
    throw wrong(
      'cannot be the address of a page: it may hold lower-case letters, digits, hyphens and slashes only',
      better === '/' ? 'Write one like `/about/us`.' : `Write \`${better}\`.`,
    );
  const same = present.find(({ path }) => routeOf(path) === routeOf(`${address.slice(1)}.yaml`));
  if (same) throw wrong(`is the address of ${same.file} already`, 'Nothing was written: choose another one.');
  const path = address === '/' ? 'index.yaml' : `${address.slice(1)}.yaml`;
  const [other] = fileNameDiagnostics({ path, file: path, text: '' }, undefined);
  if (other)
    throw wrong(
      `cannot be the address of a page: ${other.message}`,
      `Write \`/our${address.replace('/', '-')}\`.`,
    );
  return path;
}

export const recipesFolder = join(engineFolder, 'recipes');
const pageRecipesFolder = join(recipesFolder, 'pages');

/** An example page of `recipes/pages`. */
export interface PageRecipe {
  name: string;
  /** The first comment of the file. */
  purpose: string;
  text: string;
}

/** Reads all recipes for pages, sorted by name. */
export function pageRecipes(): PageRecipe[] {
  const files = readdirSync(pageRecipesFolder).filter((file) => file.endsWith('.yaml'));
  return files.toSorted().map((file) => {
    const text = readFileSync(join(pageRecipesFolder, file), 'utf8');
    const [, purpose = ''] = /^# (?!yaml-language-server)(.+)$/m.exec(text) ?? [];
    return { name: file.slice(0, -'.yaml'.length), purpose, text };
  });
}

export function pageRecipe(name: string): PageRecipe {
  const all = pageRecipes();
  const found = all.find((recipe) => recipe.name === name);
  if (found) return found;
  const names = all.map((recipe) => recipe.name);
  const near = suggest(name.toLowerCase(), names);
  const guess = near === undefined ? '' : ` Did you mean \`${near}\`?`;
  throw new UsageError(`There is no recipe \`${name}\`.${guess} The recipes are ${names.join(', ')}.`);
}

/** A file that a commented-out setting of a recipe refers to. */
interface MissingFile {
  /** `public/people/first-person.jpg` */
  file: string;
  line: number;
}

/** Lists the files that the commented-out settings of a recipe need in `public/`. */
export function missingFiles(text: string): MissingFile[] {
  return text.split('\n').flatMap((line, index) => {
    const [, file] = /^ *#\S.*\b(?:src|to): (\/[^\s,}]+\.\w+)/.exec(line) ?? [];
    return file === undefined ? [] : [{ file: `public${file}`, line: index + 1 }];
  });
}

/** A page that was created. */
export interface NewPage {
  /** `pages/jobs/engineer.yaml` */
  file: string;
  address: string;
  text: string;
  /** Set if the site lacks the page that the buttons of the recipe lead to. */
  contact?: { expected: string; actual: string };
}

/** Returns the target of the button in the header: the contact page. */
const contactIn = (settings: string) => {
  const to = valueAt(dataIn(settings), ['navigation', 'action', 'to']);
  return typeof to === 'string' && to.startsWith('/') ? to : undefined;
};

/** Creates a page from a recipe. Changes no other file. */
export function writeNewPage(pages: string, written: string, recipe: PageRecipe): NewPage {
  const present = readSourceFiles(pages);
  const path = fileForRoute(written, present);
  const expected = contactIn(readFileSync(join(recipesFolder, 'site/pages/_site.yaml'), 'utf8')) ?? '/';
  const contact = contactOf(present, expected);
  const text = recipe.text
    .replace(/(?<=\$schema=)\S+(?=\/schema\/)/, path.replaceAll(/[^/]+/g, '..'))
    .replaceAll(`to: ${expected} `, `to: ${contact} `);
  const place = join(pages, path);
  const file = displayPath(place);
  assertRealFolders(pages, path);
  try {
    changeAllOrNone(siteOf(pages).cache, (changes) => changes.create(place, text));
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException; // only the file system throws here
    // Another program has just created the file.
    if (code === 'EEXIST') throw new CommandError(`${file} already exists and was not changed.`);
    throw problem;
  }
  return {
    file,
    address: routeOf(path),
    text,
    ...(contact !== expected && { contact: { expected, actual: contact } }),
  };
}

/** Returns the contact page of a site: the expected one, else the target of the header, else the home page. */
function contactOf(present: readonly SourceFile[], expected: string): string {
  const addresses = new Set(present.map(({ path }) => routeOf(path)));
  if (addresses.has(expected)) return expected;
  return contactIn(present.find(({ path }) => path === '_site.yaml')?.text ?? '') ?? '/';
}

function dataIn(text: string): unknown {
  try {
    return parse(text);
  } catch {
    // The checker reports syntax errors.
    return undefined;
  }
}

/** Throws if a folder of a new file is a symbolic link or a file. `top`, above its path, may be a link. */
export function assertRealFolders(top: string, path: string, begin = ''): void {
  const names = path.split('/').slice(0, -1);
  for (const at of names.keys()) {
    const folder = join(top, ...names.slice(0, at + 1));
    const state = lstatSync(folder, { throwIfNoEntry: false });
    if (state && !state.isDirectory())
      throw new CommandError(
        `${begin}${displayPath(folder)} is a ${state.isSymbolicLink() ? 'symbolic link' : 'file'}, not a folder.`,
      );
  }
}
