import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { findDisplayProblems } from '../support/audit.ts';
import { startBrowser } from '../support/browser.ts';

const visit = startBrowser();
const locateButton = (page: Page) => page.getByRole('button', { name: 'Look for something' });
const locateInput = (page: Page) => page.getByRole('searchbox', { name: 'Look for something' });
const locateResults = (page: Page) => page.getByRole('dialog').getByRole('link');

/** Opens the search and enters a query. */
async function search(page: Page, text: string): Promise<void> {
  await locateButton(page).click();
  await locateInput(page).fill(text);
}

test('the code and data of the search are small and load only when it is opened', async () => {
  const requests: string[] = [];
  const { page, logs } = await visit('/', {}, async (opened) => {
    opened.on('request', (request) => requests.push(new URL(request.url()).pathname));
  });
  await page.mouse.move(300, 300);
  await page.mouse.move(310, 300);
  await page.locator('html[data-awake]').waitFor();
  await page.waitForLoadState('networkidle');
  const findSearchRequests = () => requests.filter((path) => /search/.test(path));
  expect(findSearchRequests()).toEqual([]);
  await search(page, 'wind');
  await locateResults(page).first().waitFor();
  expect(findSearchRequests().filter((path) => !path.startsWith('/search/page-')).length).toBeLessThanOrEqual(
    3,
  );
  expect(logs).toEqual([]);
});

test('matches in titles rank above matches in headings and text, and are highlighted', async () => {
  const { page } = await visit('/imprint');
  await search(page, 'pilot');
  await expect.poll(() => locateResults(page).count()).toBeGreaterThan(2);
  expect(await locateResults(page).first().textContent()).toMatch(/pilot/i);
  expect(await locateResults(page).first().locator('mark').textContent()).toMatch(/^pilot/i);
  // The Enter key that confirms an IME composition must not open a result. Safari reports this key as code 229.
  for (const keyDetails of [{ isComposing: true }, { keyCode: 229 }])
    await locateInput(page).dispatchEvent('keydown', { key: 'Enter', bubbles: true, ...keyDetails });
  expect(new URL(page.url()).pathname).toBe('/imprint');
  const resultItems = page.getByRole('dialog').getByRole('listitem');
  expect(await resultItems.last().locator('mark').count()).toBeGreaterThan(0);
  expect(await page.getByRole('dialog').getByRole('status').textContent()).toMatch(/^Results: \d+$/);
  await locateInput(page).fill('pilot xyzzy');
  await expect.poll(() => locateResults(page).count()).toBeGreaterThan(2);
  await locateInput(page).fill('xyzzy');
  await expect
    .poll(() => page.getByRole('dialog').getByRole('status').textContent())
    .toBe('Nothing was found. These pages may help:');
  await locateInput(page).fill('pilot');
  await expect.poll(() => page.getByRole('dialog').getByRole('status').textContent()).toMatch(/^Results/);
  await locateInput(page).fill('& ++');
  await expect.poll(() => page.getByRole('dialog').getByRole('status').textContent()).toMatch(/^Nothing/);
  // The suggested pages are shown, but Enter does not open them.
  expect(await locateResults(page).allTextContents()).toEqual(
    expect.arrayContaining(['Home', 'Log', 'Forecasts']),
  );
  expect(
    await locateResults(page).evaluateAll((links: HTMLAnchorElement[]) => links.map((link) => link.protocol)),
  ).not.toContain('mailto:');
  await locateInput(page).press('Enter');
  expect(new URL(page.url()).pathname).toBe('/imprint');
  await locateInput(page).press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/log');
});

test('the page behind the open search does not scroll and is dimmed to its edges', async () => {
  const { page } = await visit('/', { viewport: { width: 1440, height: 900 } });
  const readPositions = () =>
    page.evaluate(() => [
      document.documentElement.clientWidth,
      document.querySelector('h1')?.getBoundingClientRect().left,
    ]);
  const before = await readPositions();
  expect(before[0]).toBe(1440);
  await search(page, 'wind');
  await locateResults(page).first().waitFor();
  expect(await readPositions()).toEqual(before);
});

test('the open search passes axe', async () => {
  const { page } = await visit('/', { reducedMotion: 'reduce' });
  await search(page, 'wind');
  await locateResults(page).first().waitFor();
  expect(await findDisplayProblems(page)).toEqual([]);
});

test('the search reports failed requests and works again once they succeed', async () => {
  const { page } = await visit('/imprint');
  const failureText = 'The search cannot be loaded at the moment. Please try again later.';
  const status = page.getByRole('dialog').getByRole('status');
  await page.route('**/search/words-*', (route) => route.abort());
  await search(page, 'wind');
  await expect.poll(() => status.textContent()).toBe(failureText);
  await page.unroute('**/search/words-*');
  await locateInput(page).fill('wind ');
  await locateResults(page).first().waitFor();
  await page.reload();
  await page.route('**/search-dialog*', (route) => route.abort());
  await locateButton(page).click();
  expect(await page.getByRole('dialog').textContent()).toBe(failureText);
});

test('HTML in search results is shown as plain text', async () => {
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
  await locateResults(page).first().waitFor();
  expect(await locateResults(page).first().textContent()).toBe(text);
  expect(await page.getByRole('dialog').locator('img, script, b').count()).toBe(0);
  expect(logs).toEqual([]);
});

test('search results in a different language from the page state their language', async () => {
  const { page } = await visit('/imprint');
  const pageLanguage = (await page.locator('html').getAttribute('lang')) ?? '';
  const findLanguages = async (language: string, query: string) => {
    const body = JSON.stringify({ path: '/', language, title: 'Le vent', parts: [['', '', 'Le wind']] });
    await page.route('**/search/page-*', (route) => route.fulfill({ contentType: 'application/json', body }));
    await page.reload();
    await search(page, query);
    await locateResults(page).first().waitFor();
    const item = page.getByRole('dialog').getByRole('listitem').first();
    return [await locateResults(page).first().getAttribute('hreflang'), await item.getAttribute('lang')];
  };
  expect(await findLanguages('fr', 'wind')).toEqual(['fr', 'fr']);
  expect(await findLanguages(pageLanguage, 'wind ')).toEqual([null, null]);
});

test('the search works after navigation and after going back', async () => {
  const { page } = await visit('/contact');
  await search(page, 'gull rock');
  await locateResults(page).first().click();
  await page.waitForURL('**/stations/gull-rock*');
  await search(page, 'pilot');
  await locateResults(page).first().waitFor();
  await page.keyboard.press('Escape');
  await page.goBack();
  await page.waitForURL('**/contact');
  await locateButton(page).click();
  expect(await locateInput(page).inputValue()).toBe('pilot');
  expect(await locateResults(page).count()).toBeGreaterThan(0);
});

test('without JavaScript, there is no search', async () => {
  const { page } = await visit('/', { javaScriptEnabled: false });
  expect(await locateButton(page).count()).toBe(0);
});
