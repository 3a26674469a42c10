import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parse } from 'yaml';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { possibleRecipeTexts } from '../../schema/checker/recipe-texts.ts';
import { isMapping } from '../../schema/util.ts';
import { withAllSettings } from '../../scripts/source/recipe-texts.ts';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { readSite } from '../../scripts/source/load-site.ts';
import { pageRecipes, missingFiles } from '../../scripts/source/new-page.ts';
import { followNotes, makeRecipeSite } from '../support/recipe-site.ts';
import { scratchFolder } from '../support/site-on-disk.ts';

const made = join(scratchFolder(), 'site');
const folder = scratchFolder();
const pages = join(folder, 'pages');
let addresses: string[];
beforeAll(async () => {
  ({ addresses } = await makeRecipeSite(made));
});
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  cpSync(made, folder, { recursive: true });
  // Recipes have days in 2030.
  vi.stubEnv('SOURCE_DATE_EPOCH', String(Date.parse('2026-11-01T12:00Z') / 1000));
});
afterEach(() => vi.unstubAllEnvs());

const recipes = pageRecipes();
const diagnosticsFound = () =>
  readSite(pages)
    .diagnostics.filter(({ rule }) => rule !== 'recipe-text')
    .map(formatDiagnostic);

test('in a new site with all recipes only texts are to be replaced, before and after the notes are followed', async () => {
  expect(diagnosticsFound()).toEqual([]);
  const statusOf = () => {
    const { website } = readSite(pages);
    return addresses.map((address) => website?.pages.get(address)?.status);
  };
  expect(new Set(statusOf())).toEqual(new Set(['draft']));
  await followNotes(folder);
  expect(diagnosticsFound()).toEqual([]);
  expect(new Set(statusOf())).toEqual(new Set(['live']));
});

test('there is a recipe for each page that a company usually has', () => {
  expect(recipes.map(({ name }) => name)).toEqual([
    'article',
    'case-study',
    'event',
    'industry',
    'job',
    'landing',
    'not-found',
    'page',
    'press',
    'pricing',
    'product',
    'service',
    'team',
  ]);
});

