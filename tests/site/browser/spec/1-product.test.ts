import { expect, test } from 'vitest';
import { startBrowser } from '../../../support/browser.ts';
import { startReader } from '../../../support/reading.ts';
import { routes } from '../../../support/routes.ts';

const visit = startBrowser();
const read = startReader();

test('1 the product: the home page says what it is about in its hero', async () => {
  const { sections } = await read('/');
  expect(sections[0]?.text).toContain('Human-centered AI solutions for enterprise transformation');
});

test('1 the product: every page sits between the same header and the same footer', async () => {
  const home = await read('/');
  expect(home.header.length).toBeGreaterThan(10);
  expect(home.footer.length).toBeGreaterThan(5);
  for (const path of routes) {
    const { header, footer } = await read(path);
    expect({ path, header, footer }).toEqual({ path, header: home.header, footer: home.footer });
  }
});

test('1 the product: the header stays in sight while the page scrolls', async () => {
  const { page } = await visit('/insights/triad', { reducedMotion: 'reduce' });
  await page.evaluate(() => scrollTo(0, 2000));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(2000);
  expect((await page.locator('header').boundingBox())?.y).toBe(0);
  expect(await page.getByRole('banner').getByRole('link', { name: 'Get In Touch' }).isVisible()).toBe(true);
});

test('1 the product: clients of every sector find themselves named', async () => {
  const sectors = [
    'insurance',
    'telecom',
    'healthcare',
    'energy',
    'public sector',
    'manufacturing',
    'logistics',
    'construction',
    'utilities',
    'real estate',
  ];
  const { text } = await read('/contact');
  expect(sectors.filter((sector) => !text.toLowerCase().includes(sector))).toEqual([]);
});
