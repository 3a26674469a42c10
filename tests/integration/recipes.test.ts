import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { readSite } from '../../scripts/site/load-site.ts';
import { readPageRecipes, listMissingFiles } from '../../scripts/site/new-page.ts';
import { completeRecipeSite, createRecipeSite } from '../support/recipe-site.ts';
import { createSuiteFolder } from '../support/site-on-disk.ts';

const recipeSite = join(createSuiteFolder(), 'site');
const folder = createSuiteFolder();
const pages = join(folder, 'pages');
let addresses: string[];
beforeAll(async () => {
  ({ addresses } = await createRecipeSite(recipeSite));
});
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  cpSync(recipeSite, folder, { recursive: true });
  // Set the clock before 2030, because the dates in recipes must be in the future.
  vi.stubEnv('SOURCE_DATE_EPOCH', String(Date.parse('2026-11-01T12:00Z') / 1000));
});
afterEach(() => vi.unstubAllEnvs());

const recipes = readPageRecipes();
const readDiagnostics = () =>
  readSite(pages)
    .diagnostics.filter(({ rule }) => rule !== 'unfinished-text')
    .map(formatDiagnostic);

test('a site with all recipes has no unexpected diagnostics, before and after the steps in its comments are followed', async () => {
  expect(readDiagnostics()).toEqual([]);
  const readStatuses = () => {
    const { website } = readSite(pages);
    return addresses.map((address) => website?.pages.get(address)?.status);
  };
  expect(new Set(readStatuses())).toEqual(new Set(['draft']));
  await completeRecipeSite(folder);
  expect(readDiagnostics()).toEqual([expect.stringContaining('its publication date is 2030-01-15')]);
  expect(new Set(readStatuses())).toEqual(new Set(['live']));
});

test('there is a recipe for each kind of page that a company usually needs', () => {
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

test.each(recipes)('the recipe $name states its purpose and how to use it', ({ purpose, text }) => {
  expect(purpose).toMatch(/^[A-Z][^\n]{20,90}\.$/);
  const notes = text.match(/^ *# .+$/gm) ?? [];
  expect(notes.length).toBeGreaterThan(5);
  expect(text).toContain('# Lines that begin with `# ` are notes for you. Visitors never see them.');
  expect(text).not.toMatch(/lorem|foo\b/i);
});

/** Returns the numbers of the lines with a placeholder, except notes and settings that are commented out. */
const findPlaceholderLines = (text: string) =>
  text
    .split('\n')
    .flatMap((line, index) => (/^ *#(?!#)/.test(line) || !line.includes('TODO') ? [] : [index + 1]));

test('each placeholder that visitors would see is reported at its line until it is replaced', async () => {
  // Placeholders are reported only on public pages. The site's own files are public, but pages created from recipes are
  // drafts at first.
  const files = globSync('**/*.yaml', { cwd: pages }).map((path) => join(pages, path));
  const editFiles = (change: (text: string) => string) => {
    for (const file of files) writeFileSync(file, change(readFileSync(file, 'utf8')));
  };
  const findUnfinished = () => readSite(pages).diagnostics.filter(({ rule }) => rule === 'unfinished-text');
  const expectPlaceholders = () => {
    const byFile = Map.groupBy(findUnfinished(), ({ file }) => resolve(file));
    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      const lines = text.split('\n');
      const hasVariable = (line: number) => lines[line - 1]?.includes('{{');
      const reported = byFile.get(resolve(file))?.map(({ range }) => range.start.line) ?? [];
      const isDraft = text.includes('\nstatus: draft\n');
      expect(new Set(reported.filter((line) => !hasVariable(line))), file).toEqual(
        new Set(isDraft ? [] : findPlaceholderLines(text).filter((line) => !hasVariable(line))),
      );
    }
  };
  expectPlaceholders();
  editFiles((text) => text.replace('\nstatus: draft\n', '\n'));
  expectPlaceholders();
  await completeRecipeSite(folder);
  expect(findUnfinished().filter(({ where }) => where?.endsWith('alt')).length).toBeGreaterThan(15);
  editFiles((text) =>
    text
      .replaceAll(/^(?! *#(?!#)).*$/gm, (line) => line.replaceAll('TODO', 'We'))
      .replace('published: 2030-', 'published: 2025-'),
  );
  expect(readSite(pages).diagnostics.map(formatDiagnostic)).toEqual([]);
});

test.each(recipes.filter(({ name }) => name !== 'not-found'))(
  'the title, description and names of the recipe $name are placeholders',
  ({ name, text }) => {
    const texts = [...text.matchAll(/^( *(?:- )?)(?:title|description|lead|author|name): (.*)$/gm)];
    expect(texts.length).toBeGreaterThan(2);
    const fixedTexts = texts.map(([, , text = '']) => text).filter((text) => !/^"?TODO\b/.test(text));
    expect(fixedTexts).toEqual(name === 'press' ? ['Press information'] : []);
  },
);

test.each(recipes)(
  'the recipe $name writes sentences on their own lines, so that they need no quotation marks',
  ({ text }) => {
    expect(text).not.toMatch(/^[^#\n]*[{[].*[:,[] "[^"\n]*[,:] [^"\n]*"/m);
  },
);

test.each(recipes)('every price in the recipe $name is a placeholder', ({ text }) => {
  expect(text).not.toMatch(/^[^#]*\b(?:price|value): "?[£$€]?\d/m);
});

test('missing pictures and files of a recipe are listed with their line numbers', () => {
  const team = recipes.find(({ name }) => name === 'team')?.text ?? '';
  const [first] = listMissingFiles(team);
  expect(first?.file).toBe('public/pictures/team.jpg');
  expect(team.split('\n')[(first?.line ?? 0) - 1]).toMatch(/^ +#image: /);
  const press = listMissingFiles(recipes.find(({ name }) => name === 'press')?.text ?? '');
  expect(press.map(({ file }) => file)).toEqual(['public/downloads/logo.svg', 'public/downloads/facts.pdf']);
});

test('recipes/README.md mentions `npm run new`', () => {
  expect(readFileSync('recipes/README.md', 'utf8')).toContain('npm run new');
});
