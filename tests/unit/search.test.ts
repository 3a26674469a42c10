import { expect, onTestFinished, test, vi } from 'vitest';
import { loadPage, toQueryWords } from '../../src/client/search-client.ts';
import { type SearchPage, foldText } from '../../schema/site/search-format.ts';
import { createIndexFiles, createPageId, groupPageWords } from '../../scripts/outputs/search-index.ts';
import { english } from '../../schema/fields/words.ts';
import { renderSite } from '../support/render-site.ts';
import { completePage, toPageYaml, siteYaml } from '../support/small-site.ts';

const siteSettings = siteYaml.replace('navigation:\n', 'navigation:\n  search: true\n');

/** Renders a site. Returns the pages and the words in its search index. */
async function buildSearchIndex(
  texts: Record<string, string>,
): Promise<{ pages: Map<string, SearchPage>; words: Record<string, string> }> {
  const { files } = await renderSite({ '_site.yaml': siteSettings, ...texts });
  const readIndexFiles = (filePrefix: string) =>
    [...files]
      .filter(([path]) => path.startsWith(`search/${filePrefix}-`))
      .map(([, text]): unknown => JSON.parse(text));
  const pages = readIndexFiles('page') as SearchPage[]; // files of the search index have this type
  return {
    pages: new Map(pages.map((page) => [page.path, page])),
    words: Object.assign({}, ...readIndexFiles('words')),
  };
}

test('the search matches a word in both Unicode forms', () => {
  expect(foldText('Caf\u00E9')).toBe(foldText('CAFE\u0301'));
});

test('an index file is loaded again after a brief loss of connection', async () => {
  const page = { path: '/about' };
  const fetchMock = vi
    .fn<typeof fetch>()
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockResolvedValue(Response.json(page));
  vi.stubGlobal('fetch', fetchMock);
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await loadPage('offline')).toBeUndefined();
  expect(await loadPage('offline')).toEqual(page);
});

test('a site without a search has no index and no search button', async () => {
  const site = await renderSite({});
  expect([...site.files.keys()].filter((path) => path.startsWith('search/'))).toEqual([]);
  expect(site.page('/')).not.toContain('title="Search"');
});

test('a page is found by its visible text only', async () => {
  const ferryPage = toPageYaml(`  - type: hero
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
  const { pages, words } = await buildSearchIndex({ 'ferry.yaml': ferryPage });
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
  const id = createPageId('/ferry');
  expect(words['ferry']).toBe(id);
  expect(words['harbour']).toBe(`.${id}`);
  expect(words['pontoon']).toBe(`...${id}`);
  const hiddenWords = 'codeword fieldword labelword buttonword submitword const hero hour gbp'.split(' ');
  for (const hiddenWord of hiddenWords) expect(words[hiddenWord], hiddenWord).toBeUndefined();
});

test('words are indexed without soft hyphens and diacritics, and with signs as in `C++` and `R&D`', async () => {
  const page = toPageYaml(`  - type: hero
    heading: Hoch\u00ADspannungs\u00ADnetz\u00ADgerät
    lead: Donau\u00ADdampf\u00ADschiff\u00ADfahrt in C++ or C#, for R&D, not Notepad++ or B & B.
`);
  const { pages, words } = await buildSearchIndex({ 'long.yaml': page });
  const expectedWords = 'hochspannungsnetzgerat donaudampfschifffahrt c++ c# r&d notepad';
  for (const word of expectedWords.split(' ')) expect(words, word).toHaveProperty([word]);
  expect(JSON.stringify(pages.get('/long'))).toMatch(/"Hochspannungsnetzgerät".*Donaudampfschifffahrt in C/);
  const queries = { 'C++': 'c++', 'r&d': 'r&d', 'Netz\u00ADgerät': 'netzgerat', 'B & B, C': '', '++': '' };
  for (const [query, word] of Object.entries(queries))
    expect(toQueryWords(query).join(' '), query).toBe(word);
});

test('the index files of very long words have file names of a valid length', () => {
  const words = Array.from({ length: 400 }, (_, index) => `${'ж'.repeat(90)}${index}`);
  const pages = words.map((text): [string, string] => [
    `/${text}`,
    groupPageWords({ path: '', language: 'ru', title: text, parts: [['', '', `${'b'.repeat(90)} ${text}`]] }),
  ]);
  const files = createIndexFiles(pages, { words: english });
  expect(Math.max(...files.map(([path]) => path.length))).toBeLessThan(255);
});

test('a page can be found by its author, whose name is not part of the description', async () => {
  const note = completePage(
    'kind: article\npublished: 2026-03-03\nauthor: Mara Fairlead\n- { type: hero, heading: A note }\n',
  );
  const { pages, words } = await buildSearchIndex({ 'note.yaml': note });
  expect(pages.get('/note')?.parts.at(-1)).toEqual(['', '', 'Mara Fairlead']);
  expect(pages.get('/note')?.parts[0]?.[2]).not.toContain('Mara');
  expect(words['fairlead']).toBe(`...${createPageId('/note')}`);
});

test('hidden pages are not found', async () => {
  const page = (title: string, extraSettings = '') =>
    completePage(`${extraSettings}- { type: hero, heading: Secretword ${title} }\n`);
  const { pages, words } = await buildSearchIndex({
    'unlisted.yaml': page('unlisted', 'index: false\n'),
    'draft.yaml': page('draft', 'status: draft\n'),
    'later.yaml': page('later', 'publish: 2999-01-01\n'),
    '404.yaml': page('lost'),
    'elsewhere.yaml': 'redirect: /\n',
  });
  expect([...pages.keys()]).toEqual(['/']);
  expect(Object.keys(words).filter((word) => word.startsWith('secret'))).toEqual([]);
});

const createLongText = (number: number) =>
  Array.from({ length: 120 }, (_, index) => `w${((number * 31 + index * 17) % 4000).toString(36)}`).join(' ');
const manyPages = Array.from({ length: 2000 }, (_, number): [string, string] => {
  const page: SearchPage = {
    path: `/page-${number}`,
    language: 'en',
    title: `Page ${number}`,
    parts: [['Common heading', '', `common ${createLongText(number)}`]],
  };
  return [page.path, groupPageWords(page)];
});

test('with many pages, no index file exceeds 20,000 characters, and each word is in the file for its prefix', () => {
  const files = createIndexFiles(manyPages, { words: english });
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter(([, text]) => text.length > 20_000).map(([path]) => path)).toEqual([]);
  const [, listText] = files[0] ?? [];
  const starts = new Set((JSON.parse(listText ?? '') as { starts: string }).starts.split(' '));
  const textsByPath = new Map(files);
  for (const [, words] of manyPages.slice(0, 20))
    for (const word of words.split(/[ |]/).filter(Boolean)) {
      const filePrefix = [...word]
        .map((_, index) => word.slice(0, word.length - index))
        .find((prefix) => starts.has(prefix));
      expect(JSON.parse(textsByPath.get(`/search/words-${filePrefix}.json`) ?? '{}'), word).toHaveProperty(
        word,
      );
    }
});

test('for a frequent word, the index lists the first 200 pages and marks the list as incomplete', () => {
  const texts = createIndexFiles(manyPages, { words: english }).map(([, text]) => text);
  const foundPages = texts
    .map((text) => (JSON.parse(text) as Record<string, string>)['common'])
    .find(Boolean);
  expect(foundPages).toMatch(/^\+/);
  expect(foundPages?.length).toBe(1 + 1 + 200 * 8);
});
