import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveSite, type SiteServer } from '../../scripts/server/static-server.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { axeDiagnostics, loadAxe } from '../support/accessibility.ts';
import { startBrowser } from '../support/browser.ts';
import { copyLanguageSite } from '../support/fixture-site.ts';

const visit = startBrowser();
const button = (page: Page) => page.getByRole('button', { name: 'Look for something' });
const line = (page: Page) => page.getByRole('searchbox', { name: 'Look for something' });
const results = (page: Page) => page.getByRole('dialog').getByRole('link');

/** Opens the search and enters a query. */
async function search(page: Page, words: string): Promise<void> {
  await button(page).click();
  await line(page).fill(words);
}

test('the search loads only when it is opened, and little then', async () => {
  const requests: string[] = [];
  const { page, logs } = await visit('/', {}, async (opened) => {
    opened.on('request', (request) => requests.push(new URL(request.url()).pathname));
  });
  await page.mouse.move(300, 300);
  await page.mouse.move(310, 300);
  await page.locator('html[data-awake]').waitFor();
  await page.waitForLoadState('networkidle');
  const ofSearch = () => requests.filter((path) => /search/.test(path));
  expect(ofSearch()).toEqual([]);
  await search(page, 'wind');
  await results(page).first().waitFor();
  expect(ofSearch().filter((path) => !path.startsWith('/search/page-')).length).toBeLessThanOrEqual(3);
  expect(logs).toEqual([]);
});

test('finds words in titles, then headings, then texts, and highlights them', async () => {
  const { page } = await visit('/');
  await search(page, 'pilot');
  await expect.poll(() => results(page).count()).toBeGreaterThan(2);
  expect(await results(page).first().textContent()).toMatch(/pilot/i);
  expect(await results(page).first().locator('mark').textContent()).toMatch(/^pilot/i);
  const entries = page.getByRole('dialog').getByRole('listitem');
  expect(await entries.last().locator('mark').count()).toBeGreaterThan(0);
  expect(await page.getByRole('dialog').getByRole('status').textContent()).toMatch(/^Results: \d+$/);
  await line(page).fill('pilot xyzzy');
  await expect.poll(() => results(page).count()).toBeGreaterThan(2);
  await line(page).fill('xyzzy');
  await expect
    .poll(() => page.getByRole('dialog').getByRole('status').textContent())
    .toBe('Nothing was found.');
  expect(await results(page).count()).toBe(0);
});

test('a page is found and opened by keyboard, and Escape returns to the button', async () => {
  const { page } = await visit('/contact');
  await button(page).focus();
  await page.keyboard.press('Enter');
  await line(page).waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await button(page).evaluate((one) => document.activeElement === one)).toBe(true);
  await page.keyboard.press('Enter');
  await line(page).waitFor();
  await page.keyboard.type('gull rock');
  await results(page).first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(
    await results(page)
      .nth(1)
      .evaluate((one) => document.activeElement === one),
  ).toBe(true);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  expect(await line(page).evaluate((one) => document.activeElement === one)).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/stations/gull-rock');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('h1');
});

test.each([
  ['light', 375],
  ['dark', 1280],
] as const)('axe finds nothing in the open search (%s, %i px)', async (colorScheme, width) => {
  const { page } = await visit('/', { colorScheme, viewport: { width, height: 812 } });
  await search(page, 'wind');
  await results(page).first().waitFor();
  await loadAxe(page);
  expect(await axeDiagnostics(page)).toEqual([]);
  const box = await page.getByRole('dialog').boundingBox();
  expect(box?.width).toBeLessThanOrEqual(width);
});

test('reports failed requests, and works again after them', async () => {
  const { page } = await visit('/');
  const failed = 'The search cannot be loaded at the moment. Please try again later.';
  const status = page.getByRole('dialog').getByRole('status');
  await page.route('**/search/words-*', (route) => route.abort());
  await search(page, 'wind');
  await expect.poll(() => status.textContent()).toBe(failed);
  await page.unroute('**/search/words-*');
  await line(page).fill('wind ');
  await results(page).first().waitFor();
  await page.reload();
  await page.route('**/search-dialog*', (route) => route.abort());
  await button(page).click();
  expect(await page.getByRole('dialog').textContent()).toBe(failed);
});

test('texts are never parsed as HTML', async () => {
  const { page, logs } = await visit('/');
  const text = '<img src=x onerror="document.title=1"> wind <script>document.title=1</script>';
  const body = JSON.stringify({ path: '/', title: text, parts: [['<b>wind</b>', '', text]] });
  await page.route('**/search/page-*', (route) => route.fulfill({ contentType: 'application/json', body }));
  await search(page, 'wind script');
  await results(page).first().waitFor();
  expect(await results(page).first().textContent()).toBe(text);
  expect(await page.getByRole('dialog').locator('img, script, b').count()).toBe(0);
  expect(logs).toEqual([]);
});

test('the search works after a navigation, and after going back', async () => {
  const { page } = await visit('/contact');
  await search(page, 'gull rock');
  await results(page).first().click();
  await page.waitForURL('**/stations/gull-rock*');
  await search(page, 'pilot');
  await results(page).first().waitFor();
  await page.keyboard.press('Escape');
  await page.goBack();
  await page.waitForURL('**/contact');
  await button(page).click();
  expect(await line(page).inputValue()).toBe('pilot');
  expect(await results(page).count()).toBeGreaterThan(0);
});

test('there is no search without script', async () => {
  const { page } = await visit('/', { javaScriptEnabled: false });
  expect(await button(page).count()).toBe(0);
});

describe('in languages with diacritics', () => {
  const sites = (['de', 'pl'] as const).map((language) => ({ language, ...copyLanguageSite(language) }));
  const servers: SiteServer[] = [];
  beforeAll(async () => {
    for (const { folder, pages } of sites) {
      const out = join(folder, 'dist');
      await buildSite(pages, out);
      const [data, cache] = [join(folder, 'data'), join(folder, 'cache')];
      servers.push(await serveSite({ out, data, cache, port: 0, host: '127.0.0.1' }));
    }
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
    for (const { folder } of sites) rmSync(folder, { recursive: true, force: true });
  });

  test.each([
    [0, 'Suche', ['für', 'fur', 'fuer']],
    [1, 'Szukaj', ['żół', 'zol', 'ŹRÓD']],
  ] as const)('words are found with their marks and without (%i)', async (site, label, queries) => {
    const { page } = await visit(servers[site]?.address ?? '');
    await page.getByRole('button', { name: label }).click();
    for (const query of queries) {
      await page.getByRole('searchbox', { name: label }).fill('');
      await expect.poll(() => results(page).count()).toBe(0);
      await page.getByRole('searchbox', { name: label }).fill(query);
      await expect.poll(() => results(page).count()).toBeGreaterThan(0);
    }
  });
});
