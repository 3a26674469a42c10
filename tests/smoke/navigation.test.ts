import { expect, test } from 'vitest';
import { hydrate, isSameDocument, markDocument, startBrowser } from '../support/browser.ts';

const visit = startBrowser();

test('on a phone, a menu link opens another page in the same document, and the Back button returns', async () => {
  const { page, logs } = await visit('/', { viewport: { width: 375, height: 812 } });
  await hydrate(page);
  await markDocument(page);
  const link = page.getByRole('banner').getByRole('link', { name: 'Ask the desk' }).filter({ visible: true });
  expect(await link.count()).toBe(0);
  await page.getByRole('button', { name: 'Menu' }).click();
  await link.click();
  const heading = page.getByRole('heading', { level: 1, name: 'Write to the desk' });
  await heading.waitFor();
  expect(new URL(page.url()).pathname).toBe('/contact');
  expect(await page.locator('#navigation:popover-open').count(), 'the menu is closed').toBe(0);
  await page.goBack();
  await heading.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await isSameDocument(page)).toBe(true);
  expect(logs).toEqual([]);
});

test('on a desktop, a menu link opens its page and is marked as current, and the focus moves to the heading', async () => {
  const { page, logs } = await visit('/', { reducedMotion: 'reduce' });
  await hydrate(page);
  await markDocument(page);
  await page.getByRole('button', { name: 'Services' }).click();
  await page.locator('header [popover]:popover-open').getByRole('link', { name: 'Berths' }).click();
  await page.locator('main h1:focus', { hasText: 'A place for your boat tonight' }).waitFor();
  expect(await page.title()).toContain('Berths for a night or a summer');
  expect(await page.locator('#announcer').innerText()).toBe(await page.title());
  const readCurrentPaths = () =>
    page
      .locator('header [aria-current=page]')
      .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href')))]);
  expect(await readCurrentPaths()).toEqual(['/services/berths']);
  await page.goBack();
  await expect.poll(readCurrentPaths).toEqual(['/']);
  // A subpage marks the menu item of its parent page.
  await page.locator('footer').getByRole('link', { name: 'Forecasts' }).click();
  await page.locator('header [aria-current=true][href="/log"]').first().waitFor({ state: 'attached' });
  expect(await isSameDocument(page)).toBe(true);
  expect(logs).toEqual([]);
});
