import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { contrast } from '../../schema/fields/colors.ts';
import { findAxeDiagnostics, findColorDiagnostics, toHex } from '../support/accessibility.ts';
import { measureBoxesByName, measureBoxes, type Box } from '../support/boxes.ts';
import { startSharedPage } from '../support/browser.ts';
import { findMisfits, setTextSize } from '../support/fit.ts';
import { casesFolder } from '../support/fixture-site.ts';
import { createPlainPhoto } from '../support/photo.ts';
import { isFullRun } from '../support/sample.ts';
import { serveTestSite } from '../support/site-on-disk.ts';

const shared = startSharedPage({ reducedMotion: 'reduce' });

/** The building blocks of the test pages, read from `hero-parts.yaml`. */
interface PageParts {
  long: string;
  figure: string;
  texts: Record<string, { heading: string; lead: string; actions: number }>;
  layouts: Record<string, string>;
  withFigure: string[];
  articles: string[];
  page: string;
  ends: string;
}
// `PageParts` describes the structure of `hero-parts.yaml`.
const parts = parse(readFileSync(join(casesFolder, 'hero-parts.yaml'), 'utf8')) as PageParts;
const layouts = Object.keys(parts.layouts);
const texts = Object.keys(parts.texts);

/**
 * Replaces placeholders in braces. Runs twice, because a replacement may itself contain a placeholder for a long word.
 */
const fillPlaceholders = (template: string, values: Record<string, string | undefined>): string => {
  const fillOnce = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  return fillOnce(fillOnce(template));
};

function toOpeningPage(layout: string, text: string, language = ''): string {
  const { heading, lead, actions } = parts.texts[text] ?? { heading: '', lead: '', actions: 0 };
  const count = language === '' ? actions : 3;
  const links = Array.from(
    { length: count },
    (_, index) => `{ label: ${index === 1 ? '{long}' : `Way ${index}`}, to: / }`,
  );
  return fillPlaceholders(parts.page + (layout === layouts[0] ? parts.ends : ''), {
    long: parts.long,
    figure: parts.figure,
    name: `${layout} ${text} ${language}`.trim(),
    kind: parts.articles.includes(layout)
      ? 'kind: article\npublished: 2026-03-03\nauthor: Mara Fairlead\n'
      : '',
    language: language && `language: ${language}\n`,
    layout,
    heading,
    lead: lead && `lead: ${lead}`,
    actions: links.join(', '),
    own: parts.layouts[layout],
    figureHere: parts.withFigure.includes(`${layout} ${text}`) ? parts.figure : '',
  });
}

const site = serveTestSite('hero-layouts', async ({ write, pictures }) => {
  mkdirSync(pictures, { recursive: true });
  copyFileSync('tests/fixtures/site/public/pictures/stations.svg', join(pictures, 'screen.svg'));
  await createPlainPhoto(1600, 900, '#fff').png().toFile(join(pictures, 'white.png'));
  for (const layout of layouts) {
    for (const text of texts) write(`${layout}/${text}.yaml`, toOpeningPage(layout, text));
    write(`${layout}/rtl.yaml`, toOpeningPage(layout, 'german', 'ar'));
  }
});
const widths = [320, 375, 768, 900, 1024, 1440, 1920];
const routes = layouts.flatMap((layout) => [...texts, 'rtl'].map((text) => `/${layout}/${text}`));

describe.each(routes)('the hero and closing section of %s', (route) => {
  // Each page is tested at the narrowest width and a third of the others; together, they cover all widths of each
  // layout.
  const sampledWidths = widths.filter(
    (_, index) => isFullRun || index === 0 || (index + routes.indexOf(route)) % 3 === 0,
  );
  beforeAll(async () => {
    const { page } = await shared.open(site.address + route);
    // Remove the header, because `header.test.ts` tests it.
    await page.evaluate(() => document.querySelector('header')?.remove());
  });

  test.each([16, 32])('fit windows of any width with a text size of %i px', async (pixels) => {
    const { page } = await shared.show({ width: 320 });
    await setTextSize(page, pixels);
    for (const width of sampledWidths) {
      await shared.show({ width });
      const problems = (await findMisfits(page)).filter((item) => !item.startsWith('the header'));
      expect(problems, `${width} px`).toEqual([]);
    }
    await setTextSize(page, 16);
  });
});

test('headings have the size specified by their layout, and long words do not overflow', async () => {
  const readHeadingSize = async (route: string) => {
    const { page } = await shared.open(site.address + route, { width: 1440 });
    return page.locator('h1').evaluate((heading) => Number.parseFloat(getComputedStyle(heading).fontSize));
  };
  expect(await readHeadingSize('/statement/short')).toBeCloseTo(116, 0);
  expect(await readHeadingSize('/article/short')).toBeCloseTo(84, 0);
  expect(await readHeadingSize('/scene/short')).toBeCloseTo(80, 0);
  expect(await readHeadingSize('/product/short')).toBeCloseTo(64, 0);
  for (const width of [320, 1440]) {
    const { page } = await shared.open(`${site.address}/statement/german`, { width });
    const overflowPx = await page
      .locator('h1')
      .evaluate((heading) => heading.scrollWidth - heading.clientWidth);
    expect(overflowPx, `${width} px`).toBeLessThanOrEqual(0);
  }
});

