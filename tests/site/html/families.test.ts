import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { documentPath } from '../../../schema/content/routes.ts';
import { readSite } from '../../../scripts/source/load-site.ts';

const { website } = readSite(inject('pages'));
const pages = [...(website?.pages.values() ?? [])];

const families = ['/services/', '/case-studies/', '/products/', '/industries/', '/insights/blogs/'] as const;

const layoutOf = (block: object) => ('layout' in block ? String(block.layout) : '');
const pairs = ({ blocks }: (typeof pages)[number]) =>
  blocks.map((block) => `${block.type} ${layoutOf(block)}`);

test.each(families)('the pages of %s begin in one way, which no other family has', (family) => {
  const begins = (folder: string) =>
    new Set(pages.filter(({ path }) => path.startsWith(folder)).map((page) => pairs(page)[0]));
  const own = begins(family);
  expect(own.size).toBe(1);
  for (const other of families.filter((one) => one !== family))
    expect([...begins(other)].filter((pair) => own.has(pair))).toEqual([]);
});

test('no two families share their first three pairs of block and layout', () => {
  const firsts = families.map(
    (family) =>
      new Set(
        pages.filter(({ path }) => path.startsWith(family)).map((page) => pairs(page).slice(0, 3).join(', ')),
      ),
  );
  firsts.forEach((one, at) => {
    expect(one.size).toBeGreaterThan(0);
    for (const other of firsts.slice(at + 1))
      expect([...other].filter((triple) => one.has(triple))).toEqual([]);
  });
});

test('the pages end in at least three ways', () => {
  const ends = pages.flatMap(({ blocks }) => {
    const last = blocks.at(-1);
    return last?.type === 'cta' ? [last.layout] : [];
  });
  expect(new Set(ends).size).toBeGreaterThanOrEqual(3);
  // None of them on most pages.
  for (const [end, all] of Map.groupBy(ends, (end) => end))
    expect(all.length, end).toBeLessThan(0.6 * ends.length);
});

test('no page ends on the ground of the section above, of which the end would seem to be a part', () => {
  const ends = pages.flatMap(({ path, blocks }) => {
    const last = blocks.at(-1);
    if (last?.type !== 'cta' || last.layout === 'steps' || last.layout === 'card') return [];
    const html = readFileSync(join(inject('out'), documentPath(path)), 'utf8');
    const tones = [...html.matchAll(/<(?:section|div)[^>]* data-block="[\w-]+" data-tone="(\w+)"/g)].map(
      ([, tone]) => tone,
    );
    expect(tones.length, path).toBe(blocks.length);
    return [{ path, isApart: tones.at(-1) !== tones.at(-2) }];
  });
  expect(ends.length).toBeGreaterThan(10);
  expect(ends.filter(({ isApart }) => !isApart)).toEqual([]);
});