test.each(recipes)('the recipe $name says what it is for, and how to read it', ({ purpose, text }) => {
  expect(purpose).toMatch(/^[A-Z][^\n]{20,90}\.$/);
  const notes = text.match(/^ *# .+$/gm) ?? [];
  expect(notes.length).toBeGreaterThan(5);
  expect(text).toContain('# A line that begins with `# ` is a note for you; visitors never see it.');
  expect(text).not.toMatch(/lorem|TODO|foo\b/i);
});

/** A text that is to be replaced, as recipes/README.md says. */
const toReplace =
  /\bSay\b|\bExample Company|\b1 Example Street[^"\n]*|- Exampleton|Exampleton, two|In \*\*Exampleton|[\w.@/]*\bexample\.com|[\w./]+\.example\b|\+44 [\d ]+\d|2030-\d\d-\d\d(?: \d\d:\d\d)?|"0(\d):\1\1"|\b(\d)\2{4}\b/g;

/** The lines of texts to replace, without notes and settings that are left out. */
const linesToReplace = (text: string) =>
  text
    .split('\n')
    .flatMap((line, index) =>
      /^ *#(?!#)/.test(line) ? [] : Array.from(line.matchAll(toReplace), () => index + 1),
    );

/** The files of a site with a page for each recipe: those of the site itself are public, the others drafts. */
const madeFiles = () =>
  globSync('**/*.yaml', { cwd: pages })
    .toSorted()
    .map((path) => ({ path, file: join(pages, path) }));

const linesFound = () => {
  const found = readSite(pages).diagnostics.filter(({ rule }) => rule === 'recipe-text');
  return Map.groupBy(found, ({ file }) => relative(resolve(pages), resolve(file)));
};

test('each text to replace is reported at its line if visitors can read it, and none after a change', async () => {
  const files = madeFiles();
  const isDraft = (text: string) => text.includes('\nstatus: draft\n');
  const expected = (isPublic: (text: string) => boolean) =>
    files.flatMap(({ path, file }) => {
      const text = readFileSync(file, 'utf8');
      const lines = isPublic(text) ? linesToReplace(text) : [];
      return lines.length > 0 ? [[path, lines]] : [];
    });
  const found = () => {
    const all = linesFound();
    return files.flatMap(({ path }) => {
      const lines = all.get(path)?.map(({ range }) => range.start.line);
      return lines ? [[path, lines]] : [];
    });
  };
  expect(found()).toEqual(expected((text) => !isDraft(text)));
  for (const { file } of files)
    writeFileSync(file, readFileSync(file, 'utf8').replace('\nstatus: draft\n', '\n'));
  expect(found()).toEqual(expected(() => true));
  const ofRecipes = recipes
    .map(({ name }) => `made/${name}.yaml`)
    .filter((path) => path !== 'made/not-found.yaml');
  expect(found().map(([path]) => path)).toEqual(expect.arrayContaining(ofRecipes));
  await followNotes(folder);
  const alts = [...linesFound().values()].flat().filter(({ where }) => where?.endsWith('alt'));
  expect(alts.length).toBeGreaterThan(15);
  for (const { file } of files) {
    const changed = readFileSync(file, 'utf8').replaceAll(/^(?! *#(?!#)).*$/gm, (line) =>
      line
        .replaceAll(/\bSay\b/g, 'We say')
        .replaceAll(/\bExample/g, 'Sample')
        .replaceAll('.example', '.org')
        .replaceAll('example.com', 'sample.org')
        .replaceAll('960 101', '960 102')
        .replaceAll('published: 2030-', 'published: 2025-')
        .replaceAll('2030-', '2031-')
        .replaceAll(/\b0(\d):\1\1\b/g, '1$1:00')
        .replaceAll(/\b(\d)\1{4}\b/g, '4200$1'),
    );
    writeFileSync(file, changed);
  }
  expect(readSite(pages).diagnostics.map(formatDiagnostic)).toEqual([]);
});

test.each(recipes.filter(({ name }) => name !== 'not-found'))(
  'the title, the description and the names of the recipe $name are to be replaced',
  ({ name, text }) => {
    const texts = [...text.matchAll(/^( *(?:- )?)(?:title|description|lead|author|name): (.*)$/gm)];
    expect(texts.length).toBeGreaterThan(2);
    const kept = texts.map(([, , words = '']) => words).filter((words) => !/^"?Say\b/.test(words));
    expect(kept).toEqual(name === 'press' ? ['For the press'] : []);
  },
);

test.each(recipes)('no price, day or hour of the recipe $name can be published as it stands', ({ text }) => {
  expect(text).not.toMatch(/^[^#]*\b(?:price|value): "?[£$€]?\d/m);
  for (const line of text.split('\n').filter((one) => !/^ *#/.test(one)))
    for (const [day] of line.matchAll(/\b20\d\d-\d\d-\d\d\b/g))
      expect(possibleRecipeTexts(day), day).toHaveLength(1);
  for (const [hour] of text.matchAll(/\b\d?\d:\d\d\b/g))
    expect(possibleRecipeTexts(hour), hour).toEqual([{ path: [], text: hour }]);
});

const recipeFiles = globSync('recipes/{pages,blocks,site/pages}/*.yaml').toSorted();

test.each(recipeFiles)('no figure and no claim of %s can be published as it stands', (file) => {
  const kept: string[] = [];
  const visit = (data: unknown, key = ''): void => {
    if (Array.isArray(data)) for (const item of data) visit(item, key);
    else if (isMapping(data)) for (const [name, value] of Object.entries(data)) visit(value, name);
    else if (possibleRecipeTexts(data).length === 0) kept.push(`${key}: ${String(data)}`);
  };
  visit(parse(withAllSettings(readFileSync(file, 'utf8'))));
  const areLooks = /^(?:columns|rows|most|light|dark|src|id|use|to|scrollTo|number): |^eyebrow: 404$/;
  const figures = /\d|\b(?:half|two|second|third|week|month|tomorrow|most chosen)\b/i;
  const words = /^(?:per|label|heading|first|other|text): (?!.*\d)/;
  const valueOf = (one: string) => one.slice(one.indexOf(': '));
  expect(kept.filter((one) => figures.test(valueOf(one)) && !areLooks.test(one) && !words.test(one))).toEqual(
    [],
  );
});

test('the cells of a table are reported one by one', () => {
  const table = (cells: string) => `| What | How often |\n| --- | --: |\n| ${cells} |`;
  expect(possibleRecipeTexts(table('Say what | Say how often'))).toMatchObject([
    { text: 'Say what', within: { start: 37, length: 8 } },
    { text: 'Say how often', within: { start: 48, length: 13 } },
  ]);
  expect(possibleRecipeTexts(table('Rain | Say how often')).map(({ text }) => text)).toEqual([
    'Say how often',
  ]);
});

test('what a job pays is reported until it is replaced, beside a text of the author’s own', () => {
  const file = join(pages, 'made/job.yaml');
  const text = readFileSync(file, 'utf8').replace('status: draft\n', '');
  writeFileSync(file, text.replace('"Say what it pays, as the figures behind do"', 'A good wage'));
  const places = [...linesFound().values()].flat().flatMap(({ where }) => where ?? []);
  expect(places.filter((one) => one.includes('> pay > '))).toEqual([
    expect.stringMatching(/pay > least$/),
    expect.stringMatching(/pay > most$/),
  ]);
});

test('the hour of a recipe is reported behind a day of the author’s own', () => {
  const file = join(pages, 'made/event.yaml');
  const text = readFileSync(file, 'utf8').replace('\nstatus: draft\n', '\n');
  writeFileSync(file, text.replaceAll('2030-', '2031-'));
  const hours = (linesFound().get('made/event.yaml') ?? []).filter(({ where }) => where?.includes('when'));
  expect(hours.map(({ received }) => received)).toEqual(['01:11', '05:55']);
});

test('an author’s own text that is like one of a recipe is not reported', () => {
  const file = join(pages, 'index.yaml');
  const own = [
    'Say hello to the crew.',
    'Say what you like: we listen.',
    'For example.com we built a shop.',
    'How soon can you begin?',
    'Example Street Bakery',
    '+44 20 7946 0000',
  ];
  const blocks = own.map((text) => `  - { type: text, body: ${JSON.stringify(text)} }\n`).join('');
  writeFileSync(
    file,
    `title: Our own page\ndescription: A page with texts that only resemble those of a recipe, and are our own.\n` +
      `blocks:\n  - { type: hero, heading: Ours }\n${blocks}`,
  );
  expect(linesFound().get('index.yaml')).toBeUndefined();
});

test('texts to replace in a shared block are reported if a public page uses it', () => {
  const page = (status: string) =>
    `title: Our own page\ndescription: A page with a shared block that somebody has made of a recipe of ours.\n` +
    `${status}blocks:\n  - { type: hero, heading: Ours }\n  - use: last\n`;
  mkdirSync(join(pages, '_shared'));
  writeFileSync(
    join(pages, '_shared/last.yaml'),
    'type: cta\nheading: Need something else?\nlead: Say   who answers,\n  and how soon.\nactions: [{ label: Ask us, to: /contact }]\n',
  );
  const lines = () =>
    linesFound()
      .get('_shared/last.yaml')
      ?.map(({ range }) => range.start.line);
  writeFileSync(join(pages, 'ours.yaml'), page('status: draft\n'));
  expect(lines()).toBeUndefined();
  writeFileSync(join(pages, 'ours.yaml'), page(''));
  expect(lines()).toEqual([3]);
});

test('placeholders for pictures and files are found with their lines', () => {
  const team = recipes.find(({ name }) => name === 'team')?.text ?? '';
  const [first] = missingFiles(team);
  expect(first?.file).toBe('public/pictures/team.jpg');
  expect(team.split('\n')[(first?.line ?? 0) - 1]).toMatch(/^ +#picture: /);
  const press = missingFiles(recipes.find(({ name }) => name === 'press')?.text ?? '');
  expect(press.map(({ file }) => file)).toEqual(['public/downloads/logo.svg', 'public/downloads/facts.pdf']);
});

test('recipes/ has a README', () => {
  expect(readFileSync('recipes/README.md', 'utf8')).toContain('npm run new');
});
