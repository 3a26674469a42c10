import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startBrowser, hydrate } from '../support/browser.ts';
import { watchPreparing } from '../support/preparing.ts';

const visit = startBrowser();

/** Addresses of what has been fetched for other pages: their data, and scripts of their blocks. */
const fetched = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /page\.json$|\/(faq|form|next-page)-[^/]*\.js$/.test(path)),
  );

const link = (page: Page) => page.locator('header').getByRole('link', { name: 'Ask the desk' });
const signs: Record<string, (page: Page) => Promise<unknown>> = {
  'points at': (page) => link(page).hover(),
  'comes by keyboard to': (page) => link(page).focus(),
  touches: (page) => link(page).dispatchEvent('pointerdown', { pointerType: 'touch' }),
};

test.each(Object.entries(signs))(
  'data and code of the next page are fetched once the visitor %s its link',
  async (_sign, give) => {
    const { page } = await visit('/imprint');
    await hydrate(page);
    await page.waitForLoadState('networkidle');
    expect(await fetched(page)).toEqual([]);
    await give(page);
    await expect
      .poll(() =>
        fetched(page).then((files) =>
          files.map((file) => file.replace(/.*\/|-[\w-]{8}(?=\.js)/g, '')).toSorted(),
        ),
      )
      .toEqual(['faq.js', 'form.js', 'next-page.js', 'page.json']);
    await page.waitForLoadState('networkidle');
    // Now it needs nobody any more.
    await page.context().setOffline(true);
    await link(page).click();
    await page.getByRole('heading', { level: 1, name: 'Write to the desk' }).waitFor();
  },
);

test('a visitor who wants data saved gets only what was clicked', async () => {
  const { page } = await visit('/imprint', {}, (page) =>
    page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })),
  );
  await hydrate(page);
  await link(page).hover();
  await link(page).focus();
  // Hovering over nothing that asks for anything: a frame later than what was to be waited for.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  expect(await fetched(page)).toEqual([]);
  await link(page).click();
  await page.getByRole('heading', { level: 1, name: 'Write to the desk' }).waitFor();
  expect(await fetched(page)).toContain('/contact/page.json');
});

test('before anything is awake the browser prepares a full load of the page whose link is pointed at', async () => {
  const { page, said } = await visit('/imprint', {}, (page) =>
    page.route('**/assets/*.js', (route) => route.abort()),
  );
  const { diagnostics, ready, prepared } = await watchPreparing(page);
  await expect.poll(ready).toContain('/contact');
  expect(diagnostics).toEqual([]);
  expect(said).toEqual([]);
  await link(page).hover();
  await expect.poll(() => prepared).toContain('/contact');
});

test('once the application is awake the browser prepares no full loads any more', async () => {
  const { page } = await visit('/imprint');
  const { ready, prepared } = await watchPreparing(page);
  await expect.poll(ready).not.toEqual([]);
  await hydrate(page);
  await expect.poll(ready).toEqual([]);
  expect(prepared).toEqual([]);
});

const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { sameDocument: true }));
const sameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window);

test.each(['**/contact/page.json', '**/assets/next-page-*.js', '**/assets/faq-*.js'])(
  'where %s cannot be had, a link is followed by a full load',
  async (missing) => {
    const { page } = await visit('/imprint');
    await hydrate(page);
    await mark(page);
    await page.route(missing, (route) =>
      missing.endsWith('json') ? route.fulfill({ status: 500, body: 'no' }) : route.abort(),
    );
    await link(page).click();
    await page.getByRole('heading', { level: 1, name: 'Write to the desk' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/contact');
    expect(await sameDocument(page)).toBe(false);
  },
);

test('where a page is never answered, a link is followed by a full load after a while', async () => {
  const { page } = await visit('/imprint', {}, (page) => page.clock.install());
  await hydrate(page);
  await mark(page);
  await page.route('**/contact/page.json', () => {});
  const asked = page.waitForRequest('**/contact/page.json');
  await link(page).click();
  await asked;
  await page.clock.fastForward(8000);
  await page.getByRole('heading', { level: 1, name: 'Write to the desk' }).waitFor();
  expect(await sameDocument(page)).toBe(false);
});

test('where the data of the page to go back to cannot be had, going back is a full load', async () => {
  const { page } = await visit('/imprint');
  await hydrate(page);
  await link(page).click();
  await page.getByRole('heading', { level: 1, name: 'Write to the desk' }).waitFor();
  await mark(page);
  await page.route('**/imprint/page.json', (route) => route.abort());
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Imprint' }).waitFor();
  await expect.poll(() => sameDocument(page)).toBe(false);
});

test('a fade is over before anybody can click', async () => {
  const { page } = await visit('/imprint', { reducedMotion: 'no-preference' });
  const durations = await page.evaluate(async () => {
    await document.startViewTransition(() => undefined).ready;
    return document.getAnimations().map(({ effect }) => effect?.getComputedTiming().duration);
  });
  expect(durations).not.toEqual([]);
  expect(new Set(durations)).toEqual(new Set([100]));
});

test.each([
  ['no-preference', 1],
  ['reduce', 0],
] as const)('with motion %s one page fades into the next, %i times', async (reducedMotion, times) => {
  const { page } = await visit('/imprint', { reducedMotion });
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document);
    Object.assign(window, { fades: 0 });
    document.startViewTransition = (change) => {
      (window as unknown as { fades: number }).fades++;
      return start(change);
    };
  });
  await hydrate(page);
  await link(page).click();
  await page.getByRole('heading', { level: 1, name: 'Write to the desk' }).waitFor();
  expect(await page.evaluate(() => (window as unknown as { fades: number }).fades)).toBe(times);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test.each([
  ['no-preference', true],
  ['reduce', false],
] as const)('with motion %s a full load fades: %s', async (reducedMotion, fades) => {
  const { page } = await visit('/imprint', { reducedMotion }, (page) =>
    page.addInitScript(() =>
      addEventListener('pagereveal', ({ viewTransition }) =>
        Object.assign(window, { faded: viewTransition !== null }),
      ),
    ),
  );
  // Nothing wakes, so the link is the browser's.
  await page.route('**/assets/*.js', (route) => route.abort());
  await link(page).click();
  await page.getByRole('heading', { level: 1, name: 'Write to the desk' }).waitFor();
  // The page can be read before it is revealed.
  await expect.poll(() => page.evaluate(() => (window as unknown as { faded?: boolean }).faded)).toBe(fades);
});
