import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { problemsInDisplays } from '../support/audit.ts';
import { startBrowser } from '../support/browser.ts';

const visit = startBrowser();
const button = (page: Page) => page.getByRole('button', { name: 'Look for something' });
const line = (page: Page) => page.getByRole('searchbox', { name: 'Look for something' });
const results = (page: Page) => page.getByRole('dialog').getByRole('link');

/** Opens the search and enters a query. */
async function search(page: Page, words: string): Promise<void> {
  await button(page).click();
  await line(page).fill(words);
}

test('the search loads little, and only when opened', async () => {
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

test('ranks matches in titles before headings before texts, and highlights them', async () => {
  const { page } = await visit('/imprint');
  await search(page, 'pilot');
  await expect.poll(() => results(page).count()).toBeGreaterThan(2);
  expect(await results(page).first().textContent()).toMatch(/pilot/i);
  expect(await results(page).first().locator('mark').textContent()).toMatch(/^pilot/i);
  // Enter must not open a result while it confirms an IME composition. Safari reports it as key code 229.
  for (const how of [{ isComposing: true }, { keyCode: 229 }])
    await line(page).dispatchEvent('keydown', { key: 'Enter', bubbles: true, ...how });
  expect(new URL(page.url()).pathname).toBe('/imprint');
  const entries = page.getByRole('dialog').getByRole('listitem');
  expect(await entries.last().locator('mark').count()).toBeGreaterThan(0);
  expect(await page.getByRole('dialog').getByRole('status').textContent()).toMatch(/^Results: \d+$/);
  await line(page).fill('pilot xyzzy');
  await expect.poll(() => results(page).count()).toBeGreaterThan(2);
  await line(page).fill('xyzzy');
  await expect
    .poll(() => page.getByRole('dialog').getByRole('status').textContent())
    .toBe('Nothing was found. These pages may help:');
  await line(page).fill('pilot');
  await expect.poll(() => page.getByRole('dialog').getByRole('status').textContent()).toMatch(/^Results/);
  await line(page).fill('& ++');
  await expect.poll(() => page.getByRole('dialog').getByRole('status').textContent()).toMatch(/^Nothing/);
  // Enter does not open suggested pages.
  expect(await results(page).allTextContents()).toEqual(expect.arrayContaining(['Home', 'Log', 'Forecasts']));
  expect(
    await results(page).evaluateAll((all: HTMLAnchorElement[]) => all.map((link) => link.protocol)),
  ).not.toContain('mailto:');
  await line(page).press('Enter');
  expect(new URL(page.url()).pathname).toBe('/imprint');
  await line(page).press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/log');
});

test('the page behind the open search does not scroll and is dimmed to its edges', async () => {
  const { page } = await visit('/', { viewport: { width: 1440, height: 900 } });
  const places = () =>
    page.evaluate(() => [
      document.documentElement.clientWidth,
      document.querySelector('h1')?.getBoundingClientRect().left,
    ]);
  const before = await places();
  expect(before[0]).toBe(1440);
  await search(page, 'wind');
  await results(page).first().waitFor();
  expect(await places()).toEqual(before);
});

test('the open search passes axe', async () => {
  const { page } = await visit('/', { reducedMotion: 'reduce' });
  await search(page, 'wind');
  await results(page).first().waitFor();
  expect(await problemsInDisplays(page)).toEqual([]);
});

test('reports failed requests and recovers after them', async () => {
  const { page } = await visit('/imprint');
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

test('never parses texts as HTML', async () => {
  const { page, logs } = await visit('/imprint');
  const text = '<img src=x onerror="document.title=1"> wind <script>document.title=1</script>';
  const body = JSON.stringify({
    path: '/',
    language: 'en-GB',
    title: text,
    parts: [['<b>wind</b>', '', text]],
  });
  await page.route('**/search/page-*', (route) => route.fulfill({ contentType: 'application/json', body }));
  await search(page, 'wind script');
  await results(page).first().waitFor();
  expect(await results(page).first().textContent()).toBe(text);
  expect(await page.getByRole('dialog').locator('img, script, b').count()).toBe(0);
  expect(logs).toEqual([]);
});

test('results in another language name the language', async () => {
  const { page } = await visit('/imprint');
  const own = (await page.locator('html').getAttribute('lang')) ?? '';
  const found = async (language: string, query: string) => {
    const body = JSON.stringify({ path: '/', language, title: 'Le vent', parts: [['', '', 'Le wind']] });
    await page.route('**/search/page-*', (route) => route.fulfill({ contentType: 'application/json', body }));
    await page.reload();
    await search(page, query);
    await results(page).first().waitFor();
    const item = page.getByRole('dialog').getByRole('listitem').first();
    return [await results(page).first().getAttribute('hreflang'), await item.getAttribute('lang')];
  };
  expect(await found('fr', 'wind')).toEqual(['fr', 'fr']);
  expect(await found(own, 'wind ')).toEqual([null, null]);
});

test('works after navigation and after going back', async () => {
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

test('without script, there is no search', async () => {
  const { page } = await visit('/', { javaScriptEnabled: false });
  expect(await button(page).count()).toBe(0);
});
