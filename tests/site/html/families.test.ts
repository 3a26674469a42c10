import { expect, inject, test } from 'vitest';
import { readSite } from '../../../scripts/site/load-site.ts';
import { elementsOf } from '../../support/reading.ts';
import { everyRoute } from '../../support/routes.ts';

const { website } = readSite(inject('pages'));
const pages = [...(website?.pages.values() ?? [])];

const families = ['/services/', '/case-studies/', '/products/', '/industries/', '/insights/blogs/'] as const;

const layoutOf = (block: object) => ('layout' in block ? String(block.layout) : '');
const pairs = ({ blocks }: (typeof pages)[number]) =>
  blocks.map((block) => `${block.type} ${layoutOf(block)}`);

test.each(families)('the pages of %s share an opening that no other family has', (family) => {
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

test('the pages have at least three kinds of ending', () => {
  const ends = pages.flatMap(({ blocks }) => {
    const last = blocks.at(-1);
    return last?.type === 'cta' ? [last.layout] : [];
  });
  expect(new Set(ends).size).toBeGreaterThanOrEqual(3);
  // No ending is used on most pages.
  for (const [end, all] of Map.groupBy(ends, (end) => end))
    expect(all.length, end).toBeLessThan(0.6 * ends.length);
});

const toneOf = (section: Element | null) => section?.getAttribute('data-tone');

// Otherwise, the last section would look like a part of the section above.
test('no page ends with two sections of the same background', () => {
  const ends = everyRoute.flatMap((route) =>
    elementsOf(
      route,
      'main > [data-block=cta]:not(:has([data-layout=steps], [data-layout=card])):last-of-type',
    ),
  );
  expect(ends.length).toBeGreaterThan(10);
  expect(ends.filter((end) => toneOf(end) === toneOf(end.previousElementSibling))).toEqual([]);
});

test('questions have a different background from the sections around them', () => {
  const questions = everyRoute.flatMap((route) => elementsOf(route, 'main > [data-block=faq]'));
  expect(questions.length).toBeGreaterThan(5);
  const merged = questions.filter((faq) =>
    [faq.previousElementSibling, faq.nextElementSibling].some(
      (other) => toneOf(other) === toneOf(faq) && !other?.matches('[data-block=cta]'),
    ),
  );
  expect(merged.map(({ textContent }) => textContent)).toEqual([]);
});

test('up to six steps with up to 500 characters in total are in rows on every page', () => {
  const lists = everyRoute.flatMap((route) => elementsOf(route, '[data-block=timeline] ol'));
  expect(lists.length).toBeGreaterThan(5);
  const others = lists.filter((list) => {
    const texts = [...list.children].flatMap((step) =>
      [...step.children].filter(({ localName }) => localName === 'p'),
    );
    const letters = texts.map((text) => text.textContent).join('');
    const inRows = list.getAttribute('data-layout') === 'columns';
    return inRows !== (list.children.length < 7 && letters.length <= 500);
  });
  expect(others.map(({ textContent }) => textContent)).toEqual([]);
});
