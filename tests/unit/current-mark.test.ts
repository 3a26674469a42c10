import { expect, test } from 'vitest';
import { ariaCurrent } from '../../src/page/current-link.ts';

test.each([
  ['/products', '/products', 'page'],
  ['/products', '/products/boards', 'true'],
  ['/services', '/services', 'page'],
  ['/insights/case-studies', '/case-studies/one', 'true'],
  ['/insights', '/insights/blogs/first', 'true'],
  ['/insights/blogs', '/insights/triad', undefined],
  ['/product', '/products', undefined],
  ['/contact', '/imprint', undefined],
  ['/', '/contact', undefined],
  ['', '/contact', undefined],
  ['/', '/', 'page'],
])('a link to %j on the page %s is marked %s', (to, path, mark) => expect(ariaCurrent(to, path)).toBe(mark));

test.each([
  ['/elsewhere', 'true'],
  ['/products', 'page'],
  ['/products/boards', 'true'],
  ['/elsewhere/one', undefined],
  ['/', undefined],
])('a link to /products that covers /elsewhere is marked on %s: %s', (path, mark) =>
  expect(ariaCurrent('/products', path, ['/elsewhere'])).toBe(mark),
);
