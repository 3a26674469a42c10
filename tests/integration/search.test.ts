import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type SearchPage, fold, searchWords } from '../../schema/content/search-format.ts';
import { filterErrors, formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { indexFiles, pageId, pageWords } from '../../scripts/outputs/search-index.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { english } from '../../schema/content/words.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';
import { pageYaml, siteYaml } from '../support/small-site.ts';

const site = siteOnDisk();
const withSearch = siteYaml.replace('navigation:\n', 'navigation:\n  search: true\n');

/** Builds the site; returns what of each page can be found, and the words of its index. */
async function searched(): Promise<{ pages: Map<string, SearchPage>; words: Record<string, string> }> {
  const { diagnostics } = await buildSite(site.pages, site.out);
  expect(filterErrors(diagnostics).map(formatDiagnostic).join('\n')).toBe('');
  const folder = join(site.out, 'search');
  const files = readdirSync(folder);
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown;
  const pages = files.filter((file) => file.startsWith('page-')).map((file) => read(file) as SearchPage);
  const words = files.filter((file) => file.startsWith('words-')).map((file) => read(file) as object);
  return { pages: new Map(pages.map((page) => [page.path, page])), words: Object.assign({}, ...words) };
}

test.each([
  ['Straße, März', ['strasse', 'marz', 'maerz']],
  ['Łódź żółw', ['lodz', 'zolw']],
  ['e-mail', ['e', 'mail', 'email']],
  ['The pilot’s COVID-19', ['the', 'pilot', 's', 'pilots', 'covid', '19', 'covid19']],
  ['99.9% of 1,000', ['99', '9', 'of', '1', '000']],
  ['東京', ['東', '京']],
])('“%s” is found by its words without marks', (text, words) => {
  expect(searchWords(text)).toEqual(words);
});

test('a word is the same in both Unicode forms', () => {
  expect(fold('Caf\u00E9')).toBe(fold('CAFE\u0301'));
});

test('a site without a search has no index and no button', async () => {
  await buildSite(site.pages, site.out);
  expect(readdirSync(site.out)).not.toContain('search');
  expect(readFileSync(join(site.out, 'index.html'), 'utf8')).not.toContain('title="Search"');
});

test('a page is found by its visible text, and nothing else', async () => {
  site.write('_site.yaml', withSearch);
  site.write(
    'ferry.yaml',
    pageYaml(`  - type: hero
    heading: The ferry
    lead: It **leaves** at noon, see [the timetable](/).
    actions: [{ label: Buttonword, to: / }]
  - type: text
    id: harbour
    heading: The harbour
    body: |
      Before the mole.

      ## Where it lands

      At the \`pontoon\`.

      \`\`\`js
      const codeword = 1;
      \`\`\`
  - type: form
    id: write
    heading: Write
    fields: [{ name: fieldword, label: Labelword }]
    submit: { label: Submitword, function: send-contact-email }
  - type: faq
    items: [{ question: What is the fee?, answer: Nothing. }]
  - type: job
    published: 2026-10-02
    place: { text: Saltquay, country: GB }
    hours: { text: All day }
    pay: { text: 20 £, least: 20, currency: GBP, per: hour }
`),
  );
  const { pages, words } = await searched();
  const page = pages.get('/ferry');
  expect(page?.title).toBe('The ferry');
  expect(page?.parts).toEqual([
    ['', '', expect.stringContaining('a page that is there for a test')],
    ['The ferry', '', 'It leaves at noon, see the timetable.'],
    ['The harbour', 'harbour', 'Before the mole.'],
    ['Where it lands', 'where-it-lands', 'At the pontoon.'],
    ['Write', 'write', ''],
    ['What is the fee?', '', 'Nothing. · Saltquay · All day · 20 £'],
  ]);
  const id = pageId('/ferry');
  expect(words['ferry']).toBe(id);
  expect(words['harbour']).toBe(`.${id}`);
  expect(words['pontoon']).toBe(`...${id}`);
  const hidden = 'codeword fieldword labelword buttonword submitword const hero hour gbp'.split(' ');
  for (const one of hidden) expect(words[one], one).toBeUndefined();
});

test('an author is found, and is not part of the description', async () => {
  site.write('_site.yaml', withSearch);
  site.write(
    'note.yaml',
    `kind: article\npublished: 2026-03-03\nauthor: Mara Fairlead\n${pageYaml('  - type: hero\n    heading: A note\n')}`,
  );
  const { pages, words } = await searched();
  expect(pages.get('/note')?.parts.at(-1)).toEqual(['', '', 'Mara Fairlead']);
  expect(pages.get('/note')?.parts[0]?.[2]).not.toContain('Mara');
  expect(words['fairlead']).toBe(`...${pageId('/note')}`);
});

test('hidden pages are not found', async () => {
  site.write('_site.yaml', withSearch);
  const page = (title: string) => pageYaml(`  - type: hero\n    heading: Secretword ${title}\n`);
  site.write('unlisted.yaml', `index: false\n${page('unlisted')}`);
  site.write('draft.yaml', `status: draft\n${page('draft')}`);
  site.write('later.yaml', `publish: 2999-01-01\n${page('later')}`);
  site.write('404.yaml', page('lost'));
  site.write('elsewhere.yaml', 'redirect: /\n');
  const { pages, words } = await searched();
  expect([...pages.keys()]).toEqual(['/']);
  expect(Object.keys(words).filter((word) => word.startsWith('secret'))).toEqual([]);
});

const long = (number: number) =>
  Array.from({ length: 120 }, (_, at) => `w${((number * 31 + at * 17) % 4000).toString(36)}`).join(' ');
const many = Array.from({ length: 2000 }, (_, number): [string, string] => {
  const page: SearchPage = {
    path: `/page-${number}`,
    language: 'en',
    title: `Page ${number}`,
    parts: [['Common heading', '', `common ${long(number)}`]],
  };
  return [page.path, pageWords(page)];
});

test('with many pages no file of the index is large, and each word is in the file of its prefix', () => {
  const files = indexFiles(many, { words: english });
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter(([, text]) => text.length > 20_000).map(([path]) => path)).toEqual([]);
  const [, list] = files[0] ?? [];
  const starts = new Set((JSON.parse(list ?? '') as { starts: string }).starts.split(' '));
  const known = new Map(files);
  for (const [, words] of many.slice(0, 20))
    for (const word of words.split(/[ |]/).filter(Boolean)) {
      const start = [...word].map((_, at) => word.slice(0, word.length - at)).find((one) => starts.has(one));
      expect(JSON.parse(known.get(`/search/words-${start}.json`) ?? '{}'), word).toHaveProperty(word);
    }
});

test('a word on very many pages lists only the first ones, and says so', () => {
  const texts = indexFiles(many, { words: english }).map(([, text]) => text);
  const found = texts.map((text) => (JSON.parse(text) as Record<string, string>)['common']).find(Boolean);
  expect(found).toMatch(/^\+/);
  expect(found?.length).toBe(1 + 1 + 200 * 8);
});
