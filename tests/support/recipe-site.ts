import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newCommand } from '../../scripts/commands/new.ts';
import { missingFiles, pageRecipes } from '../../scripts/site/new-page.ts';
import { photo } from './photo.ts';
import { runCommand } from './run-command.ts';

/** Creates a site and a page from each recipe with `npm run new`. Returns the routes of the pages. */
export async function makeRecipeSite(folder: string): Promise<{ pages: string; addresses: string[] }> {
  const pages = join(folder, 'pages');
  const run = async (...args: string[]) => {
    const { code, err } = await runCommand(newCommand, args);
    if (code !== 0) throw new Error(err);
  };
  await run('site', folder);
  const names = pageRecipes().map(({ name }) => name);
  for (const name of names) await run('page', `/made/${name}`, '--recipe', name, '--pages', pages);
  return { pages, addresses: names.map((name) => `/made/${name}`) };
}

/** Follows the notes in the files: publishes and links all pages, and adds missing files. */
export async function followNotes(folder: string): Promise<void> {
  const rewrite = (path: string, change: (text: string) => string) => {
    const file = join(folder, 'pages', path);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  };
  const made = globSync('made/*.yaml', { cwd: join(folder, 'pages') }).toSorted();
  for (const path of ['about.yaml', ...made]) {
    for (const { file } of missingFiles(readFileSync(join(folder, 'pages', path), 'utf8')))
      await putFile(join(folder, file));
    rewrite(path, (text) => text.replace('status: draft\n', '').replaceAll(/^( *)#(?=[^ #\n])/gm, '$1'));
  }
  const links = made.map((path) => `    - { label: ${path}, to: /${path.replace('.yaml', '')} }\n`);
  rewrite('_site.yaml', (text) => text.replace('  legal:\n', `  legal:\n${links.join('')}`));
}

let picture: Promise<Buffer> | undefined;

async function putFile(file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  if (file.endsWith('.jpg'))
    writeFileSync(file, await (picture ??= photo(900, 700).jpeg({ quality: 50 }).toBuffer()));
  else
    writeFileSync(
      file,
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M1 1h7"/></svg>',
    );
}
