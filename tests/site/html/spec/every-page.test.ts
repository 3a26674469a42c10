import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { readPageContent } from '../../../support/page-content.ts';
import { specifiedRoutes } from '../../../support/routes.ts';

const out = inject('out');

test.each(specifiedRoutes)(
  '§2.1 routes: %s is prerendered, with a heading, a title and a description',
  (path) => {
    const page = readPageContent(path);
    expect(page.h1).toHaveLength(1);
    expect(page.h1[0]).not.toBe('');
    expect(page.text.length, 'a page, not a stub').toBeGreaterThan(500);
    expect(page.title).toMatch(/^\S.+ \| \S/);
    expect(page.description).toMatch(/.{50,}/);
  },
);

test('§2.1 routes: each of the 31 routes has a unique title and description', () => {
  const pages = specifiedRoutes.map(readPageContent);
  expect(new Set(pages.map(({ title }) => title)).size).toBe(31);
  expect(new Set(pages.map(({ description }) => description)).size).toBe(31);
});

test('§2.1 routes: /home redirects to /', () => {
  expect(readFileSync(join(out, '_redirects'), 'utf8')).toMatch(/^\/home \/ 301$/m);
  expect(readFileSync(join(out, 'home.html'), 'utf8')).toContain('url=/');
});

test.each(specifiedRoutes)('§1 the product: %s has the same header and footer as the home page', (path) => {
  const home = readPageContent('/');
  expect(home.header.length).toBeGreaterThan(10);
  expect(home.footer.length).toBeGreaterThan(5);
  const { header, footer } = readPageContent(path);
  expect({ header, footer }).toEqual({ header: home.header, footer: home.footer });
});

test.each(specifiedRoutes)('§3 entities: the pictures of %s have alternative text', (path) => {
  expect(readPageContent(path).descriptions.filter((description) => !/\w{3,}/.test(description))).toEqual([]);
});

test('§3 entities: the pages have more than 30 pictures', () => {
  expect(specifiedRoutes.flatMap((path) => readPageContent(path).descriptions).length).toBeGreaterThan(30);
});

test.each(specifiedRoutes)(
  '§6 roles and permissions: %s has no controls for signing in or registering',
  (path) => {
    const { links, header, footer, sections } = readPageContent(path);
    const controls = [
      ...[...links, ...header, ...footer].map(({ text }) => text),
      ...sections.flatMap(({ buttons }) => buttons),
    ];
    expect(controls.length).toBeGreaterThan(10);
    const signInWords = /\b(sign|log) ?(in|up|out)\b|\bregister\b|\bmy account\b/i;
    expect(controls.filter((text) => signInWords.test(text))).toEqual([]);
  },
);

const demoLabel = /^(schedule|request|book) a demo|^talk to an expert/i;

test.each(specifiedRoutes)('§7 calls: demo and expert buttons on %s link to the contact page', (path) => {
  const { sections, links } = readPageContent(path);
  expect(links.filter(({ text, href }) => demoLabel.test(text) && href !== '/contact')).toEqual([]);
  expect(sections.flatMap(({ buttons }) => buttons).filter((text) => demoLabel.test(text))).toEqual([]);
});

test('§7 calls: the pages have more than eight links to request a demo or talk to an expert', () => {
  const links = specifiedRoutes.flatMap((path) => readPageContent(path).links);
  expect(links.filter(({ text }) => demoLabel.test(text)).length).toBeGreaterThan(8);
});
