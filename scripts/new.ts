import { readdirSync, readFileSync, lstatSync, mkdirSync, rmSync, writeFileSync, cpSync } from 'node:fs';
import { join, dirname, resolve, posix } from 'node:path';
import { parse } from 'yaml';
import { routeOf } from '../schema/content/routes.ts';
import type { SourceFile } from '../schema/content/source-file.ts';
import { fileNameDiagnostics } from '../schema/checker/file-names.ts';
import {
  UsageError,
  CommandError,
  defineCommand,
  type Output,
  parseOptions,
  runAsProgram,
} from './system/command.ts';
import { suggest } from '../schema/diagnostics/did-you-mean.ts';
import { engineFolder, displayPath, siteOptions } from './system/project.ts';
import { valueAt } from '../schema/util.ts';
import { readSourceFiles } from './source/read-pages.ts';
import { blockingFile } from './system/files.ts';
import { writeSchemas } from './source/write-schemas.ts';

/** The path of the file for a page that an author names by its address, if the page can be made. */
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

/** What an author most likely meant by an address that no page can have. */
function normalizeRoute(address: string): string {
  const tidy = address
    .replace(/\.(ya?ml|html?)$/i, '')
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9/]+/g, '-')
    .replaceAll(/(^|\/)-+|-+(?=\/|$)/g, '$1')
    .replaceAll(/\/{2,}/g, '/');
  return /^\/?pages\//.test(tidy) ? tidy.replace(/^\/?pages/, '') : tidy;
}

export const recipesFolder = join(engineFolder, 'recipes');
const pages = join(recipesFolder, 'pages');

/** An example of a page, as it lies in `recipes/pages`. */
export interface PageRecipe {
  name: string;
  /** What such a page is for: the first note in the file. */
  purpose: string;
  text: string;
}

