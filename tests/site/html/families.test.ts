import { expect, inject, test } from 'vitest';
import { readSite } from '../../../scripts/site/load-site.ts';
import { queryPage } from '../../support/page-content.ts';
import { liveRoutes } from '../../support/routes.ts';

const { website } = readSite(inject('pages'));
const pages = [...(website?.pages.values() ?? [])];

const families = ['/services/', '/case-studies/', '/products/', '/industries/', '/insights/blogs/'] as const;

const readLayout = (block: object) => ('layout' in block ? String(block.layout) : '');
const toBlockLayouts = ({ blocks }: (typeof pages)[number]) =>
  blocks.map((block) => `${block.type} ${readLayout(block)}`);

test.each(families)('the pages of %s share an opening that no other family of pages has', (family) => {
  const readOpenings = (folder: string) =>
    new Set(pages.filter(({ path }) => path.startsWith(folder)).map((page) => toBlockLayouts(page)[0]));
  const ownOpenings = readOpenings(family);
  expect(ownOpenings.size).toBe(1);
  for (const other of families.filter((item) => item !== family))
    expect([...readOpenings(other)].filter((pair) => ownOpenings.has(pair))).toEqual([]);
});

test('no two page families start with the same three blocks in the same layouts', () => {
  const openingsByFamily = families.map(
    (family) =>
      new Set(
        pages
          .filter(({ path }) => path.startsWith(family))
          .map((page) => toBlockLayouts(page).slice(0, 3).join(', ')),
      ),
  );
  openingsByFamily.forEach((item, index) => {
    expect(item.size).toBeGreaterThan(0);
    for (const other of openingsByFamily.slice(index + 1))
      expect([...other].filter((triple) => item.has(triple))).toEqual([]);
  });
});

test('closing sections use at least three layouts, and each on fewer than 60% of the pages', () => {
  const ends = pages.flatMap(({ blocks }) => {
    const last = blocks.at(-1);
    return last?.type === 'cta' ? [last.layout] : [];
  });
  expect(new Set(ends).size).toBeGreaterThanOrEqual(3);
  // Each kind of ending is used on fewer than 60 % of the pages.
  for (const [end, all] of Map.groupBy(ends, (end) => end))
    expect(all.length, end).toBeLessThan(0.6 * ends.length);
});

const readTone = (section: Element | null) => section?.getAttribute('data-tone');

// Otherwise, the last section would look like a part of the section above.
test('a closing section has a different background from the section above it', () => {
  const ends = liveRoutes.flatMap((route) =>
    queryPage(
      route,
      'main > [data-block=cta]:not(:has([data-layout=steps], [data-layout=card])):last-of-type',
    ),
  );
  expect(ends.length).toBeGreaterThan(10);
  expect(ends.filter((end) => readTone(end) === readTone(end.previousElementSibling))).toEqual([]);
});

test('a section with questions has a different background from its neighbours', () => {
  const questions = liveRoutes.flatMap((route) => queryPage(route, 'main > [data-block=faq]'));
  expect(questions.length).toBeGreaterThan(5);
  const mergedQuestions = questions.filter((faq) =>
    [faq.previousElementSibling, faq.nextElementSibling].some(
      (other) => readTone(other) === readTone(faq) && !other?.matches('[data-block=cta]'),
    ),
  );
  expect(mergedQuestions.map(({ textContent }) => textContent)).toEqual([]);
});

test('steps are in columns if there are at most six with at most 500 characters in total, otherwise in a list', () => {
  const lists = liveRoutes.flatMap((route) => queryPage(route, '[data-block=timeline] ol'));
  expect(lists.length).toBeGreaterThan(5);
  const wrongLists = lists.filter((list) => {
    const texts = [...list.children].flatMap((step) =>
      [...step.children].filter(({ localName }) => localName === 'p'),
    );
    const letters = texts.map((text) => text.textContent).join('');
    const isInRows = list.getAttribute('data-layout') === 'columns';
    return isInRows !== (list.children.length < 7 && letters.length <= 500);
  });
  expect(wrongLists.map(({ textContent }) => textContent)).toEqual([]);
});
