import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { serveTestSite } from '../support/site-on-disk.ts';

const visit = startBrowser();

const site = serveTestSite('old-browsers');

/** Disables colour transitions, because colours read during a transition would differ from the expected ones. */
const reducedMotion = 'reduce';

/** Opens the page as a browser without support for `light-dark()` would render it. */
const openOld = (colorScheme: 'light' | 'dark') =>
  visit(`${site.address}/`, { colorScheme, reducedMotion }, (page) =>
    page.route('**/*', async (route) => {
      if (route.request().resourceType() !== 'document') return route.continue();
      const response = await route.fetch();
      const headers = { ...response.headers() };
      // Remove the policy: it contains hashes of the original styles, and the styles change below.
      delete headers['content-security-policy'];
      const body = (await response.text())
        .replaceAll('light-dark(', 'unknown-function(')
        .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
      return route.fulfill({ response, headers, body });
    }),
  );
const openNew = (colorScheme: 'light' | 'dark') => visit(`${site.address}/`, { colorScheme, reducedMotion });

const readColors = (page: Page) =>
  page.evaluate(() =>
    ['body', 'h1', 'main > *', 'header', 'footer', 'main a', 'button', 'input', 'textarea', 'label'].flatMap(
      (selector) =>
        [...document.querySelectorAll(selector)].map((element) => {
          const { color, backgroundColor, borderTopColor, borderTopWidth, borderTopStyle } =
            getComputedStyle(element);
          return [selector, color, backgroundColor, borderTopColor, borderTopWidth, borderTopStyle].join(' ');
        }),
    ),
  );

test.each(['light', 'dark'] as const)(
  'without light-dark(), a page has the same colours, also after switching the scheme (%s)',
  async (scheme) => {
    const [oldVisit, currentVisit] = [await openOld(scheme), await openNew(scheme)];
    expect(await oldVisit.page.content()).not.toContain('light-dark(');
    const expected = await readColors(currentVisit.page);
    expect(expected.length).toBeGreaterThan(15);
    expect(await readColors(oldVisit.page)).toEqual(expected);
    const otherScheme = scheme === 'light' ? 'dark' : 'light';
    for (const { page } of [oldVisit, currentVisit])
      await page.evaluate((name) => document.documentElement.setAttribute('data-scheme', name), otherScheme);
    const switchedColors = await readColors(oldVisit.page);
    expect(switchedColors).toEqual(await readColors(currentVisit.page));
    expect(switchedColors, 'schemes differ').not.toEqual(expected);
  },
);

test('without light-dark(), form fields and buttons have a border and a background', async () => {
  const { page } = await openOld('light');
  for (const selector of ['main input:not([type=hidden])', 'textarea', 'main form button[type=submit]']) {
    const [width, color, background] = await page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element);
        return [borderTopWidth, borderTopColor, backgroundColor];
      });
    expect(parseFloat(width ?? ''), selector).toBeGreaterThan(0);
    expect([color, background], selector).not.toContain('rgba(0, 0, 0, 0)');
  }
});

test('without light-dark(), pages are also printed in the light scheme', async () => {
  const { page } = await openOld('dark');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(background).toBe('rgb(255, 255, 255)');
});
