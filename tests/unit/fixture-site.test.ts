import { expect, test } from 'vitest';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { readSite } from '../../scripts/site/load-site.ts';
import { listLayouts } from '../support/block-variants.ts';
import { fixturePages, otherPages } from '../support/fixture-site.ts';

const { website, diagnostics } = readSite(fixturePages);
const pages = [...(website?.pages.values() ?? [])];
const blocksByType = Map.groupBy(
  pages.flatMap((page) => page.blocks),
  ({ type }) => type,
);

test('the fixture sites have no diagnostics, except that one lacks a 404 page', () => {
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  expect(readSite(otherPages).diagnostics.map(({ rule }) => rule)).toEqual(['no-error-page']);
});

test('the fixture site has a page of every kind, a draft and redirects', () => {
  expect(new Set(pages.map(({ kind }) => kind))).toEqual(
    new Set([undefined, 'service', 'product', 'article']),
  );
  expect(pages.some(({ status }) => status === 'draft')).toBe(true);
  expect(website?.redirects.length).toBeGreaterThan(1);
});

// Only block types that the fixture site uses are checked here.
// Other tests check the remaining types with their examples.
test.each([...blocksByType.keys()])('the fixture site shows %s in every layout', (type) => {
  const usedLayouts = new Set<string>(
    blocksByType.get(type)?.map((block) => ('layout' in block ? block.layout : '')),
  );
  expect(listLayouts(type).filter((layout) => !usedLayouts.has(layout))).toEqual([]);
});