/** Every recipe for a page, by its name. */
export function pageRecipes(): PageRecipe[] {
  const files = readdirSync(pages).filter((file) => file.endsWith('.yaml'));
  return files.toSorted().map((file) => {
    const text = readFileSync(join(pages, file), 'utf8');
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

/** A picture or another file that a line of a page waits for. */
export interface WaitingFile {
  /** `public/people/first-person.jpg` */
  file: string;
  line: number;
}

/** What the settings that a recipe leaves out for now would need in `public/`. */
export function waitingFiles(text: string): WaitingFile[] {
  return text.split('\n').flatMap((line, index) => {
    const [, file] = /^ *#\S.*\b(?:src|to): (\/[^\s,}]+\.\w+)/.exec(line) ?? [];
    return file === undefined ? [] : [{ file: `public${file}`, line: index + 1 }];
  });
}

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
  const path = fileForRoute(written, present);
  const usual = contactIn(readFileSync(join(recipesFolder, 'site/pages/_site.yaml'), 'utf8')) ?? '/';
  const contact = contactOf(present, usual);
  const text = recipe.text
    .replace(/(?<=\$schema=)\S+(?=\/schema\/)/, path.replaceAll(/[^/]+/g, '..'))
    .replaceAll(`to: ${usual} `, `to: ${contact} `);
  const place = join(pages, path);
  const file = displayPath(place);
  refuseForeignFolders(pages, path);
  mkdirSync(dirname(place), { recursive: true });
  try {
    // Fails where something has come to lie in the meantime.
    writeFileSync(place, text, { flag: 'wx' });
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException; // of the file system, as nothing else happens here
    if (code === 'EEXIST') throw new CommandError(`${file} is there already, and is left as it is.`);
    rmSync(place, { force: true });
    throw problem;
  }
  return {
    file,
    address: routeOf(path),
    text,
    ...(contact !== usual && { contact: { usual, here: contact } }),
  };
}

/** Where visitors of this site write to: the page of that name, or where the header leads, or the start. */
function contactOf(present: readonly SourceFile[], usual: string): string {
  const addresses = new Set(present.map(({ path }) => routeOf(path)));
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
      throw new CommandError(
        `${displayPath(folder)} is a ${state.isSymbolicLink() ? 'link' : 'file'}, no folder.`,
      );
  }
}

/** Writes a small site into a folder that is new or empty. */
export function writeNewSite(folder: string): void {
  const nothing = 'Nothing was written: name a folder that is new or empty.';
  const file = blockingFile(folder);
  if (file !== undefined) throw new UsageError(`${displayPath(file)} is a file. ${nothing}`);
  if (folder === '') throw new UsageError(`The folder has no name. ${nothing}`);
  const state = lstatSync(folder, { throwIfNoEntry: false });
  if (state?.isSymbolicLink()) throw new UsageError(`${folder} is a link. ${nothing}`);
  if (state && readdirSync(folder).length > 0) throw new UsageError(`${folder} is not empty. ${nothing}`);
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

const options = { ...siteOptions, recipe: { type: 'string' } } as const;

interface Asked {
  /** What stands behind the word for what to make. */
  words: readonly string[];
  pages: string;
  recipe: string | undefined;
  stdout: Output;
}

const makes: Record<string, (asked: Asked) => void> = {
  page({ words: [address, ...more], pages, recipe: name = more.length === 0 ? 'page' : undefined, stdout }) {
    if (address === undefined) throw new UsageError(`Which page? Name it by its address.\n\n${help()}`);
    // npm keeps the names of options for itself where no `--` stands before them.
    if (name === undefined || more.length > 0)
      throw new UsageError(
        `\`${more[0]}\` means nothing here. Write \`npm run new -- page ${address} --recipe ${more[0]}\`.`,
      );
    const recipe = pageRecipe(name);
    const { file, address: made, text, contact } = writeNewPage(pages, address, recipe);
    const rest = pages === options.pages.default ? '' : ` -- --pages ${pages}`;
    const waiting = waitingFiles(text);
    const lines = [
      `${file} is there, from the recipe \`${recipe.name}\`.`,
      ...(contact === undefined
        ? []
        : [`Its buttons lead to ${contact.here}, as there is no page ${contact.usual}: see if that fits.`]),
      '',
      'Next:',
      '  1. Open it, and put your own words in the place of the example’s; its notes say what belongs where.',
      `  2. See it with \`npm run dev${rest}\`, at ${made}.`,
      '  3. When it is ready, delete `status: draft` and link to it from another page.',
      `     \`npm run validate${rest}\` has the last word.`,
      ...(waiting.length === 0
        ? []
        : ['', 'It has places for files. Put each there, then delete the `#` in front of its setting:']),
      ...waiting.map((one) => `  line ${String(one.line).padEnd(3)}  ${one.file}`),
    ];
    stdout.write(`${lines.join('\n')}\n`);
  },

  site({ words: [folder, ...more], stdout }) {
    if (folder === undefined || more.length > 0)
      throw new UsageError('In which folder? Name one that is new or empty: `npm run new -- site our-site`.');
    writeNewSite(folder);
    const pages = posix.join(folder, 'pages');
    const lines = [
      `${posix.join(folder, '.')} holds a small site: its texts in \`pages\`, its pictures in \`public\`,`,
      'and in `schema` what editors complete and check them with.',
      '',
      'Next:',
      `  1. See it with \`npm run dev -- --pages ${pages}\`.`,
      `  2. Open ${pages}/_site.yaml, and put your own words in the place of the example’s; then in the`,
      '     pages beside it. Their notes say what belongs where.',
      `  3. Add a page with \`npm run new -- page /prices --recipe pricing --pages ${pages}\`.`,
      `  4. \`npm run build -- --pages ${pages}\` makes what you publish.`,
    ];
    stdout.write(`${lines.join('\n')}\n`);
  },
};

function help(): string {
  const recipes = pageRecipes();
  const widest = Math.max(...recipes.map(({ name }) => name.length));
  return [
    'Makes a page, or a whole site, from an example with notes on what to put in its place.',
    '',
    '  npm run new -- page /jobs/engineer --recipe job',
    '  npm run new -- site our-site',
    '',
    'Nothing that is there already is changed. The recipes for pages lie in recipes/pages:',
    '',
    ...recipes.map(({ name, purpose }) => `  ${name.padEnd(widest)}  ${purpose}`),
    '',
  ].join('\n');
}

export const newCommand = defineCommand(async ({ args, stdout }) => {
  const { values, positionals } = parseOptions(args, options, { files: true });
  const [what, ...words] = positionals;
  if (what === undefined) {
    stdout.write(help());
    return;
  }
  const make = Object.hasOwn(makes, what) ? makes[what] : undefined;
  if (!make) throw new UsageError(`There is no \`${what}\` to make, but \`page\` and \`site\`.\n\n${help()}`);
  make({ words, pages: values.pages, recipe: values.recipe, stdout });
});

if (import.meta.main) await runAsProgram(newCommand);
