import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { hydrateAll, startBrowser } from '../support/browser.ts';

const visit = startBrowser();

const phone = { viewport: { width: 375, height: 812 } };
const scriptless = { javaScriptEnabled: false };

const shownPrices = (page: Page) => page.locator('#prices [data-price]:visible strong').allTextContents();

test('the price switch works without script, by pointer and by keyboard', async () => {
  const { page } = await visit('/visit/prices', scriptless);
  expect(await shownPrices(page)).toEqual(['£90', '£160']);
  await page.getByRole('radio', { name: 'By the year' }).click();
  expect(await shownPrices(page)).toEqual(['£900', '£1,600']);
  await page.keyboard.press('ArrowLeft');
  expect(await shownPrices(page)).toEqual(['£90', '£160']);
});

test('a price without an alternative does not change', async () => {
  const { page } = await visit('/visit/prices', scriptless);
  await page.getByRole('radio', { name: 'By the year' }).click();
  expect(await page.locator('#prices').getByText('£620').isVisible()).toBe(true);
});

test.each([1280, 375])('one tab is open at a time without script, at %i px', async (width) => {
  const { page } = await visit('/visit/guide', { ...scriptless, viewport: { width, height: 812 } });
  const summer = page.getByText('From six in the morning');
  const winter = page.getByText('From nine to four');
  expect([await summer.isVisible(), await winter.isVisible()]).toEqual([true, false]);
  await page.locator('summary', { hasText: 'In winter' }).press('Enter');
  await winter.waitFor();
  expect(await summer.isVisible()).toBe(false);
});

test('tabs are in a row above their content, and on a phone each above its own', async () => {
  const tops = async (page: Page) =>
    page
      .locator('[data-block=tabs] [data-layout=row] summary')
      .evaluateAll((labels) => labels.map((label) => Math.round(label.getBoundingClientRect().top)));
  const { page } = await visit('/visit/guide', scriptless);
  expect(new Set(await tops(page)).size).toBe(1);
  const [label, text] = await Promise.all([
    page.locator('summary', { hasText: 'In summer' }).boundingBox(),
    page.getByText('From six in the morning').boundingBox(),
  ]);
  expect(text?.y).toBeGreaterThan((label?.y ?? 0) + (label?.height ?? 0));
  await page.setViewportSize(phone.viewport);
  expect(new Set(await tops(page)).size).toBe(3);
});

test('screen readers announce table symbols, and rows have headers', async () => {
  const { page } = await visit('/visit/prices');
  const table = page.getByRole('table').first();
  const line = table.getByRole('row', { name: 'Water and power' });
  expect(await line.getByRole('rowheader').textContent()).toBe('Water and power');
  expect(await line.getByRole('cell').allInnerTexts()).toEqual(['not included', 'included', 'included']);
  expect(await table.getByRole('columnheader').allInnerTexts()).toHaveLength(3);
});

test('table cells show the column name on a phone', async () => {
  const { page } = await visit('/visit/prices', phone);
  const line = page.locator('[data-block=table] tbody tr', { hasText: 'Longest boat' });
  const cells = await line.locator('td').allInnerTexts();
  // A non-breaking space joins a number and its unit.
  expect(cells.map((cell) => cell.replaceAll('\u00A0', ' '))).toEqual([
    'Mooring\n9 m',
    'Berth\n14 m',
    'Winter place\n12 m',
  ]);
});

test('a gallery picture opens without script, and closes with its button and Escape', async () => {
  const { page } = await visit('/visit/pictures', scriptless);
  const opener = page.getByRole('button', { name: /^The pier in the evening.*Enlarge the picture/ });
  const large = page.getByRole('dialog', { name: 'The pier in the evening' });
  await opener.click();
  const [small, picture] = [await opener.boundingBox(), await large.getByRole('img').boundingBox()];
  expect(picture?.width).toBeGreaterThan(2 * (small?.width ?? 0));
  expect((picture?.y ?? 0) + (picture?.height ?? 0)).toBeLessThanOrEqual(800);
  await large.getByRole('button', { name: 'Close' }).click();
  await large.waitFor({ state: 'hidden' });
  await opener.press('Enter');
  await large.waitFor();
  await page.keyboard.press('Escape');
  await large.waitFor({ state: 'hidden' });
});

test('large pictures are changed by button and key, and only one is open', async () => {
  const { page } = await visit('/visit/pictures');
  const open = page.locator(':popover-open');
  const name = async () => (await open.count()) === 1 && open.getAttribute('aria-label');
  const first = page.getByRole('button', { name: /^The pier in the evening/ });
  await first.click();
  await hydrateAll(page);
  await open.getByRole('button', { name: 'Next picture' }).click();
  await expect.poll(name).toBe('A yellow crane lifts a beam above the quay');
  await page.keyboard.press('Enter');
  await expect.poll(name).toBe('Planks of oak with two bolts each');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(name).toBe('Five piles in the water at dawn');
  await page.keyboard.press('Escape');
  expect(await open.count()).toBe(0);
  const small = page.getByRole('button', { name: /^Five piles in the water at dawn/ });
  expect(await small.evaluate((one) => one === document.activeElement)).toBe(true);
});

test('the next picture opens above the previous one without script', async () => {
  const { page } = await visit('/visit/pictures', scriptless);
  await page.getByRole('button', { name: /^The pier in the evening/ }).click();
  const first = page.getByRole('dialog', { name: 'The pier in the evening' });
  await first.getByRole('button', { name: 'Next picture' }).click();
  const next = page
    .getByRole('dialog', { name: 'A yellow crane lifts a beam above the quay' })
    .getByRole('img');
  await next.waitFor();
  expect(await next.isVisible()).toBe(true);
});

test.each([1440, 375])('no gallery picture and no logo is alone in its row at %i px', async (width) => {
  // On a phone, the grid of logos has an empty cell.
  const routes = width > 640 ? ['/visit/pictures', '/visit/partners'] : ['/visit/pictures'];
  for (const route of routes) {
    const { page } = await visit(route, { viewport: { width, height: 800 } });
    const lastRow = await page.locator('ul[data-layout=grid][data-columns]').evaluate((list) => {
      const tops = [...list.children].map((item) => item.getBoundingClientRect().top);
      return tops.filter((top) => Math.abs(top - (tops.at(-1) ?? 0)) < 1).length;
    });
    expect(lastRow, route).toBeGreaterThan(1);
  }
});

test('large gallery pictures load when they are opened', async () => {
  const { page } = await visit('/visit/pictures');
  const opener = page.getByRole('button', { name: /^The pier in the evening.*Enlarge the picture/ });
  const large = page.locator('[popover][aria-label="The pier in the evening"] img');
  await opener.scrollIntoViewIfNeeded();
  expect(await large.evaluate((image: HTMLImageElement) => image.currentSrc)).toBe('');
  await opener.click();
  await page.waitForFunction(
    (image) => (image as HTMLImageElement).naturalWidth > 0,
    await large.elementHandle(),
  );
});

test.each([1440, 375])('a banner is as wide as the window at %i px, and nothing is wider', async (width) => {
  const { page } = await visit('/visit/pictures', { viewport: { width, height: 800 } });
  for (const image of await page.locator('[data-block=banner] img').all())
    expect(await image.boundingBox()).toMatchObject({ x: 0, width });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
});
