import { expect, onTestFinished, test, vi } from 'vitest';
import { loadPage, queryWords } from '../../src/client/search-client.ts';
import { type SearchPage, fold } from '../../schema/site/search-format.ts';
import { indexFiles, pageId, pageWords } from '../../scripts/outputs/search-index.ts';
import { english } from '../../schema/fields/words.ts';
import { renderSite } from '../support/render-site.ts';
import { pageOf, pageYaml, siteYaml } from '../support/small-site.ts';

const settings = siteYaml.replace('navigation:\n', 'navigation:\n  search: true\n');

/** Renders a site, and returns the pages and the words of its search index. */
async function searched(
  texts: Record<string, string>,
): Promise<{ pages: Map<string, SearchPage>; words: Record<string, string> }> {
  const { files } = await renderSite({ '_site.yaml': settings, ...texts });
  const valuesIn = (start: string) =>
    [...files]
      .filter(([path]) => path.startsWith(`search/${start}-`))
      .map(([, text]): unknown => JSON.parse(text));
  const pages = valuesIn('page') as SearchPage[]; // the format of these files
  return {
    pages: new Map(pages.map((page) => [page.path, page])),
    words: Object.assign({}, ...valuesIn('words')),
  };
}

test('a word matches in both Unicode forms', () => {
  expect(fold('Caf\u00E9')).toBe(fold('CAFE\u0301'));
});

test('after a moment offline, an index file is loaded again', async () => {
  const page = { path: '/about' };
  const fetched = vi
    .fn<typeof fetch>()
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockResolvedValue(Response.json(page));
  vi.stubGlobal('fetch', fetched);
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await loadPage('offline')).toBeUndefined();
  expect(await loadPage('offline')).toEqual(page);
});

test('a site without a search has no index and no button', async () => {
  const site = await renderSite({});
  expect([...site.files.keys()].filter((path) => path.startsWith('search/'))).toEqual([]);
  expect(site.page('/')).not.toContain('title="Search"');
});

test('a page is found by its visible text only', async () => {
  const ferry = pageYaml(`  - type: hero
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
`);
  const { pages, words } = await searched({ 'ferry.yaml': ferry });
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

test('words with soft hyphens are whole, and letters with diacritics belong to words', async () => {
  const page = pageYaml(`  - type: hero
    heading: Hoch\u00ADspannungs\u00ADnetz\u00ADgerät
    lead: Donau\u00ADdampf\u00ADschiff\u00ADfahrt in C++ or C#, for R&D, not Notepad++ or B & B.
`);
  const { pages, words } = await searched({ 'long.yaml': page });
  const expectedWords = 'hochspannungsnetzgerat donaudampfschifffahrt c++ c# r&d notepad';
  for (const word of expectedWords.split(' ')) expect(words, word).toHaveProperty([word]);
  expect(JSON.stringify(pages.get('/long'))).toMatch(/"Hochspannungsnetzgerät".*Donaudampfschifffahrt in C/);
  const queries = { 'C++': 'c++', 'r&d': 'r&d', 'Netz\u00ADgerät': 'netzgerat', 'B & B, C': '', '++': '' };
  for (const [query, word] of Object.entries(queries)) expect(queryWords(query).join(' '), query).toBe(word);
});

test('very long words are in files with names of a valid length', () => {
  const words = Array.from({ length: 400 }, (_, at) => `${'ж'.repeat(90)}${at}`);
  const pages = words.map((text): [string, string] => [
    `/${text}`,
    pageWords({ path: '', language: 'ru', title: text, parts: [['', '', `${'b'.repeat(90)} ${text}`]] }),
  ]);
  const files = indexFiles(pages, { words: english });
  expect(Math.max(...files.map(([path]) => path.length))).toBeLessThan(255);
});

test('an author can be found and is not part of the description', async () => {
  const note = pageOf(
    'kind: article\npublished: 2026-03-03\nauthor: Mara Fairlead\n- { type: hero, heading: A note }\n',
  );
  const { pages, words } = await searched({ 'note.yaml': note });
  expect(pages.get('/note')?.parts.at(-1)).toEqual(['', '', 'Mara Fairlead']);
  expect(pages.get('/note')?.parts[0]?.[2]).not.toContain('Mara');
  expect(words['fairlead']).toBe(`...${pageId('/note')}`);
});

test('hidden pages are not found', async () => {
  const page = (title: string, more = '') =>
    pageOf(`${more}- { type: hero, heading: Secretword ${title} }\n`);
  const { pages, words } = await searched({
    'unlisted.yaml': page('unlisted', 'index: false\n'),
    'draft.yaml': page('draft', 'status: draft\n'),
    'later.yaml': page('later', 'publish: 2999-01-01\n'),
    '404.yaml': page('lost'),
    'elsewhere.yaml': 'redirect: /\n',
  });
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

test('with many pages, no index file is large, and each word is in the file of its prefix', () => {
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

test('a word on very many pages lists only the first pages, with a note', () => {
  const texts = indexFiles(many, { words: english }).map(([, text]) => text);
  const foundPages = texts
    .map((text) => (JSON.parse(text) as Record<string, string>)['common'])
    .find(Boolean);
  expect(foundPages).toMatch(/^\+/);
  expect(foundPages?.length).toBe(1 + 1 + 200 * 8);
});
