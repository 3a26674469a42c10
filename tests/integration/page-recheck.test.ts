import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recheckPage, diagnosePageChange } from '../../schema/check/recheck-page.ts';
import { type CheckedSite, checkSite, readFiles } from '../../schema/check/check.ts';
import { createExampleAssets, createExampleFiles } from '../../schema/check/example-site.ts';
import type { FileWithFacts, PageFacts } from '../../schema/check/facts.ts';
import { omitBlocks } from '../../schema/check/page-summary.ts';
import { readPageFacts } from '../../schema/check/read-facts.ts';
import type { SiteFiles } from '../../schema/check/site-graph.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import { SiteLoader } from '../../scripts/site/load-site.ts';
import { readAssets } from '../../scripts/site/read-public.ts';
import { fixturePages } from '../support/fixture-site.ts';
import { toGeneratedFile, writeGeneratedSite } from '../support/generated-site.ts';
import { takeSample, isFullRun } from '../support/sample.ts';
import { siteSteps, type SiteTexts } from '../support/site-steps.ts';
import { toPageYaml, siteYaml } from '../support/small-site.ts';
import { createTestFolder, createWriter } from '../support/site-on-disk.ts';
import { createDice } from '../support/mutants.ts';

const now = new Date('2026-05-25');
const assets = readAssets(fixturePages);
const { sources } = new SiteLoader(fixturePages).read().files;
const initialSources = sources.map(({ path, file, text }) => ({ path, file, text }));

/** Texts to append to a setting: words, wording mistakes, links, characters missing from fonts, and YAML errors. */
const typedTexts = [
  'more',
  '**',
  '[here](/nowhere)',
  '[there](/#first)',
  '字',
  'e.g. <b>',
  '"',
  ': x',
  '\n  colour: red',
];

/** Appends a random item of `typedTexts` to a random setting on a random page. */
function appendTypedText(texts: SiteTexts, roll: (limit: number) => number): void {
  const paths = [...texts.keys()].filter((path) => !path.startsWith('_'));
  const path = paths[roll(paths.length)] ?? '';
  const text = texts.get(path) ?? '';
  const settingLines = [...text.matchAll(/^ *(?:- )?(?:heading|lead|text|label|description|body): .*$/gm)];
  const { index = 0, 0: line = '' } = settingLines[roll(settingLines.length)] ?? {};
  const end = index + line.length;
  texts.set(path, `${text.slice(0, end)} ${typedTexts[roll(typedTexts.length)]}${text.slice(end)}`);
}

/** Returns the page with its new text, and the facts about the page. */
function replaceText({ source, key }: FileWithFacts<PageFacts>, text: string, { parsed }: SiteFiles) {
  const page: SourceFile = { ...source, text };
  const keyedSource = { source: page, key: `${key}+` };
  return { ...keyedSource, facts: readPageFacts(page, parsed.page(keyedSource)) };
}

const toComparable = ({ website, diagnostics, notChecked }: CheckedSite, path: string) => ({
  diagnostics,
  notChecked,
  pages: [...(website?.pages.values() ?? [])].map(omitBlocks),
  blocks: website?.pages.get(path)?.blocks,
  timed: website?.timed.pages.map((page) => page.path),
});

test.each(takeSample([31, 34, 32, 33, 35, 36], 1))(
  'checking one page again gives the same diagnostics as checking the whole site (%i)',
  (seed) => {
    const roll = createDice(seed);
    const steps = Object.entries(siteSteps);
    const initialSite = checkSite(readFiles(initialSources), assets, now);
    let site = initialSite;
    const counts = { whole: 0, other: 0 };
    for (let step = 0; step < (isFullRun ? 2000 : 160); step++) {
      if (step % 20 === 19) site = checkSite(initialSite.files, assets, now);
      const texts: SiteTexts = new Map(site.files.sources.map(({ path, text }) => [path, text]));
      const before = new Map(texts);
      const [name, change] = (roll(2) === 0 ? steps[roll(steps.length)] : undefined) ?? [
        'typing',
        appendTypedText,
      ];
      change(texts, roll);
      const changed = site.files.pages.find(({ source: { path } }) => before.get(path) !== texts.get(path));
      const text = changed && texts.get(changed.source.path);
      if (!changed || text === undefined) continue;
      const page = replaceText(changed, text, site.files);
      const files = {
        ...site.files,
        sources: site.files.sources.map((item) => (item.path === page.source.path ? page.source : item)),
        pages: site.files.pages.map((item) => (item === changed ? page : item)),
      };
      const quickDiagnostics = diagnosePageChange(site, page);
      const rechecked = recheckPage(site, page);
      const fullCheck = checkSite(files, assets, now);
      const stepLabel = `step ${step}: ${name} in ${page.source.path}`;
      counts[rechecked?.isComplete ? 'whole' : 'other']++;
      expect(quickDiagnostics, stepLabel).toEqual(
        rechecked?.isComplete ? rechecked.site.diagnostics : undefined,
      );
      const expected = toComparable(fullCheck, page.facts.route);
      expect(
        rechecked?.isComplete ? toComparable(rechecked.site, page.facts.route) : expected,
        stepLabel,
      ).toEqual(expected);
      site = rechecked?.isComplete ? rechecked.site : fullCheck;
    }
    expect(Math.min(counts.whole, counts.other)).toBeGreaterThan(15);
  },
);

