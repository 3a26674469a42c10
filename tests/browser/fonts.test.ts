import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildAndServe, type BuiltSite, listBuiltRoutes, serveTestSite } from '../support/site-on-disk.ts';
import { hydrate, startBrowser, startSharedPage } from '../support/browser.ts';
import { copyLanguageSite } from '../support/fixture-site.ts';
import { takeSample } from '../support/sample.ts';
import { toPageYaml, siteYaml } from '../support/small-site.ts';

const visit = startBrowser();
const shared = startSharedPage({ bypassCSP: true });
const languages = {
  de: { families: ['Figtree'], search: 'Suche', queries: ['für', 'fur', 'fuer'] },
  pl: { families: ['Figtree', 'Space Grotesk'], search: 'Szukaj', queries: ['żół', 'zol', 'ŹRÓD'] },
};

describe.each(['de', 'pl'] as const)('a site in %s', (language) => {
  const { families, search, queries } = languages[language];
  const { folder, pages } = copyLanguageSite(language);
  let site: BuiltSite;
  beforeAll(async () => {
    site = await buildAndServe(pages, folder);
    return site.remove;
  });

  test('no character is rendered in a system font', async () => {
    const routes = listBuiltRoutes(site.out);
    expect(routes.length).toBeGreaterThan(5);
    for (const route of [...takeSample(routes, 4), '/404.html']) {
      const { page, logs } = await shared.open(site.address + route);
      const fonts = await readFonts(page);
      expect(
        fonts.filter(({ isOwn }) => !isOwn),
        route,
      ).toEqual([]);
      expect([...new Set(fonts.map(({ family }) => family))].toSorted(), route).toEqual(families);
      expect(logs.filter((text) => !text.includes('404'))).toEqual([]);
    }
    // Close the page: it would log errors in the next test, after its server has stopped.
    await shared.open('about:blank');
  });

  test('the search ignores diacritics', async () => {
    const { page } = await visit(site.address);
    const results = page.getByRole('dialog').getByRole('link');
    await page.getByRole('button', { name: search }).click();
    for (const query of queries) {
      await page.getByRole('searchbox', { name: search }).fill('');
      await expect.poll(() => results.count()).toBe(0);
      await page.getByRole('searchbox', { name: search }).fill(query);
      await expect.poll(() => results.count()).toBeGreaterThan(0);
    }
  });
});

const customFontSite = serveTestSite(({ write }) => {
  const file = '@fontsource-variable/space-grotesk/files/space-grotesk-latin-wght-normal.woff2';
  write('../public/fonts/own.woff2', readFileSync(createRequire(import.meta.url).resolve(file)));
  write('_site.yaml', `${siteYaml}theme: { ownFonts: { text: /fonts/own.woff2 } }\n`);
  write('index.yaml', toPageYaml('  - { type: hero, heading: Letters, lead: In a font of its own. }\n'));
});

test('a custom font is used, and its fallback has the same metrics', async () => {
  const { page } = await visit(customFontSite.address, { bypassCSP: true });
  const widths = await page.evaluate(async () => {
    await document.fonts.ready;
    const sample = document.createElement('span');
    sample.textContent = 'Wann wir öffnen, wie Sie auf den Berg kommen und was Sie anziehen sollten';
    sample.style.whiteSpace = 'nowrap';
    document.body.append(sample);
    const fontMetrics = ['"Own"', '"Own fallback"'].map((family) => {
      sample.style.fontFamily = family;
      return sample.getBoundingClientRect().width;
    });
    sample.remove();
    return fontMetrics;
  });
  const [ownWidth = 0, fallbackWidth = 0] = widths;
  expect(Math.abs(fallbackWidth / ownWidth - 1)).toBeLessThan(0.04);
  expect(new Set((await readFonts(page)).map(({ family }) => family))).toEqual(new Set(['Space Grotesk']));
});

const townSite = serveTestSite('fonts');

test('navigating to a page with extended Latin characters loads their font', async () => {
  const { page, logs } = await visit(townSite.address, { bypassCSP: true });
  await hydrate(page);
  const documentLoads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documentLoads.push(new URL(request.url()).pathname);
  });
  const goTo = async (name: string) => {
    await page.getByRole('link', { name: 'Go on' }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  };
  await goTo('Leeds');
  expect(documentLoads).toEqual([]);
  await goTo('By boat');
  await page.waitForLoadState();
  expect(documentLoads).toEqual(['/two']);
  expect((await readFonts(page)).filter(({ isOwn }) => !isOwn)).toEqual([]);
  expect(logs).toEqual([]);
});

test('a page without extended Latin characters does not load their font', async () => {
  const fetched: string[] = [];
  const { page } = await visit('/', {}, async (opened) => {
    opened.on('request', (request) => fetched.push(request.url()));
  });
  await page.evaluate(() => document.fonts.ready);
  expect(
    fetched.filter((url) => url.endsWith('.woff2')).map((url) => url.replace(/^.*\/|-[^-]*$/g, '')),
  ).toEqual(['figtree-latin-wght-normal']);
});

/** Returns the fonts in which the browser renders the text on a page. Omits code, which uses a system font. */
async function readFonts(page: Page): Promise<{ family: string; isOwn: boolean; glyphs: number }[]> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const codeElement of document.querySelectorAll('code, pre')) codeElement.remove();
    // Open all collapsed content, so that its fonts are included.
    for (const details of document.querySelectorAll('details')) details.open = true;
    for (const element of document.querySelectorAll('body *'))
      if ([...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE))
        element.setAttribute('data-test-text', '');
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument', { depth: -1 });
  const { nodeIds } = await devtools.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: '[data-test-text]',
  });
  const fontMetrics = await Promise.all(
    nodeIds.map((nodeId) => devtools.send('CSS.getPlatformFontsForNode', { nodeId })),
  );
  await devtools.detach();
  return fontMetrics.flatMap(({ fonts }) =>
    // Chromium adds the lightest weight to the family name.
    fonts.map(({ familyName, isCustomFont, glyphCount }) => ({
      family: familyName.replace(/ Light$/, ''),
      isOwn: isCustomFont,
      glyphs: glyphCount,
    })),
  );
}
