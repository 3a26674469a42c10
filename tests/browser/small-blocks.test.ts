import { expect, test } from 'vitest';
import { hydrate, startBrowser } from '../support/browser.ts';

const visit = startBrowser();

test('small blocks are in their column and tab, also after a navigation', async () => {
  const loaded = await visit('/visit/guide');
  const text = (page: typeof loaded.page) =>
    page.locator('[data-block=columns], [data-block=tabs]').allTextContents();
  const asSent = await text(loaded.page);
  expect(asSent.join()).toContain('A pilot on board');
  const { page, logs } = await visit('/visit');
  await hydrate(page);
  await page.getByRole('link', { name: 'Open the guide' }).click();
  await page.getByRole('heading', { level: 1, name: 'Both ways end at the pier' }).waitFor();
  expect(await text(page)).toEqual(asSent);
  expect(logs).toEqual([]);
});

test('a table inside a block has columns only if they fit', async () => {
  const { page } = await visit('/visit/guide', { viewport: { width: 1440, height: 900 } });
  const cell = page.locator('[data-block=columns] table').first().locator('tbody td').first();
  const display = () => cell.evaluate((one) => getComputedStyle(one).display);
  expect(await display()).toBe('table-cell');
  await page.setViewportSize({ width: 800, height: 900 });
  expect(await display()).toBe('grid');
});

test('questions in a column open without script, without closing a tab', async () => {
  const { page } = await visit('/visit/guide', { javaScriptEnabled: false });
  const tab = page.locator('[data-block=tabs] details').first();
  await page.getByText('May I bring a bicycle?').click();
  await page.getByText('In every train but the last one.').waitFor();
  expect(await tab.evaluate((one: HTMLDetailsElement) => one.open)).toBe(true);
});
