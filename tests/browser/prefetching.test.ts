import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { hydrate, isSameDocument, markDocument, startBrowser, watchPrefetching } from '../support/browser.ts';
import { blockScripts } from '../support/forms.ts';
import { serveTestSite } from '../support/site-on-disk.ts';

const visit = startBrowser();

/** Returns the paths of the data and block scripts that the page has fetched for other pages. */
const readFetchedPaths = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /page\.json$|\/(faq|form|next-page)-[^/]*\.js$/.test(path)),
  );

const locateLink = (page: Page) => page.locator('header').getByRole('link', { name: 'Ask the desk' });
const followLink = async (page: Page) => {
  await locateLink(page).click();
  await page.getByRole('heading', { level: 1, name: 'Write to the desk' }).waitFor();
};
/** Opens and hydrates a page. Marks its document, so that a full load can be detected. */
const openHydrated = async (prepare?: (page: Page) => Promise<unknown>) => {
  const { page } = await visit('/imprint', {}, prepare);
  await hydrate(page);
  await markDocument(page);
  return page;
};
const signals: Record<string, (page: Page) => Promise<unknown>> = {
  'hovers over': (page) => locateLink(page).hover(),
  focuses: (page) => locateLink(page).focus(),
  touches: (page) => locateLink(page).dispatchEvent('pointerdown', { pointerType: 'touch' }),
};

test.each(Object.entries(signals))(
  'the data and code of the next page are prefetched when the visitor %s its link',
  async (_signal, sendSignal) => {
    const page = await openHydrated();
    await page.waitForLoadState('networkidle');
    expect(await readFetchedPaths(page)).toEqual([]);
    await sendSignal(page);
    await expect
      .poll(() =>
        readFetchedPaths(page).then((files) =>
          files.map((file) => file.replace(/.*\/|-[\w-]{8}(?=\.js)/g, '')).toSorted(),
        ),
      )
      .toEqual(['contact.page.json', 'faq.js', 'form.js', 'next-page.js']);
    await page.waitForLoadState('networkidle');
    // The page was prefetched, so navigation no longer needs the server.
    await page.context().setOffline(true);
    await followLink(page);
  },
);

test('nothing is prefetched if the visitor saves data', async () => {
  const requests: string[] = [];
  const { page } = await visit('/imprint', {}, async (page) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
    await page.clock.install();
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  });
  await hydrate(page);
  await locateLink(page).hover();
  await locateLink(page).focus();
  // Advance past the delay after which a hovered link is prefetched.
  await page.clock.runFor(1000);
  expect(requests.filter((path) => /page\.json$|\/(faq|form|next-page)-/.test(path))).toEqual([]);
  await followLink(page);
  expect(requests).toContain('/contact.page.json');
});

test('before hydration, the browser prefetches the page of a hovered link', async () => {
  const { page, logs } = await visit('/imprint', {}, blockScripts('*'));
  const { diagnostics, candidates, prefetched } = await watchPrefetching(page);
  await expect.poll(candidates).toContain('/contact');
  expect(diagnostics).toEqual([]);
  expect(logs).toEqual([]);
  await locateLink(page).hover();
  await expect.poll(() => prefetched).toContain('/contact');
});

test('after hydration, the browser does not prefetch documents', async () => {
  const { page } = await visit('/imprint');
  const { candidates, prefetched } = await watchPrefetching(page);
  await expect.poll(candidates).not.toEqual([]);
  await hydrate(page);
  await expect.poll(candidates).toEqual([]);
  expect(prefetched).toEqual([]);
});

test.each(['**/contact.page.json', '**/assets/next-page-*.js', '**/assets/faq-*.js'])(
  'navigation falls back to a full load if %s cannot be fetched',
  async (failedPattern) => {
    const page = await openHydrated();
    await page.route(failedPattern, (route) =>
      failedPattern.endsWith('json') ? route.fulfill({ status: 500, body: 'no' }) : route.abort(),
    );
    await followLink(page);
    expect(new URL(page.url()).pathname).toBe('/contact');
    expect(await isSameDocument(page)).toBe(false);
  },
);

