import { pageFacts, sharedFacts } from '../../../schema/checker/read-facts.ts';
import { expect, test } from 'vitest';
import { check, checkSite, siteFilesOf } from '../../../schema/checker/check.ts';
import { type PageFacts, type SharedFacts } from '../../../schema/checker/facts.ts';
import { isShared } from '../../../schema/checker/file-names.ts';
import { ParsedFiles } from '../../../schema/checker/parsed-files.ts';
import { readSiteFile } from '../../../schema/checker/read-file.ts';
import type { SourceFile } from '../../../schema/content/source-file.ts';
import { formatDiagnostic } from '../../../schema/diagnostics/diagnostic.ts';
import { readAssets } from '../../../scripts/source/read-public.ts';
import { readSourceFiles } from '../../../scripts/source/read-pages.ts';
import { fixturePages } from '../../support/fixture-site.ts';
import { sampled, unsampled } from '../../support/sampled.ts';
import { siteSteps, sourcesOf } from '../../support/site-steps.ts';
import { siteYaml } from '../../support/small-site.ts';
import { dice } from './mutants.ts';

const start = readSourceFiles(fixturePages);
const assets = readAssets(fixturePages);

/** Reads a site with cached facts, which are JSON by all that they may depend on. */
function readCached(sources: readonly SourceFile[], cache: Map<string, string>) {
  const siteSource = sources.find(({ path }) => path === '_site.yaml');
  const site = siteSource && readSiteFile(siteSource);
  const parsed = new ParsedFiles(site?.variables);
  return siteFilesOf(sources, site, parsed, (source) => {
    const { path, text } = source;
    const key = JSON.stringify([path, text, site?.variables && [...site.variables]]);
    const file = { source, key };
    const json =
      cache.get(key) ??
      JSON.stringify(
        isShared(path) ? sharedFacts(source, parsed.shared(file)) : pageFacts(source, parsed.page(file)),
      );
    cache.set(key, json);
    return { ...file, facts: JSON.parse(json) as PageFacts | SharedFacts }; // just written
  });
}

// Each starts again from the whole site: after many steps hardly any file can be read.
test.each(sampled([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 3))(
  'after each of many changes cached facts have the same result as new ones (%i)',
  (seed) => {
    const roll = dice(seed);
    const names = Object.keys(siteSteps);
    const texts = new Map(start.map(({ path, text }) => [path, text]));
    const cache = new Map<string, string>();
    const rules = new Set<string>();
    for (let step = 0; step < (unsampled ? 30 : 15); step++) {
      const name = names[roll(names.length)] ?? '';
      siteSteps[name]?.(texts, roll);
      const time = new Date(Date.UTC(2026, 5, roll(9) + 1));
      const pictures = new Set([...assets.pictures].filter((_, at) => (at + step) % 9 !== 0));
      const now = roll(3) === 0 ? { ...assets, pictures } : assets;
      const warm = checkSite(readCached(sourcesOf(texts), cache), now, time);
      const cold = check(sourcesOf(texts), now, time);
      expect(warm.diagnostics.map(formatDiagnostic), `step ${step}: ${name}`).toEqual(
        cold.diagnostics.map(formatDiagnostic),
      );
      const pagesOf = ({ website }: typeof warm) =>
        [...(website?.pages.values() ?? [])].map((page) => ({ ...page, version: '' }));
      expect([warm.diagnostics, warm.notChecked]).toEqual([cold.diagnostics, cold.notChecked]);
      expect(pagesOf(warm)).toEqual(pagesOf(cold));
      for (const { rule } of warm.diagnostics) rules.add(rule);
    }
    expect(rules.size, [...rules].join()).toBeGreaterThan(2);
  },
);

test('a page is linked, or not, with what a shared list chooses', () => {
  const page = (title: string, blocks: string) =>
    `title: ${title}\ndescription: ${title}, a page that is there for a test and says so at some length.\n` +
    `blocks:\n  - { type: hero, heading: ${title} }\n${blocks}`;
  const texts = new Map([
    ['_site.yaml', siteYaml],
    ['_shared/latest.yaml', 'type: posts\nheading: The latest\nfrom: /log\n'],
    ['404.yaml', page('Not here', '')],
    ['index.yaml', page('Home page', '  - use: latest\n')],
    ['log/gusts.yaml', page('Gusts at sea', '')],
    ['news/crane.yaml', page('A new crane', '')],
  ]);
  const noAssets = { icons: new Set<string>(), pictures: new Set<string>() };
  const unlinked = () =>
    check(sourcesOf(texts), noAssets).diagnostics.map(({ file, rule }) => `${file} ${rule}`);
  expect(unlinked()).toEqual(['pages/news/crane.yaml unlinked-page']);
  texts.set('_shared/latest.yaml', 'type: posts\nheading: The latest\nfrom: /news\n');
  expect(unlinked()).toEqual(['pages/log/gusts.yaml unlinked-page']);
});
