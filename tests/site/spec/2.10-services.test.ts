import { expect, test } from 'vitest';
import { countsAbout, listsAbout, startReader, unsaid } from '../../support/reading.ts';

const read = startReader();

test.each([
  [
    '/services/managed-services',
    [['24/7 support'], ['99.9%', 'uptime SLA'], [/(under 15 min|< ?15 min)/i, /respon/i]],
  ],
  [
    '/services/consulting-design',
    [
      ['500+', 'projects'],
      ['15+', 'years'],
    ],
  ],
  [
    '/services/digital-implementation',
    [
      ['85%', 'faster deployment'],
      ['98%', 'success'],
    ],
  ],
  [
    '/services/product-engineering',
    [
      ['200+', 'products'],
      ['99.5%', 'satisfaction'],
    ],
  ],
] as [string, (string | RegExp)[][]][])(
  '2.10 service pages: %s has four services, its figures and a way to the contact page',
  async (path, figures) => {
    const page = await read(path);
    expect(countsAbout(page, /four services/i)).toEqual([4]);
    expect(unsaid(page, figures)).toEqual([]);
    expect(page.sections.at(-1)?.links.map(({ href }) => href)).toContain('/contact');
  },
);

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

test('2.10 service pages: implementation has six phases and its technologies by category', async () => {
  const page = await read('/services/digital-implementation');
  expect(countsAbout(page, /six phases/i)).toContain(6);
  const technologies = page.sections
    .filter(({ head }) => /technolog/i.test(head))
    .flatMap(({ items }) => items);
  expect(technologies.length).toBeGreaterThan(2);
  for (const { heading, points } of technologies) expect(points.length, heading).toBeGreaterThan(1);
});

test('2.10 service pages: product engineering has five phases and its tech stack by category', async () => {
  const page = await read('/services/product-engineering');
  expect(countsAbout(page, /five phases/i)).toContain(5);
  const stack = page.sections.filter(({ head }) => /tech stack/i.test(head)).flatMap(({ items }) => items);
  expect(stack.length).toBeGreaterThan(2);
  for (const { heading, points } of stack) expect(points.length, heading).toBeGreaterThan(1);
});
