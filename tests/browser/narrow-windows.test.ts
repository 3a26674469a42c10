import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { setTextSize } from '../support/fit.ts';
import { copyLanguageSite } from '../support/fixture-site.ts';
import { type BuiltSite, buildAndServe } from '../support/site-on-disk.ts';

const visit = startBrowser();

const names = ['Donaudampfschifffahrtsgesellschaftskapitän', 'Llanfairpwllgwyngyllgogerychwyrndrobwll'];
const texts = [
  ...names,
  'buchhaltung.und.rechnungswesen.abteilung@wirtschaftspruefung.example',
  'https://www.example.org/wirtschaftspruefungsgesellschaft/unternehmensberatung',
];
const setting =
  /((?:heading|text|lead|label|title|name|price|badge|eyebrow|company): )([A-ZÄÖÜ][^\n"'{}[\],#:]*?)(?=\s*(?:\n|,| \}))/g;

/** Adds a long word to the texts of a file. */
function withLongWords(yaml: string): string {
  let count = 0;
  return yaml.replaceAll(setting, (_, key: string, text: string) => {
    const words = /^(?:text|lead)/.test(key) ? texts : names;
    return `${key}${text} ${words[count++ % words.length]}`;
  });
}

// Nearly every block type, in German.
const { folder, pages } = copyLanguageSite('de');
let site: BuiltSite;
beforeAll(async () => {
  for (const file of globSync('**/*.yaml', { cwd: pages }).map((one) => join(pages, one)))
    writeFileSync(file, withLongWords(readFileSync(file, 'utf8')));
  site = await buildAndServe(pages, folder);
});
afterAll(async () => {
  await site.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens every page. Returns what is wider than the window, and controls of the header outside it. */
async function tooWide(
  page: Page,
  prepare: () => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const routes = globSync('**/page.json', { cwd: site.out }).map(
    (file) => `/${file.replace(/\/?page\.json$/, '')}`,
  );
  expect(routes.length).toBeGreaterThan(5);
  const wide: string[] = [];
  for (const route of routes) {
    await page.goto(site.address + route);
    await prepare();
    expect(await page.content()).toContain(names[0]);
    const { over, outside } = await page.evaluate(() => ({
      over: Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth,
      outside: [...document.querySelectorAll('header > div > div > :is(a, button)')]
        .filter((control) => control.checkVisibility())
        .filter((control) => {
          const { left, right, bottom } = control.getBoundingClientRect();
          const { bottom: end } = document.querySelector('header > div')?.getBoundingClientRect() ?? {
            bottom: 0,
          };
          return left < 0 || right > innerWidth + 0.5 || bottom > end + 1;
        })
        .map((control) => control.textContent),
    }));
    if (over > 0) wide.push(`${route}: ${over} px`);
    wide.push(...outside.map((name) => `${route}: ${name} is outside`));
  }
  return wide;
}

test.each([320, 360, 390, 480, 640, 768, 900, 1024, 1100, 1280, 1366, 1440, 1920])(
  'long words are not wider than a window of %d px, and the menu is inside it',
  async (width) => {
    const { page } = await visit(`${site.address}/`, { viewport: { width, height: 800 } });
    expect(await tooWide(page)).toEqual([]);
  },
);

// Chromium has no dictionary of German unless it has downloaded one. Where a dictionary allows a hyphen, a browser
// breaks a word as at a soft hyphen.
test.each(['without a dictionary', 'with a dictionary'])(
  'German headings fit into a window of 320 px, %s',
  async (dictionary) => {
    const { page } = await visit(`${site.address}/`, { viewport: { width: 320, height: 800 } });
    const routes = globSync('**/page.json', { cwd: site.out }).map(
      (file) => `/${file.replace(/\/?page\.json$/, '')}`,
    );
    for (const route of routes) {
      await page.goto(site.address + route);
      const { over, others, languages, cut } = await page.evaluate((isHyphenated) => {
        const headings = [...document.querySelectorAll<HTMLElement>('h1, h2, h3')].filter((one) =>
          one.checkVisibility(),
        );
        const texts = headings.flatMap((heading) => {
          const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
          const found: Node[] = [];
          while (walker.nextNode()) found.push(walker.currentNode);
          return found;
        });
        if (isHyphenated)
          for (const text of texts)
            text.nodeValue =
              text.nodeValue?.replaceAll(
                /(?<=\p{L}{2}[aeiouäöü])(?=[b-df-hj-np-tv-z]\p{L}{2})/gu,
                '\u00AD',
              ) ?? null;
        return {
          over: Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth,
          others: headings.filter((one) => getComputedStyle(one).hyphens !== 'auto').length,
          languages: [...new Set(headings.map((one) => one.closest('[lang]')?.getAttribute('lang')))],
          cut: headings.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText),
        };
      }, dictionary === 'with a dictionary');
      expect([route, over, others, languages, cut]).toEqual([route, 0, 0, ['de'], []]);
    }
    // In wide windows words fit, and hyphens in headings would disturb.
    await page.setViewportSize({ width: 1280, height: 800 });
    const wide = await page
      .locator('h1')
      .first()
      .evaluate((one) => getComputedStyle(one).hyphens);
    expect(wide).toBe('manual');
  },
);
describe.each([320, 375, 768])('with text twice as large in a window of %d px', (width) => {
  test('nothing is wider than the window if the browser has a larger font size', async () => {
    const { page } = await visit(`${site.address}/`, { viewport: { width, height: 800 } });
    await setTextSize(page, 32);
    expect(await tooWide(page)).toEqual([]);
  });

  test('nothing is wider than the window if only the text is larger', async () => {
    const { page } = await visit(`${site.address}/`, { viewport: { width, height: 800 } });
    const enlarge = () => page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
    expect(await tooWide(page, enlarge)).toEqual([]);
  });
});
