import { expect, test } from 'vitest';
import { hydrate, startBrowser } from '../support/browser.ts';

const visit = startBrowser();
const bare = ['Saltquay', 'Keep a place'];

test.each([375, 1280])(
  'a page without navigation has the logo, a button and the legal links, at %i px',
  async (width) => {
    const { page, logs } = await visit('/visit/winter', { viewport: { width, height: 812 } });
    const header = page.getByRole('banner');
    expect(await header.getByRole('link').allTextContents()).toEqual(bare);
    expect(await header.getByRole('button').count()).toBe(0);
    const footer = page.getByRole('contentinfo').getByRole('link');
    expect(await footer.allTextContents()).toEqual(['Imprint', 'Privacy']);
    expect(logs).toEqual([]);
  },
);

test('navigating to and from it changes the header, also when going back', async () => {
  const { page, logs } = await visit('/visit/prices');
  await hydrate(page);
  const links = () => page.getByRole('banner').getByRole('link').allTextContents();
  const first = await links();
  const offer = page.getByRole('heading', { name: 'Your boat sleeps dry this winter' });
  await page.getByRole('link', { name: 'See what is part of it' }).click();
  await offer.waitFor();
  expect(await links()).toEqual(bare);
  await hydrate(page);
  // Far below: a pointer may miss it while the page scrolls and the header shrinks.
  await page.getByRole('main').getByRole('link', { name: 'How we keep it' }).press('Enter');
  await page.waitForURL('**/privacy');
  await page.getByRole('link', { name: 'Home' }).first().waitFor();
  expect(await links()).toEqual(first);
  await page.goBack();
  await offer.waitFor();
  expect(await links()).toEqual(bare);
  expect(logs).toEqual([]);
});
