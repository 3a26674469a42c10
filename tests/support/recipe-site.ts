import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newCommand } from '../../scripts/commands/new.ts';
import { listMissingFiles, readPageRecipes } from '../../scripts/site/new-page.ts';
import { createSamplePhoto } from './photo.ts';
import { runCommand } from './run-command.ts';

/**
 * Creates a site, and a page from each recipe, with
 * `npm run new`. Returns the pages folder and the routes of the pages.
 */
export async function createRecipeSite(folder: string): Promise<{ pages: string; addresses: string[] }> {
  const pages = join(folder, 'pages');
  const run = async (...args: string[]) => {
    const { code, err } = await runCommand(newCommand, args);
    if (code !== 0) throw new Error(err);
  };
  await run('site', folder);
  const names = readPageRecipes().map(({ name }) => name);
  for (const name of names) await run('page', `/made/${name}`, '--recipe', name, '--pages', pages);
  return { pages, addresses: names.map((name) => `/made/${name}`) };
}

/** Completes the site as the notes in its files ask: publishes and links all pages, and adds missing files. */
export async function completeRecipeSite(folder: string): Promise<void> {
  const rewrite = (path: string, change: (text: string) => string) => {
    const file = join(folder, 'pages', path);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  };
  const recipePages = globSync('made/*.yaml', { cwd: join(folder, 'pages') }).toSorted();
  for (const path of ['about.yaml', ...recipePages]) {
    for (const { file } of listMissingFiles(readFileSync(join(folder, 'pages', path), 'utf8')))
      await writeSampleFile(join(folder, file));
    rewrite(path, (text) => text.replace('status: draft\n', '').replaceAll(/^( *)#(?=[^ #\n])/gm, '$1'));
  }
  const links = recipePages.map((path) => `    - { label: ${path}, to: /${path.replace('.yaml', '')} }\n`);
  rewrite('_site.yaml', (text) => text.replace('  legal:\n', `  legal:\n${links.join('')}`));
}

let samplePhoto: Promise<Buffer> | undefined;

async function writeSampleFile(file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  if (file.endsWith('.jpg'))
    writeFileSync(file, await (samplePhoto ??= createSamplePhoto(900, 700).jpeg({ quality: 50 }).toBuffer()));
  else
    writeFileSync(
      file,
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M1 1h7"/></svg>',
    );
}
