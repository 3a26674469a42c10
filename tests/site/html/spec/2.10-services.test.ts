import { expect, test } from 'vitest';
import { countsAbout, listsAbout, startReader, unsaid } from '../../../support/reading.ts';

const read = startReader();

test.each([
  ['managed-services', ['24/7 support', '99.9% & uptime SLA', 'under 15 min|< 15 min|<15 min & respon']],
  ['consulting-design', ['500+ & projects', '15+ & years']],
  ['digital-implementation', ['85% & faster deployment', '98% & success']],
  ['product-engineering', ['200+ & products', '99.5% & satisfaction']],
])('2.10 service pages: %s has four services, its figures and a link to contact', async (name, figures) => {
  const page = await read(`/services/${name}`);
  expect(countsAbout(page, /four services/i)).toEqual([4]);
  expect(unsaid(page, figures)).toEqual([]);
  expect(page.sections.at(-1)?.links.map(({ href }) => href)).toContain('/contact');
});

test('2.10 service pages: managed services list their benefits', async () => {
  expect(countsAbout(await read('/services/managed-services'), /benefits/i)[0]).toBeGreaterThan(2);
});

test('2.10 service pages: consulting has four steps in order and its expertise', async () => {
  const page = await read('/services/consulting-design');
  expect(listsAbout(page, /four steps/i)).toContainEqual([
    'discovery',
    'strategy',
    'design',
    'implementation',
  ]);
  expect(countsAbout(page, /expertise/i)[0]).toBeGreaterThan(2);
});

test.each([
  ['digital-implementation', /six phases/i, 6, /technolog/i],
  ['product-engineering', /five phases/i, 5, /tech stack/i],
])(
  '2.10 service pages: %s has its phases, and its technologies by category',
  async (name, phases, count, stack) => {
    const page = await read(`/services/${name}`);
    expect(countsAbout(page, phases)).toContain(count);
    const categories = page.sections.filter(({ head }) => stack.test(head)).flatMap(({ items }) => items);
    expect(categories.length).toBeGreaterThan(2);
    for (const { heading, points } of categories) expect(points.length, heading).toBeGreaterThan(1);
  },
);