test('after one page is saved, no other file is read', () => {
  const pages = join(createTestFolder(), 'pages');
  writeGeneratedSite(pages, 40);
  const loader = new SiteLoader(pages);
  const before = loader.read();
  const [savedPath, other] = [toGeneratedFile(7), toGeneratedFile(8)];
  const text = before.files.sources.find(({ path }) => path === savedPath)?.text ?? '';
  createWriter(pages)(savedPath, text.replace(/^( +lead: )\w+/m, '$1Saved'));
  rmSync(join(pages, other));
  const after = loader.readPages([savedPath]);
  expect(after).not.toBe(before);
  expect(loader.isBehind).toBe(false);
  const changed = after.files.pages.filter((page, index) => page !== before.files.pages[index]);
  expect(changed.map(({ source }) => source.path)).toEqual([savedPath]);
  expect(after.files.sources.map(({ path }) => path)).toContain(other);
});

test('a changed page is checked before the pages that depend on it', () => {
  const pages = join(createTestFolder(), 'pages');
  writeGeneratedSite(pages, 40);
  const loader = new SiteLoader(pages);
  const before = loader.read();
  const createText = (number: number) =>
    before.files.sources
      .find(({ path }) => path === toGeneratedFile(number))
      ?.text.match(/^title: (.*)$/m)?.[1] ?? '';
  const page = before.files.sources.find(({ path }) => path === toGeneratedFile(7));
  createWriter(pages)(
    toGeneratedFile(7),
    (page?.text ?? '').replace(/^title: .*$/m, `title: ${createText(8)}`),
  );
  const first = loader.readPages([toGeneratedFile(7)]);
  expect(loader.isBehind).toBe(true);
  expect(
    [...(first.website?.pages.values() ?? [])].filter(({ title }) => title === createText(8)),
  ).toHaveLength(2);
  const fullCheck = loader.readChanged([toGeneratedFile(7)]);
  expect(loader.isBehind).toBe(false);
  const found = fullCheck.diagnostics.filter(({ rule }) => rule === 'same-title').map(({ file }) => file);
  expect(found.toSorted()).toEqual(
    [toGeneratedFile(7), toGeneratedFile(8)].map((path) => expect.stringContaining(path)),
  );
});

test('pages that link to a changed heading are checked again', () => {
  const pages = join(createTestFolder(), 'pages');
  const write = createWriter(pages);
  const createText = (body: string) =>
    `blocks:\n  - type: hero\n    heading: Hi\n  - type: text\n    body: "${body}"\n`;
  const writeOther = (body: string) =>
    write('other.yaml', `title: Another\ndescription: Another page\n${createText(body)}`);
  write('_site.yaml', siteYaml);
  write(
    'index.yaml',
    `title: Home\ndescription: The first page\n${createText('See [the end](/other#the-end).')}`,
  );
  writeOther('# The end\\n\\nWords');
  const loader = new SiteLoader(pages);
  loader.read();
  writeOther('# The end\\n\\nMore words');
  loader.readPages(['other.yaml']);
  expect(loader.isBehind).toBe(false);
  writeOther('# The start\\n\\nWords');
  loader.readPages(['other.yaml']);
  expect(loader.isBehind).toBe(true);
  const { diagnostics } = loader.readChanged(['other.yaml']);
  expect(diagnostics.map(({ rule }) => rule)).toContain('missing-anchor');
});

test('a character that the site font lacks is reported immediately', () => {
  const files = createExampleFiles({
    '_site.yaml': siteYaml + 'theme: { ownFonts: { text: /fonts/latin.woff2 } }\n',
    'index.yaml': toPageYaml('  - type: hero\n    heading: Hello\n    lead: We come from London.\n'),
  });
  const fontAssets = createExampleAssets({});
  const site = checkSite(readFiles(files), fontAssets, now);
  const home = site.files.pages.find(({ facts: { route } }) => route === '/');
  if (!home) throw new Error('The home page is missing.');
  const page = replaceText(home, home.source.text.replaceAll('London', 'Gda\u0144sk'), site.files);
  const found =
    diagnosePageChange(site, page) ??
    checkSite(
      { ...site.files, pages: site.files.pages.map((item) => (item === home ? page : item)) },
      fontAssets,
      now,
    ).diagnostics;
  expect(found.map(({ rule }) => rule)).toContain('missing-letters');
});
