import { join } from 'node:path';
import { expect, test } from 'vitest';
import { axeDiagnostics, loadAxe } from '../support/axe.ts';
import { hydrate, startBrowser } from '../support/browser.ts';
import { misfits } from '../support/fit.ts';
import { hasJava, htmlDiagnostics } from '../support/html-checker.ts';
import { servedSite } from '../support/served-site.ts';
import { pageYaml, siteYaml } from '../support/small-site.ts';

const visit = startBrowser();
const site = servedSite(({ write }) => {
  const footer = 'footer: { label: More, note: © 2026 Example, legal: [{ label: Imprint, to: /imprint }] }';
  write('_site.yaml', siteYaml.replace('footer: { label: More }', footer));
  const home = '  - type: hero\n    heading: Hello\n    actions: [{ label: Book a table, to: /book }]\n';
  write('index.yaml', pageYaml(home));
  write('imprint.yaml', pageYaml('  - type: hero\n    heading: Imprint\n'));
  const book =
    '  - type: hero\n    heading: A table by the water\n' +
    '  - { type: cta, id: book, heading: Call us, actions: [{ label: See the imprint, to: /imprint }] }\n';
  write(
    'book.yaml',
    `navigation: none\naction: { label: Book for tonight, scrollTo: book }\n${pageYaml(book)}`,
  );
});

test.each([
  [375, 'light'],
  [375, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const)('a page without navigation is whole, at %i px and in the %s', async (width, colorScheme) => {
  const { page, said } = await visit(`${site.address}/book`, {
    viewport: { width, height: 812 },
    colorScheme,
  });
  const header = page.getByRole('banner');
  expect(await header.getByRole('link').allTextContents()).toEqual(['Example', 'Book for tonight']);
  expect(await page.getByRole('contentinfo').getByRole('link').allTextContents()).toEqual(['Imprint']);
  expect(await page.getByRole('button').count()).toBe(0);
  expect(await misfits(page)).toEqual([]);
  await loadAxe(page);
  expect(await axeDiagnostics(page)).toEqual([]);
  expect(said).toEqual([]);
});

test('between it and other pages each has its own header, also on the way back', async () => {
  const { page, said } = await visit(site.address);
  await hydrate(page);
  const links = () => page.getByRole('banner').getByRole('link').allTextContents();
  const first = await links();
  await page.getByRole('link', { name: 'Book a table' }).click();
  await page.getByRole('heading', { name: 'A table by the water' }).waitFor();
  expect(await links()).toEqual(['Example', 'Book for tonight']);
  await hydrate(page);
  await page.getByRole('main').getByRole('link', { name: 'See the imprint' }).click();
  await page.getByRole('heading', { name: 'Imprint', level: 1 }).waitFor();
  expect(await links()).toEqual(first);
  await page.goBack();
  await page.getByRole('heading', { name: 'A table by the water' }).waitFor();
  expect(await links()).toEqual(['Example', 'Book for tonight']);
  expect(said).toEqual([]);
});

test.skipIf(!hasJava)('the Nu HTML checker finds nothing in it (needs Java)', async () => {
  expect(await htmlDiagnostics(site.out, [join(site.out, 'book/index.html')])).toEqual([]);
});
