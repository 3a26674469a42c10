import { readFileSync, rmSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { readSite } from '../../scripts/source/load-site.ts';
import { pageRecipes, missingFiles } from '../../scripts/new.ts';
import { followNotes, makeRecipeSite } from '../support/recipe-site.ts';
import { scratchFolder } from '../support/site-on-disk.ts';

const folder = scratchFolder();
beforeEach(() => rmSync(folder, { recursive: true, force: true }));

const recipes = pageRecipes();
const diagnosticsOf = (pages: string) => readSite(pages).diagnostics.map(formatDiagnostic);

test('a new site with all recipes has no diagnostic, before and after the notes are followed', async () => {
  const { pages, addresses } = await makeRecipeSite(folder);
  expect(diagnosticsOf(pages)).toEqual([]);
  const statusOf = () => addresses.map((address) => readSite(pages).website?.pages.get(address)?.status);
  expect(new Set(statusOf())).toEqual(new Set(['draft']));
  await followNotes(folder);
  expect(diagnosticsOf(pages)).toEqual([]);
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
