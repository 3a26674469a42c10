import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';

const visit = startBrowser();

test('the stored colour scheme applies before the first paint', async () => {
  const { page } = await visit('/', { colorScheme: 'light' });
  await page.evaluate(() => localStorage.setItem('scheme', 'dark'));
  // Record the scheme when the body starts, before the first paint.
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

test('without JavaScript, there is no switch for the colour scheme', async () => {
  const { page } = await visit('/', { javaScriptEnabled: false });
  expect(await page.getByRole('button', { name: 'Light or dark' }).count()).toBe(0);
});
