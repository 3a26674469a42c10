import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { measureOverflow } from '../support/boxes.ts';
import { startSharedPage } from '../support/browser.ts';
import { setTextSize } from '../support/fit.ts';
import { copyLanguageSite } from '../support/fixture-site.ts';
import { isFullRun } from '../support/sample.ts';
import { type BuiltSite, buildAndServe, listBuiltRoutes } from '../support/site-on-disk.ts';

const shared = startSharedPage();

const longWords = ['Donaudampfschifffahrtsgesellschaftskapitän', 'Llanfairpwllgwyngyllgogerychwyrndrobwll'];
const longTexts = [
  ...longWords,
  'buchhaltung.und.rechnungswesen.abteilung@wirtschaftspruefung.example',
  'https://www.example.org/wirtschaftspruefungsgesellschaft/unternehmensberatung',
];
const textSetting =
  /((?:heading|text|lead|label|title|name|price|badge|eyebrow|company): )([A-ZÄÖÜ][^\n"'{}[\],#:]*?)(?=\s*(?:\n|,| \}))/g;

/** Appends a long word to each heading, label and other text in a page file. */
function addLongWords(yaml: string): string {
  let count = 0;
  return yaml.replaceAll(textSetting, (_, key: string, text: string) => {
    const words = /^(?:text|lead)/.test(key) ? longTexts : longWords;
    return `${key}${text} ${words[count++ % words.length]}`;
  });
}

// The test site is in German and has nearly every block type.
const { folder, pages } = copyLanguageSite('de');
let site: BuiltSite;
beforeAll(async () => {
  for (const file of globSync('**/*.yaml', { cwd: pages }).map((item) => join(pages, item)))
    writeFileSync(file, addLongWords(readFileSync(file, 'utf8')));
  site = await buildAndServe(pages, folder);
  return site.remove;
});
const routes = [
  '/',
  '/berichte',
  '/berichte/alle',
  '/berichte/alle/page/2',
  '/berichte/nebel',
  '/berichte/spiegel',
  '/besuch',
  '/stelle',
];
const windowWidths = [320, 360, 390, 480, 640, 768, 900, 1024, 1100, 1280, 1366, 1440, 1920];

test('the tested routes are exactly the pages of the site', () =>
  expect(listBuiltRoutes(site.out).toSorted()).toEqual(routes));

/** Returns a message if the page is wider than the window, and a message for each control outside the header bar. */
async function findOverflow(page: Page): Promise<string[]> {
  const outsideControls = await page.evaluate(() => {
    const headerBottom = document.querySelector('header > div')?.getBoundingClientRect().bottom ?? 0;
    return [...document.querySelectorAll('header > div > div > :is(a, button)')]
      .filter((control) => control.checkVisibility())
      .filter((control) => {
        const { left, right, bottom } = control.getBoundingClientRect();
        return left < 0 || right > innerWidth + 0.5 || bottom > headerBottom + 1;
      })
      .map((control) => `${control.textContent} is outside`);
  });
  const overflowPx = await measureOverflow(page);
  return overflowPx > 0 ? [`${overflowPx} px too wide`, ...outsideControls] : outsideControls;
}

/**
 * Returns the narrowest window width and a third of the others, which depends on the route. In a full run, returns all
 * widths.
 */
const sampleWindows = (route: string) =>
  windowWidths.filter((_, index) => isFullRun || index === 0 || (index + routes.indexOf(route)) % 3 === 0);

describe.each(routes)('on %s', (route) => {
  beforeAll(() => shared.open(site.address + route));

  test('long words and the header controls fit windows of any width', async () => {
    const { page } = await shared.show({});
    expect(await page.content()).toContain(longWords[0]);
    for (const width of sampleWindows(route)) {
      await shared.show({ width });
      expect(await findOverflow(page), `${width} px`).toEqual([]);
    }
  });

  test('nothing overflows the window with a browser font size of 32 px', async () => {
    const { page } = await shared.show({ width: 320 });
    await setTextSize(page, 32);
    for (const width of [320, 375, 768]) {
      await shared.show({ width });
      expect(await findOverflow(page), `${width} px`).toEqual([]);
    }
    await setTextSize(page, 16);
  });

  test('nothing overflows the window with a root font size of 200%', async () => {
    for (const width of [320, 375, 768]) {
      const { page } = await shared.show({ width });
      await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
      expect(await findOverflow(page), `${width} px`).toEqual([]);
      await page.evaluate(() => void (document.documentElement.style.fontSize = ''));
    }
  });

  // In wide windows, headings are not hyphenated: all words fit, and hyphens would be distracting.
  test('headings are hyphenated only in narrow windows', async () => {
    for (const [width, hyphens] of [
      [1280, 'manual'],
      [320, 'auto'],
    ] as const) {
      const { page } = await shared.show({ width });
      const headingStyles = await page
        .locator('h1, h2, h3')
        .evaluateAll((headings) =>
          headings
            .filter((item) => item.checkVisibility())
            .map((item) =>
              [getComputedStyle(item).hyphens, item.closest('[lang]')?.getAttribute('lang')].join(),
            ),
        );
      expect(
        headingStyles.filter((item, index) => item !== `${hyphens},de` && (width === 320 || index === 0)),
      ).toEqual([]);
      const readHyphens = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => getComputedStyle(element).hyphens);
      expect([await readHyphens('main p'), await readHyphens('header [data-name]')]).toEqual([
        'auto',
        'manual',
      ]);
    }
  });

  // Chromium has no German dictionary unless it has downloaded one. The test adds soft hyphens instead.
  // This must be the last test, because the soft hyphens stay in the page.
  test.each(['without a dictionary', 'with a dictionary'])(
    'German headings fit a window 320 px wide (%s)',
    async (dictionary) => {
      const { page } = await shared.show({ width: 320 });
      const cutHeadings = await page.evaluate((isHyphenated) => {
        const headings = [...document.querySelectorAll<HTMLElement>('h1, h2, h3')].filter((item) =>
          item.checkVisibility(),
        );
        const hyphenPoints = /(?<=\p{L}{2}[aeiouäöü])(?=[b-df-hj-np-tv-z]\p{L}{2})/gu;
        for (const heading of isHyphenated ? headings : []) {
          const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
          while (walker.nextNode())
            walker.currentNode.nodeValue = (walker.currentNode.nodeValue ?? '').replaceAll(
              hyphenPoints,
              '\u00AD',
            );
        }
        return headings
          .filter((item) => item.scrollWidth > item.clientWidth + 1)
          .map((item) => item.innerText);
      }, dictionary === 'with a dictionary');
      expect([await measureOverflow(page), cutHeadings]).toEqual([0, []]);
    },
  );
});
