import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { PageFacts } from '../../schema/checker/facts.ts';
import type { CachedFile } from '../../legacy/schema/check/file-state.ts';
import { SiteCheck } from '../../schema/checker/check.ts';
import { writeManyPages } from '../support/generated-site.ts';
import { assetsReader } from '../../scripts/source/read-public.ts';
import { FactsCache } from '../../scripts/source/facts-cache.ts';
import { readSourceFiles } from '../../scripts/source/read-pages.ts';
import { fixtureFolder } from '../support/fixture-site.ts';

function copyOf(write: (folder: string) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-memory-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  write(folder);
  return join(folder, 'pages');
}

test.each([
  ['the fixture pages', (folder: string) => cpSync(fixtureFolder, folder, { recursive: true })],
  ['pages of thousands', (folder: string) => writeManyPages(join(folder, 'pages'), 30)],
])('of %s each fact is kept as it is read, in the same order', (_, write) => {
  const pages = copyOf(write);
  const check = new SiteCheck();
  const sources = readSourceFiles(pages);
  check.update(sources, assetsReader(pages)());
  const { common, files } = check.takeChanged(sources.map(({ path }) => path));
  new FactsCache(pages).save(common, files, new Map());
  const kept = new Map(new FactsCache(pages).read()?.pages);
  // Those of a page that is read again are compared as texts.
  const now = files.filter(
    (file): file is [string, CachedFile<PageFacts>] => !!file[1] && 'place' in file[1].facts,
  );
  expect(now.length).toBeGreaterThan(20);
  for (const [path, known] of now) {
    expect(JSON.stringify(kept.get(path)?.facts), path).toBe(JSON.stringify(known.facts));
    expect(kept.get(path), path).toEqual(known);
  }
});
