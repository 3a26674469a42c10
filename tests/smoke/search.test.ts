import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';

const visit = startBrowser();

test('a page can be found and opened with the keyboard, and Escape returns to the button', async () => {
  const { page, logs } = await visit('/contact');
  const button = page.getByRole('button', { name: 'Look for something' });
  const input = page.getByRole('searchbox', { name: 'Look for something' });
  const results = page.getByRole('dialog').getByRole('link');
  await button.focus();
  await page.keyboard.press('Enter');
  await input.waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await button.evaluate((element) => document.activeElement === element)).toBe(true);
  await page.keyboard.press('Enter');
  await input.waitFor();
  await page.keyboard.type('gull rock');
  // Enter takes effect only after the results for all typed letters are shown.
  await page.keyboard.press('ArrowDown');
  await expect
    .poll(() =>
      results.evaluateAll((elements) => elements.findIndex((element) => element === document.activeElement)),
    )
    .toBe(0);
  expect(await results.first().locator('mark').first().textContent()).toMatch(/^(?:gull|rock)$/i);
  await page.keyboard.press('ArrowDown');
  expect(await results.nth(1).evaluate((element) => document.activeElement === element)).toBe(true);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  expect(await input.evaluate((element) => document.activeElement === element)).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/stations/gull-rock');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('h1');
  expect(logs).toEqual([]);
});
