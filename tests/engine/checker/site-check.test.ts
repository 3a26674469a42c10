import { expect, test } from 'vitest';
import { check, SiteCheck } from '../../../schema/checker/check.ts';
import type { CheckCache } from '../../../legacy/schema/check/file-state.ts';
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

/** As it is read from a file. */
const copied = (memory: CheckCache) => JSON.parse(JSON.stringify(memory)) as CheckCache; // just written

/** What another process can go on from. */
function memoryOf(known: SiteCheck, paths: readonly string[]): CheckCache {
  const { common, files } = known.takeChanged(paths);
  const all = files.flatMap(([path, one]) => (one ? [[path, one] as const] : []));
  const [pages, shared] = [true, false].map((kind) =>
    all.filter(([, { facts }]) => 'place' in facts === kind),
  );
  return { common, pages, shared } as CheckCache; // pages have a place
}

// Each begins anew: after many steps hardly anything of a site can be read.
test.each(sampled([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 3))(
  'after each of many changes a site that is known is found as one that is new (%i)',
  (seed) => {
    const roll = dice(seed);
    const names = Object.keys(siteSteps);
    const texts = new Map(start.map(({ path, text }) => [path, text]));
    let time = new Date(0);
    let known = new SiteCheck(undefined, undefined, () => time);
    const rules = new Set<string>();
    known.update(sourcesOf(texts), assets);
    for (let step = 0; step < (unsampled ? 30 : 15); step++) {
      const name = names[roll(names.length)] ?? '';
      const before = [...texts.keys()];
      siteSteps[name]?.(texts, roll);
      // In another process, with what the last one wrote down, which had the pages that are gone now.
      if (roll(4) === 0) known = new SiteCheck(copied(memoryOf(known, before)), undefined, () => time);
      time = new Date(Date.UTC(2026, 5, roll(9) + 1));
      const pictures = new Set([...assets.pictures].filter((_, at) => (at + step) % 9 !== 0));
      const now = roll(3) === 0 ? { ...assets, pictures, version: `${step}` } : assets;
      const [warm, cold] = [known.update(sourcesOf(texts), now), check(sourcesOf(texts), now, time)];
      expect(warm.diagnostics.map(formatDiagnostic), `step ${step}: ${name}`).toEqual(
        cold.diagnostics.map(formatDiagnostic),
      );
      expect(warm).toEqual(cold);
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
  const known = new SiteCheck();
  const noAssets = { icons: new Set<string>(), pictures: new Set<string>() };
  const unlinked = () =>
    known.update(sourcesOf(texts), noAssets).diagnostics.map(({ file, rule }) => `${file} ${rule}`);
  expect(unlinked()).toEqual(['pages/news/crane.yaml unlinked-page']);
  texts.set('_shared/latest.yaml', 'type: posts\nheading: The latest\nfrom: /news\n');
  expect(unlinked()).toEqual(['pages/log/gusts.yaml unlinked-page']);
});
