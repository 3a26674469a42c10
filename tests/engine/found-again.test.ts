import { cpSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { AppendOnlyLog, memoryFile, cacheKey } from '../../scripts/source/facts-cache.ts';
import { checkedPages } from '../../scripts/source/check-pages.ts';
import { fixtureFolder } from '../support/fixture-site.ts';

beforeEach(() => void vi.stubEnv('SOURCE_DATE_EPOCH', String(Date.parse('2026-06-01T12:00Z') / 1000)));

/** A copy of the fixture site that has been checked, with what is remembered of it. */
function checkedSite() {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-again-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(fixtureFolder, folder, { recursive: true });
  const pages = join(folder, 'pages');
  const check = () => checkedPages({ folder: pages, files: [] });
  const kept = () => new AppendOnlyLog(memoryFile(pages), cacheKey(pages));
  check();
  const last = kept().row('/') as { notChecked: string[] };
  return {
    check,
    /** Says a sentence with what was found last: it is there for as long as that is believed. */
    plant: () => kept().save(new Map([['/', { ...last, notChecked: ['planted'] }]])),
    edit: (path: string, from: string | RegExp, to: string) => {
      const file = join(folder, path);
      const text = readFileSync(file, 'utf8');
      expect(text).toMatch(from);
      writeFileSync(file, text.replace(from, to));
      // As if it had been written long ago, so that the file system is believed.
      const time = Date.now() / 1000 - 60 + text.length / 1000;
      utimesSync(file, time, time);
    },
    remove: (path: string) => rmSync(join(folder, path)),
    write: (path: string, text: string) => writeFileSync(join(folder, path), text),
  };
}

type Site = ReturnType<typeof checkedSite>;
const nothing = /^$/;
const berths = 'pages/services/berths.yaml';

test.each<[string, (site: Site) => void]>([
  ['nothing', () => undefined],
  ['words on a page', ({ edit }) => edit(berths, 'Sixteen amperes', 'Thirty amperes')],
  [
    'words on two pages, one of which shares a block',
    ({ edit }) => {
      edit(berths, 'Fresh, and tested', 'Clear, and tested');
      edit('pages/visit/prices.yaml', 'A place for every boat', 'Room for every boat');
    },
  ],
  ['a line that comes or goes', ({ edit }) => edit(berths, 'blocks:', '# Prices stand elsewhere.\nblocks:')],
  ['the time of a file', ({ edit }) => edit(berths, 'blocks:', 'blocks:')],
])('nobody asks all pages again after a change of %s', (_, change) => {
  const site = checkedSite();
  site.plant();
  change(site);
  const { notChecked, diagnostics, files } = site.check();
  expect(notChecked).toEqual(['planted']);
  expect(diagnostics).toEqual([]);
  expect(files.length).toBeGreaterThan(30);
  // And what was seen is written down.
  expect(site.check().notChecked).toEqual(['planted']);
});

test.each<[string, (site: Site) => void, told: RegExp]>([
  ['a title', ({ edit }) => edit(berths, /^title: .*/, 'title: Berths, and what they cost'), nothing],
  [
    'a heading, to which links may lead',
    ({ edit }) => edit(berths, 'type: faq', 'type: faq\n    id: ask'),
    nothing,
  ],
  ['where a link leads', ({ edit }) => edit(berths, '(/contact), or', '(/visit), or'), nothing],
  ['a link that leads nowhere', ({ edit }) => edit(berths, '(/contact), or', '(/contacts), or'), /contacts/],
  ['a word that is a fault', ({ edit }) => edit(berths, 'layout: card\n', 'layout: cart\n'), /berths.*cart/],
  ['a page that lists others', ({ edit }) => edit('pages/visit.yaml', 'What has been', 'What was'), nothing],
  [
    'a shared block',
    ({ edit }) => edit('pages/_shared/ask-the-desk.yaml', /heading: /, 'heading: Do '),
    nothing,
  ],
  ['the site file', ({ edit }) => edit('pages/_site.yaml', /^/, '# Ours\n'), nothing],
  ['a drawing', ({ edit }) => edit('public/logos/north-pier.svg', 'viewBox="0', 'viewBox="1'), nothing],
  ['a file that is new', ({ write }) => write('pages/new.yaml', 'redirect: /visit\n'), nothing],
  ['a file that is gone', ({ remove }) => remove('pages/visit/words.yaml'), /words/],
  ['the day', () => vi.stubEnv('SOURCE_DATE_EPOCH', String(Date.parse('2026-06-02T12:00Z') / 1000)), nothing],
])('all pages are asked again after a change of %s', (_, change, told) => {
  const site = checkedSite();
  site.plant();
  change(site);
  const { notChecked, diagnostics } = site.check();
  expect(notChecked).not.toContain('planted');
  const lines = diagnostics.map((one) => formatDiagnostic(one)).join('\n');
  expect(lines).toMatch(told);
});

test('what is wrong elsewhere is told again, and what is wrong on the page at its line', () => {
  const site = checkedSite();
  site.edit('pages/visit/prices.yaml', 'layout: stacked', 'layout: stack');
  const first = site.check().diagnostics;
  expect(first).toHaveLength(1);
  site.edit(berths, 'Sixteen amperes', 'Thirty amperes');
  expect(site.check().diagnostics).toEqual(first);
  site.edit('pages/visit/prices.yaml', 'blocks:', '# Here they are.\nblocks:');
  const [moved] = site.check().diagnostics;
  expect(moved?.range.start.line).toBe((first[0]?.range.start.line ?? 0) + 1);
});
