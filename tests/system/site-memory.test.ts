import { cpSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { checkPages } from '../../scripts/site/check-pages.ts';
import { readFactsCache } from '../../scripts/site/facts-cache.ts';
import { openSiteLoader, type LoadedSite, readSite, SiteLoader } from '../../scripts/site/load-site.ts';
import { writeGeneratedSite } from '../support/generated-site.ts';
import { fixtureFolder } from '../support/fixture-site.ts';
import { takeSample, isFullRun } from '../support/sample.ts';
import { siteSteps, type SiteTexts } from '../support/site-steps.ts';
import { createDice } from '../support/mutants.ts';
import { createTestFolder, createWriter } from '../support/site-on-disk.ts';

let folder: string;
let pages: string;
beforeEach(() => {
  folder = createTestFolder();
  pages = join(folder, 'pages');
});
afterEach(() => void vi.unstubAllEnvs());

/** Writes a file with an old timestamp, because the state of a file that has just changed is not trusted. */
function write(path: string, text: string): void {
  const file = createWriter(pages)(path, text);
  const time = Date.now() / 1000 - 60 + (text.length % 10);
  utimesSync(file, time, time);
}

test.each([
  ['the fixture pages', () => cpSync(fixtureFolder, folder, { recursive: true })],
  ['many pages', () => writeGeneratedSite(pages, 30)],
])('the facts of %s are the same after they are saved and read again', (_, prepare) => {
  prepare();
  openSiteLoader(pages).read();
  const { pages: read, shared } = new SiteLoader(pages).read().files;
  const files = [...read, ...shared];
  expect(files.length).toBeGreaterThan(20);
  const loader = openSiteLoader(pages);
  loader.read();
  loader.save();
  const cachedFiles = readFactsCache(pages).files;
  for (const { source, facts, key } of files) {
    expect(cachedFiles.get(source.path)?.key).toBe(key);
    expect(JSON.stringify(cachedFiles.get(source.path)?.facts), source.path).toBe(JSON.stringify(facts));
  }
});

function changeVariables(texts: SiteTexts, roll: (limit: number) => number): void {
  const site = texts.get('_site.yaml') ?? '';
  texts.set(
    '_site.yaml',
    site.replace(/^(company|email|phone): .*$/m, (line) => `${line}${roll(10)}`),
  );
}

const toComparable = ({ diagnostics, notChecked, website }: LoadedSite) => ({
  lines: diagnostics.map(formatDiagnostic),
  diagnostics,
  notChecked,
  pages: [...(website?.pages.values() ?? [])],
  hidden: website?.hidden,
  redirects: website?.redirects,
});

test.each(takeSample([21, 22, 23], 1))(
  'after each of many changes, a warm check gives the same result as a cold check (%i)',
  async (seed) => {
    cpSync(fixtureFolder, folder, { recursive: true });
    const roll = createDice(seed);
    const names = Object.keys(siteSteps);
    const start = new SiteLoader(pages).read();
    let texts: SiteTexts = new Map(start.files.sources.map(({ path, text }) => [path, text]));
    const initialTexts = new Map(texts);
    const dev = new SiteLoader(pages);
    let timeMs = Date.UTC(2026, 4, 25);
    for (let step = 0; step < (isFullRun ? 30 : 4); step++) {
      const before = new Map(texts);
      // Restore the files from time to time, because after many steps only few are still valid.
      if (step % 10 === 9) texts = new Map(initialTexts);
      const name = roll(5) === 0 ? 'variables are changed' : (names[roll(names.length)] ?? '');
      (siteSteps[name] ?? changeVariables)(texts, roll);
      for (const path of before.keys()) if (!texts.has(path)) rmSync(join(pages, path));
      const changedTexts = [...texts].filter(([path, text]) => before.get(path) !== text);
      for (const [path, text] of changedTexts) write(path, text);
      timeMs += roll(40) * 3_600_000;
      vi.stubEnv('SOURCE_DATE_EPOCH', String(timeMs / 1000));
      const cold = toComparable(readSite(pages));
      const warm = openSiteLoader(pages);
      expect(toComparable(warm.read()), `step ${step}: ${name}`).toEqual(cold);
      if (roll(3) > 0) warm.save();
      dev.readChanged(changedTexts.map(([path]) => path));
      dev.read();
      expect(toComparable(dev.readLater()), `step ${step}: ${name}, in memory`).toEqual(cold);
      expect((await checkPages({ pages })).diagnostics).toEqual(cold.diagnostics);
    }
  },
  600_000,
);

test('the results for unsaved text are not cached', async () => {
  writeGeneratedSite(pages, 30);
  const check = async (unsaved?: { as: string; text: string }) =>
    (await checkPages({ pages, ...(unsaved && { given: unsaved }) })).diagnostics;
  expect(await check()).toEqual([]);
  expect(await check({ as: join(pages, 'index.yaml'), text: 'title: A' })).not.toEqual([]);
  expect(await check()).toEqual([]);
});
