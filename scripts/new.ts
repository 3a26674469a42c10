import { readdirSync, readFileSync, lstatSync, mkdirSync, rmSync, writeFileSync, cpSync } from 'node:fs';
import { join, dirname, resolve, posix } from 'node:path';
import { parse } from 'yaml';
import { routeOf } from '../schema/content/routes.ts';
import type { SourceFile } from '../schema/content/source-file.ts';
import { fileNameDiagnostics } from '../schema/checker/file-names.ts';
import { CommandError, defineCommand, helpText, runAsProgram, UsageError } from './system/command.ts';
import { suggest } from '../schema/diagnostics/did-you-mean.ts';
import { normalizeRoute } from '../schema/move/page-address.ts';
import { engineFolder, displayPath, siteOptions } from './system/project.ts';
import { valueAt } from '../schema/util.ts';
import { readSourceFiles } from './source/read-pages.ts';
import { blockingFile } from './system/files.ts';
import { writeSchemas } from './source/write-schemas.ts';

/** Returns the path of the file for a new page. Throws a usage error if the route is invalid or taken. */
function fileForRoute(written: string, present: readonly SourceFile[]): string {
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

const recipesFolder = join(engineFolder, 'recipes');
const pages = join(recipesFolder, 'pages');

/** An example page of `recipes/pages`. */
interface PageRecipe {
  name: string;
  /** The first comment of the file. */
  purpose: string;
  text: string;
}

/** Reads all recipes for pages, sorted by name. */
export function pageRecipes(): PageRecipe[] {
  const files = readdirSync(pages).filter((file) => file.endsWith('.yaml'));
  return files.toSorted().map((file) => {
    const text = readFileSync(join(pages, file), 'utf8');
    const [, purpose = ''] = /^# (?!yaml-language-server)(.+)$/m.exec(text) ?? [];
    return { name: file.slice(0, -'.yaml'.length), purpose, text };
  });
}

function pageRecipe(name: string): PageRecipe {
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
interface NewPage {
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
function writeNewPage(pages: string, written: string, recipe: PageRecipe): NewPage {
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
  mkdirSync(dirname(place), { recursive: true });
  try {
    // `wx` fails if another program has just created the file.
    writeFileSync(place, text, { flag: 'wx' });
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException; // only the file system throws here
    if (code === 'EEXIST') throw new CommandError(`${file} already exists and was not changed.`);
    rmSync(place, { force: true });
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

/** Throws if a parent of the new file is a symbolic link or a file. */
function assertRealFolders(pages: string, path: string): void {
  const names = path.split('/').slice(0, -1);
  for (const at of names.keys()) {
    const folder = join(pages, ...names.slice(0, at + 1));
    const state = lstatSync(folder, { throwIfNoEntry: false });
    if (state && !state.isDirectory())
      throw new CommandError(
        `${displayPath(folder)} is a ${state.isSymbolicLink() ? 'symbolic link' : 'file'}, not a folder.`,
      );
  }
}

/** Creates a small site in a folder that is new or empty. */
async function writeNewSite(folder: string): Promise<void> {
  const nothing = 'Nothing was written: name a folder that is new or empty.';
  const file = blockingFile(folder);
  if (file !== undefined) throw new UsageError(`${displayPath(file)} is a file. ${nothing}`);
  if (folder === '') throw new UsageError(`The folder has no name. ${nothing}`);
  const state = lstatSync(folder, { throwIfNoEntry: false });
  if (state?.isSymbolicLink()) throw new UsageError(`${folder} is a symbolic link. ${nothing}`);
  if (state && readdirSync(folder).length > 0) throw new UsageError(`${folder} is not empty. ${nothing}`);
  mkdirSync(dirname(resolve(folder)), { recursive: true });
  try {
    cpSync(join(recipesFolder, 'site'), folder, { recursive: true, errorOnExist: true, force: false });
    await writeSchemas(join(folder, 'pages'));
  } catch (problem) {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
    if (!state) rmSync(folder, { recursive: true, force: true });
    throw problem;
  }
}

export const newCommand = defineCommand({
  name: 'new',
  description:
    'Creates a page, or a whole site, from an example with notes. Existing files are never changed.',
  arguments: {
    'page ROUTE': 'Create a page, as a draft',
    'site DIR': 'Create a small site in a folder that is new or empty',
  },
  options: {
    ...siteOptions,
    recipe: { type: 'string', value: 'NAME', description: 'Recipe of the page (default: page)' },
  },
  examples: ['page /jobs/engineer --recipe job', 'site our-site'],
  notes() {
    const recipes = pageRecipes();
    const width = Math.max(...recipes.map(({ name }) => name.length));
    const rows = recipes.map(({ name, purpose }) => `  ${name.padEnd(width)}  ${purpose}\n`);
    return `Recipes for pages, in recipes/pages:\n${rows.join('')}`;
  },
  async run({ values: { pages, recipe }, positionals: [kind, name, ...rest] }, { stdout }) {
    if (kind === 'page') stdout.write(createPage(pages, name, recipe, rest));
    else if (kind === 'site') stdout.write(await createSite(name, rest));
    else if (kind === undefined) stdout.write(helpText(newCommand));
    else throw new UsageError(`Unexpected argument '${kind}'. Expected \`page\` or \`site\`.`);
  },
});

function createPage(
  pages: string,
  route: string | undefined,
  recipeName: string | undefined,
  [unexpected]: readonly string[],
): string {
  if (route === undefined)
    throw new UsageError('Name the page by its address: `npm run new -- page /about/us`.');
  // Without the `--`, npm takes the name of the option for itself and passes on only its value.
  if (unexpected !== undefined)
    throw new UsageError(
      `Unexpected argument '${unexpected}'. Write \`npm run new -- page ${route} --recipe ${unexpected}\`.`,
    );
  const recipe = pageRecipe(recipeName ?? 'page');
  const { file, address, text, contact } = writeNewPage(pages, route, recipe);
  const option = pages === siteOptions.pages.default ? '' : ` -- --pages ${pages}`;
  const missing = missingFiles(text);
  const lines = [
    `Created ${file} from the recipe \`${recipe.name}\`.`,
    ...(contact === undefined
      ? []
      : [
          `Its buttons lead to ${contact.actual}, since there is no page ${contact.expected}. Check that this fits.`,
        ]),
    '',
    'Next:',
    '  1. Open it and replace the texts that begin with `Say`. Its notes say what belongs where.',
    `  2. See it with \`npm run dev${option}\`, at ${address}.`,
    '  3. When it is ready, delete `status: draft` and link to it from another page.',
    `     Then check it with \`npm run validate${option}\`, which lists the texts that are still to be replaced.`,
    ...(missing.length === 0
      ? []
      : ['', 'It has places for files. Add each file, then delete the `#` in front of its setting:']),
    ...missing.map(({ line, file }) => `  line ${String(line).padEnd(3)}  ${file}`),
  ];
  return `${lines.join('\n')}\n`;
}

async function createSite(folder: string | undefined, [unexpected]: readonly string[]): Promise<string> {
  if (folder === undefined)
    throw new UsageError('Name a folder that is new or empty: `npm run new -- site our-site`.');
  if (unexpected !== undefined) throw new UsageError(`Unexpected argument '${unexpected}'.`);
  await writeNewSite(folder);
  const pages = posix.join(folder, 'pages');
  const lines = [
    `Created a small site in ${posix.join(folder, '.')}: its texts are in \`pages\`, its pictures in \`public\`,`,
    'and `schema` has the JSON schemas for editors.',
    '',
    'Next:',
    `  1. See it with \`npm run dev -- --pages ${pages}\`.`,
    `  2. Replace the texts of the example: first in ${pages}/_site.yaml,`,
    '     then in the pages next to it. Their notes say what belongs where.',
    `     \`npm run validate -- --pages ${pages} --all\` lists the texts that are still to be replaced.`,
    `  3. Add a page with \`npm run new -- page /prices --recipe pricing --pages ${pages}\`.`,
    `  4. Build the site with \`npm run build -- --pages ${pages}\`.`,
  ];
  return `${lines.join('\n')}\n`;
}

if (import.meta.main) await runAsProgram(newCommand);
