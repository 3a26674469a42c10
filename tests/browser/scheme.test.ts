import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';

const visit = startBrowser();

test('the scheme follows the system until the visitor switches it, and is stored', async () => {
  const { page } = await visit('/', { colorScheme: 'light', reducedMotion: 'reduce' });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  const picture = page.locator('[data-block=hero] img');
  const lightPicture = await picture.screenshot();
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await ground();
  expect(dark).not.toBe(light);
  expect(lightPicture.equals(await picture.screenshot()), 'pictures follow').toBe(false);
  const colors = page.getByRole('button', { name: 'Light or dark' });
  await colors.click();
  expect(await ground()).toBe(light);
  await page.goto(new URL('/contact', page.url()).href);
  expect(await ground(), 'on the next page').toBe(light);
  await colors.click();
  expect(await ground(), 'switched back').toBe(dark);
});

test('a stored scheme applies before the first paint', async () => {
  const { page } = await visit('/', { colorScheme: 'light' });
  await page.evaluate(() => localStorage.setItem('scheme', 'dark'));
  // The scheme when the body starts, before the first paint.
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.body) return;
      observer.disconnect();
      Object.assign(window, { schemeAtFirst: document.documentElement.dataset['scheme'] });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  expect(await page.evaluate(() => (window as unknown as { schemeAtFirst: string }).schemeAtFirst)).toBe(
    'dark',
  );
});

test('there is no scheme switch without script', async () => {
  const { page } = await visit('/', { javaScriptEnabled: false });
  expect(await page.getByRole('button', { name: 'Light or dark' }).count()).toBe(0);
});
