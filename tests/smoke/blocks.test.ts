import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { readFocusedLabel } from '../support/accessibility.ts';
import { measureBoxes, measureBox, groupRows } from '../support/boxes.ts';
import { hydrate, hydrateAll, startBrowser } from '../support/browser.ts';

const visit = startBrowser();

test('without JavaScript, one tab is open at a time; labels are in a row on desktops, above their content on phones', async () => {
  const { page } = await visit('/visit/guide', { javaScriptEnabled: false });
  const summer = page.getByText('From six in the morning');
  const winter = page.getByText('From nine to four');
  const labels = page.locator('[data-block=tabs] [data-layout=row] summary');
  const countRows = async () => groupRows(await measureBoxes(labels)).length;
  expect(await countRows()).toBe(1);
  expect((await measureBox(summer)).top).toBeGreaterThan((await measureBox(labels)).bottom);
  // Opening a question in a column does not close the tab.
  await page.getByText('May I bring a bicycle?').click();
  await page.getByText('In every train but the last one.').waitFor();
  expect([await summer.isVisible(), await winter.isVisible()]).toEqual([true, false]);
  await page.locator('summary', { hasText: 'In winter' }).press('Enter');
  await winter.waitFor();
  expect(await summer.isVisible()).toBe(false);
  await page.setViewportSize({ width: 375, height: 812 });
  expect(await countRows()).toBe(3);
  await page.locator('summary', { hasText: 'In summer' }).press('Enter');
  await summer.waitFor();
  expect(await winter.isVisible()).toBe(false);
});

test('questions open and close with the keyboard, one at a time', async () => {
  const { page } = await visit('/contact', { reducedMotion: 'reduce' });
  const readOpenStates = () =>
    page
      .locator('[data-block=faq] details')
      .evaluateAll((elements) => elements.map((element) => (element as HTMLDetailsElement).open));
  await page.locator('[data-block=faq] summary').first().focus();
  const states: boolean[][] = [];
  for (const key of ['Enter', 'Tab', 'Space', 'Space']) {
    await page.keyboard.press(key);
    if (key !== 'Tab') states.push(await readOpenStates());
  }
  expect(states).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, false],
  ]);
});

const readPrices = (page: Page) => page.locator('#prices [data-price]:visible strong').allTextContents();

test('the price switch works without JavaScript, with the pointer and with the keyboard', async () => {
  const { page } = await visit('/visit/prices', { javaScriptEnabled: false });
  expect(await readPrices(page)).toEqual(['£90', '£160']);
  await page.getByRole('radio', { name: 'By the year' }).click();
  expect(await readPrices(page)).toEqual(['£900', '£1,600']);
  // A price without a yearly alternative stays the same.
  expect(await page.locator('#prices').getByText('£620').isVisible()).toBe(true);
  await page.keyboard.press('ArrowLeft');
  expect(await readPrices(page)).toEqual(['£90', '£160']);
});

test('the carousel can be paused and resumed with the keyboard', async () => {
  const { page } = await visit('/stations', { reducedMotion: 'no-preference' });
  await hydrate(page);
  await page.locator('[data-block=logo-carousel]').scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Stop the partners' }).focus();
  await page.keyboard.press('Space');
  await expect.poll(() => readFocusedLabel(page)).toBe('Let the partners pass');
  await page.keyboard.press('Enter');
  await expect.poll(() => readFocusedLabel(page)).toBe('Stop the partners');
});

test('a chart starts its animation when it scrolls into view, and its data table can be opened', async () => {
  const { page, logs } = await visit('/visit/numbers');
  const charts = page.locator('[data-block=chart]');
  expect(await charts.locator('[role=img]').count()).toBeGreaterThanOrEqual(7);
  await hydrateAll(page);
  await charts.first().scrollIntoViewIfNeeded();
  await expect.poll(() => page.locator('[data-block=chart][data-seen]').count()).toBeGreaterThan(0);
  for (const { width, height } of await measureBoxes(charts.locator('[role=img]')))
    expect(Math.min(width, height)).toBeGreaterThan(40);
  await charts.locator('summary').first().click();
  expect(await charts.locator('details table').first().isVisible()).toBe(true);
  expect(logs).toEqual([]);
});
