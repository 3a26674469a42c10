import { expect, inject, test } from 'vitest';
import { startReader } from '../../../support/reading.ts';
import { routes } from '../../../support/routes.ts';

const read = startReader();

test.each(routes)(
  '2.1 routes: %s answers 200, prerendered, with a heading, a title and a description',
  async (path) => {
    const page = await read(path);
    expect(page.status).toBe(200);
    expect(page.h1).toHaveLength(1);
    expect(page.h1[0]).not.toBe('');
    expect(page.text.length, 'a page, not a stub').toBeGreaterThan(500);
    expect(page.title).toMatch(/^\S.+ \| \S/);
    expect(page.description).toMatch(/.{50,}/);
  },
);

test('2.1 routes: the 31 routes have different titles and descriptions', async () => {
  const pages = await Promise.all(routes.map(read));
  expect(new Set(pages.map(({ title }) => title)).size).toBe(31);
  expect(new Set(pages.map(({ description }) => description)).size).toBe(31);
});

test('2.1 routes: /home leads to /', async () => {
  const answer = await fetch(`${inject('site')}/home`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([301, '/']);
});

test.each([
  '/no-such-page',
  '/products/none',
  '/insights/blogs/1',
  '/assets/nope.js',
  '/%2e%2e/package.json',
  '/..%2fpackage.json',
])('2.1 routes: any other path is not found, like %s', async (path) => {
  const page = await read(path);
  expect(page.status).toBe(404);
  expect(page.text).toContain('Oops! Page not found');
});