test('navigation falls back to a full load if page data does not arrive in time', async () => {
  const page = await openHydrated((newPage) => newPage.clock.install());
  await page.route('**/contact.page.json', () => {});
  const request = page.waitForRequest('**/contact.page.json');
  await locateLink(page).click();
  await request;
  await page.clock.fastForward(8000);
  await page.getByRole('heading', { level: 1, name: 'Write to the desk' }).waitFor();
  expect(await isSameDocument(page)).toBe(false);
});

test('the Back button loads the page in full if its data cannot be fetched', async () => {
  const page = await openHydrated();
  await followLink(page);
  await markDocument(page);
  await page.route('**/imprint.page.json', (route) => route.abort());
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Imprint' }).waitFor();
  await expect.poll(() => isSameDocument(page)).toBe(false);
});

test('a view transition takes only 100 ms', async () => {
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
] as const)(
  'with `prefers-reduced-motion: %s`, client-side navigation fades %i times',
  async (reducedMotion, times) => {
    const { page } = await visit('/imprint', { reducedMotion });
    await page.evaluate(() => {
      const start = document.startViewTransition.bind(document);
      Object.assign(window, { fades: 0 });
      document.startViewTransition = (update) => {
        (window as unknown as { fades: number }).fades++;
        return start(update);
      };
    });
    await hydrate(page);
    await followLink(page);
    expect(await page.evaluate(() => (window as unknown as { fades: number }).fades)).toBe(times);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  },
);

test.each([
  ['no-preference', true],
  ['reduce', false],
] as const)(
  'with `prefers-reduced-motion: %s`, a page opened by a full load fades in: %s',
  async (reducedMotion, fades) => {
    const { page } = await visit('/imprint', { reducedMotion }, (page) =>
      page.addInitScript(() =>
        addEventListener('pagereveal', ({ viewTransition }) =>
          Object.assign(window, { faded: viewTransition !== null }),
        ),
      ),
    );
    // Block the application, so that the browser follows the link itself.
    await page.route('**/assets/*.js', (route) => route.abort());
    await followLink(page);
    // Poll, because the DOM is available before the browser reveals the page.
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { faded?: boolean }).faded))
      .toBe(fades);
  },
);

const siteWithPrograms = serveTestSite('prefetching');
const programs = ['the shop', 'the account'];

test('before hydration, the browser does not prefetch pages of other programs on the same host', async () => {
  const { page } = await visit(siteWithPrograms.address, {}, blockScripts('*'));
  const { diagnostics, candidates } = await watchPrefetching(page);
  await expect.poll(candidates).toContain('/shopping');
  expect((await candidates()).filter((path) => /^\/(shop\/|Konto)/.test(path))).toEqual([]);
  expect(diagnostics).toEqual([]);
});

test('links to other programs on the same host are never prefetched, and open with a full load', async () => {
  const requests: string[] = [];
  const { page } = await visit(siteWithPrograms.address, {}, async (page) => {
    await page.clock.install();
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.route(/\/(shop|Konto)(\/|$)/, (route) => route.fulfill({ body: 'Another program' }));
  });
  await hydrate(page);
  for (const name of [...programs, 'shopping']) {
    await page.getByRole('link', { name, exact: true }).hover();
    // Advance past the delay after which a hovered link is prefetched.
    await page.clock.runFor(1000);
  }
  await expect.poll(() => requests).toContain('/shopping.page.json');
  expect(requests.filter((path) => /^\/(shop|Konto)(\/|$)/.test(path))).toEqual([]);
  await page.getByRole('link', { name: 'the shop' }).click();
  await page.getByText('Another program').waitFor();
  expect(requests).toContain('/shop/boats');
  expect(requests).not.toContain('/shop/boats.page.json');
});