test.each([320, 375, 768, 1440])(
  'in a window %i px wide, the arrow between the numbers of a case study is centred',
  async (width) => {
    const { page } = await shared.open(`${site.address}/wide-label`, { width });
    const places = page.locator('[data-layout=case] :is([data-value], [data-value] + p, svg)');
    const boxes = await places.evaluateAll((elements) =>
      elements.map((item) => {
        const range = document.createRange();
        range.selectNodeContents(item);
        return (item instanceof SVGElement ? item : range).getBoundingClientRect().toJSON() as Box;
      }),
    );
    expect(boxes).toHaveLength(5);
    const [first, label, arrow, second, other] = boxes as [Box, Box, Box, Box, Box]; // five
    expect(label.width).toBeGreaterThan(first.width);
    expect(Math.abs(arrow.left - first.right - (second.left - arrow.right))).toBeLessThan(16);
    expect(label.top).toBeCloseTo(other.top, 0);
  },
);

test('in a closing band, a few squares form one group beside the text', async () => {
  const { page } = await shared.open(`${site.address}/handful`, { width: 768 });
  const squares = page.locator('[data-block=cta] [data-group] svg').filter({ visible: true });
  const boxes = await measureBoxes(squares);
  expect(boxes).toHaveLength(2);
  const [ten, two] = boxes as [Box, Box]; // two
  // The ten squares are up to 72 px wide and in up to four rows.
  expect(ten.height).toBeLessThanOrEqual(4 * 72);
  expect(two.left - ten.right).toBeLessThan(100);
});

test('groups of few or many squares align with the page edges, as does their text', async () => {
  const { page } = await shared.open(`${site.address}/few`, { width: 1440 });
  const squares = (name: string) =>
    page.locator(`[data-block=${name}] [data-group]`).evaluateAll((groups) =>
      groups.map((group) => {
        const range = document.createRange();
        range.selectNodeContents(group.querySelector('strong')!.parentElement!); // every group has words
        const firstSquare = [...group.querySelectorAll('svg')].find((element) => element.clientWidth > 0);
        return [range, firstSquare].map((part) => part?.getBoundingClientRect().toJSON() as Box);
      }),
    );
  const [before, after] = await squares('hero');
  expect(before?.map(({ left }) => left)).toEqual([120, 120]);
  expect(after?.map(({ right }) => right)).toEqual([1320, 1320]);
  const [manySquares] = await squares('cta');
  expect(manySquares?.map(({ left }) => left)).toEqual([120, 120]);
});

test('the image of a split hero is beside its text, and below the text on a phone', async () => {
  const { page } = await shared.open(`${site.address}/split/short`, { width: 1440 });
  const places = () =>
    measureBoxesByName(page, { words: '[data-block=hero] h1', figure: '[data-block=hero] figure' });
  const wide = await places();
  expect(wide.figure.left).toBeGreaterThan(wide.words.right);
  expect(wide.figure.top).toBeLessThan(wide.words.bottom);
  await shared.show({ width: 390 });
  const narrow = await places();
  expect(narrow.figure.left).toBe(narrow.words.left);
  expect(narrow.figure.top).toBeGreaterThan(narrow.words.bottom);
});

test('a product screenshot overlaps the next section by 150 px, and phones show a crop of it', async () => {
  const { page } = await shared.open(`${site.address}/product/short`, { width: 1440 });
  const selectors = {
    band: '[data-block=hero]',
    screen: '[data-block=hero] img',
    below: '[data-block=text] h2',
  };
  const wide = await measureBoxesByName(page, selectors);
  expect(wide.screen.bottom - wide.band.bottom).toBeGreaterThan(140);
  expect(wide.screen.bottom - wide.band.bottom).toBeLessThan(160);
  expect(wide.screen.width).toBeGreaterThan(1090);
  expect(wide.below.top).toBeGreaterThan(wide.screen.bottom + 40);
  await shared.show({ width: 390 });
  const objectFit = page.locator(selectors.screen).evaluate((image) => getComputedStyle(image).objectFit);
  expect(await objectFit).toBe('cover');
  const narrow = await measureBoxesByName(page, selectors);
  expect(narrow.below.top).toBeGreaterThan(narrow.screen.bottom);
  await shared.show({ width: 390, media: 'print' });
  const printed = await measureBoxesByName(page, selectors);
  expect(printed.screen.bottom).toBeLessThanOrEqual(printed.band.bottom + 1);
});

test.each(['light', 'dark'] as const)(
  'over a scene, the header has enough contrast even on a white picture (%s scheme)',
  async (colorScheme) => {
    const { page } = await shared.open(`${site.address}/scene/short`, { width: 1440, colorScheme });
    const { header, picture } = await measureBoxesByName(page, {
      header: 'header',
      picture: '[data-block=hero] img',
    });
    expect(picture.top).toBe(header.top);
    const textColor = await page
      .locator('header nav a')
      .first()
      .evaluate((link) => getComputedStyle(link).color);
    // Take a screenshot of a part of the header that contains no text.
    const screenshot = await page.screenshot({ clip: { x: 0, y: 4, width: 100, height: 40 } });
    const pixels = await sharp(screenshot).removeAlpha().raw().toBuffer();
    const colors = Array.from(
      { length: pixels.length / 3 },
      (_, index) => `#${pixels.toString('hex', 3 * index, 3 * index + 3)}`,
    );
    for (const item of new Set(colors))
      expect(contrast(toHex(textColor), item), item).toBeGreaterThanOrEqual(4.5);
  },
);

test.each(layouts)(
  'the hero and closing section of %s pass axe in light and dark schemes',
  async (layout) => {
    const { page } = await shared.open(`${site.address}/${layout}/many`);
    expect(await findAxeDiagnostics(page)).toEqual([]);
    await shared.show({ colorScheme: 'dark' });
    expect(await findColorDiagnostics(page)).toEqual([]);
  },
);
