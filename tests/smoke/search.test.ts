import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';

const visit = startBrowser();

test('a page can be found and opened with the keyboard, and Escape returns to the button', async () => {
  const { page, logs } = await visit('/contact');
  const button = page.getByRole('button', { name: 'Look for something' });
  const line = page.getByRole('searchbox', { name: 'Look for something' });
  const results = page.getByRole('dialog').getByRole('link');
  await button.focus();
  await page.keyboard.press('Enter');
  await line.waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await button.evaluate((one) => document.activeElement === one)).toBe(true);
  await page.keyboard.press('Enter');
  await line.waitFor();
  await page.keyboard.type('gull rock');
  // The key takes effect when the results for all letters are shown.
  await page.keyboard.press('ArrowDown');
  await expect
    .poll(() => results.evaluateAll((all) => all.findIndex((one) => one === document.activeElement)))
    .toBe(0);
  expect(await results.first().locator('mark').first().textContent()).toMatch(/^(?:gull|rock)$/i);
  await page.keyboard.press('ArrowDown');
  expect(await results.nth(1).evaluate((one) => document.activeElement === one)).toBe(true);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  expect(await line.evaluate((one) => document.activeElement === one)).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/stations/gull-rock');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('h1');
  expect(logs).toEqual([]);
});
