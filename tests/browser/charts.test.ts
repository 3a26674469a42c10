import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { findAxeDiagnostics, findColorDiagnostics } from '../support/accessibility.ts';
import { hydrate, startBrowser, startSharedPage } from '../support/browser.ts';
import { type ChartKind, chartKinds, type ChartOptions, createChartYaml } from '../support/chart-blocks.ts';
import { isFullRun } from '../support/sample.ts';
import { serveTestSite } from '../support/site-on-disk.ts';
import { toPageYaml, siteYaml } from '../support/small-site.ts';

const reducedMotion = 'reduce';
const visit = startBrowser();
const shared = startSharedPage({ reducedMotion });

const longLabel = (index: number) =>
  `${index + 1}. Genehmigungsverfahren für Gebäude mit wechselnder Nutzung im Bezirk`;
const irregularValue = (index: number) => [0, -40, null, 120, 3.5][index % 5] ?? null;

const pages: Record<string, ChartOptions> = {
  two: { count: 2 },
  five: { count: 5 },
  forty: { count: 40 },
  odd: { count: 5, value: irregularValue },
  'many-odd': { count: 40, value: irregularValue },
  missing: { count: 5, value: (index) => (index === 1 || index === 3 ? 12 : null) },
  small: { count: 5, value: (index) => (index === 0 ? 2000 : 1) },
  large: { count: 5, value: (index) => 123_456_789 * (index + 1), unit: 'm³' },
  long: { count: 5, label: longLabel, unit: 'Kilowattstunden' },
  money: { count: 5, unit: '€', value: (index) => index * 1.25 - 2 },
};
/** Pages with a single chart of 2,000 values, the most that a page file can contain. */
const largeCharts = chartKinds.map((kind) => [`thousands-${kind}`, kind] as const);
const languages = ['de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'en', 'ar', 'he'];

/** Returns the YAML of one chart of each kind with the same values. */
const toChartBlocks = (options: ChartOptions, kinds: readonly ChartKind[] = chartKinds) =>
  kinds
    .map((kind) => createChartYaml(kind, options))
    .join('')
    .replaceAll(/^(?=.)/gm, '  ');
const hero = '  - { type: hero, heading: Charts }\n';
const toChartPage = (name: string, options: ChartOptions, language = 'en', kinds?: readonly ChartKind[]) =>
  toPageYaml(hero + toChartBlocks(options, kinds))
    .replace(/^title: .*/, `title: Charts of ${name}\nlanguage: ${language}`)
    .replace(
      /^description: .*/m,
      `description: Charts of ${name}, which are there for a test and say so at some length here.`,
    );

const site = serveTestSite(({ write }) => {
  write(
    '_site.yaml',
    siteYaml.replace(
      'items: [{ label: Home, to: / }]',
      `items: [${[...Object.keys(pages), ...languages, 'ar-odd'].map((item) => `{ label: ${item}, to: /${item} }`).join(', ')}]`,
    ),
  );
  write('index.yaml', toPageYaml('  - { type: hero, heading: Home }\n'));
  for (const [name, options] of Object.entries(pages)) write(`${name}.yaml`, toChartPage(name, options));
  write('ar-odd.yaml', toChartPage('ar-odd', { count: 5, value: irregularValue }, 'ar', ['bars']));
  for (const [name, kind] of largeCharts)
    write(`${name}.yaml`, toChartPage(name, { count: 2000 }, 'en', [kind]));
  for (const language of languages)
    write(
      `${language}.yaml`,
      toChartPage(language, { count: 5, value: (index) => (index === 2 ? null : 1234.5 * index) }, language),
    );
});

/** Returns the text in charts that overflows its box, or overlaps a mark or other text. */
function findLayoutProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = [];
    const slack = 1;
    const overflows = (box: DOMRect, frame: DOMRect, tolerance = slack) =>
      box.left < frame.left - tolerance || box.right > frame.right + tolerance;
    const overlaps = (box: DOMRect, otherBox: DOMRect) =>
      Math.min(box.right, otherBox.right) - Math.max(box.left, otherBox.left) > slack &&
      Math.min(box.bottom, otherBox.bottom) - Math.max(box.top, otherBox.top) > slack + 1;
    for (const figure of document.querySelectorAll('[data-block=chart] figure')) {
      const frame = figure.getBoundingClientRect();
      const kind = figure.closest('section')?.querySelector('h2')?.textContent ?? '';
      const report = (problem: string) => problems.push(`${kind}: ${problem}`);
      const texts: { node: Node; text: string; box: DOMRect; isInside: boolean }[] = [];
      const walker = document.createTreeWalker(figure, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (!parent?.checkVisibility() || parent.closest('details')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const isInside = parent.closest('[data-rows=share], table') !== null;
        for (const box of range.getClientRects())
          if (box.width > 1) texts.push({ node, text: node.textContent ?? '', box, isInside });
      }
      for (const { text, box } of texts)
        if (overflows(box, frame)) report(`"${text}" overflows its box by ${box.right - frame.right} px`);
      const sortedTexts = texts.toSorted((item, otherItem) => item.box.top - otherItem.box.top);
      for (const [index, item] of sortedTexts.entries())
        for (const otherItem of sortedTexts.slice(index + 1)) {
          if (otherItem.box.top > item.box.bottom) break;
          if (item.node !== otherItem.node && overlaps(item.box, otherItem.box))
            report(`"${item.text}" overlaps "${otherItem.text}"`);
        }
      const marks = [...figure.querySelectorAll('[data-bars] > svg, [data-height], svg > rect[data-look]')]
        .filter(
          (mark) =>
            mark.checkVisibility() &&
            !mark.closest('[data-rows=share], pattern') &&
            mark.getAttribute('data-look') !== 'gap',
        )
        .map((mark) => mark.getBoundingClientRect())
        .toSorted((item, otherItem) => item.top - otherItem.top);
      for (const box of marks)
        if (box.width > 0 && overflows(box, frame, 6)) report('a mark overflows its box');
      let first = 0;
      for (const { text, box, isInside } of sortedTexts) {
        while (first < marks.length && (marks[first]?.bottom ?? 0) < box.top - 400) first++;
        for (let index = first; index < marks.length; index++) {
          const mark = marks[index];
          if (!mark || mark.top > box.bottom) break;
          if (!isInside && overlaps(box, mark)) report(`"${text}" overlaps a mark`);
        }
      }
      for (const cell of figure.querySelectorAll('[role=img] td > span')) {
        if (!cell.checkVisibility()) continue;
        const numberBox = cell.getBoundingClientRect();
        const tableCell = cell.closest('td');
        if (tableCell && overflows(numberBox, tableCell.getBoundingClientRect()))
          report(`"${cell.textContent}" overflows its cell`);
        if (cell.getClientRects().length > 1) report(`the number "${cell.textContent}" wraps`);
      }
    }
    const overflowPx = document.documentElement.scrollWidth - innerWidth;
    if (overflowPx > 0) problems.push(`the page is ${overflowPx} px wider than the window`);
    return problems.slice(0, 20);
  });
}

const countCharts = (page: Page) => page.locator('[data-block=chart] [role=img]').count();
const paperSizes = [
  ['portrait', 718],
  ['landscape', 1047],
] as const;

const windowWidths = [320, 768, 1440];
const sampledPages = [...languages, ...largeCharts.map(([name]) => name)];
/** Returns the window widths for a page: in sampled runs, one width for a language or a chart of 2,000 values. */
const sampleWindows = (name: string) =>
  windowWidths.filter(
    (_, index) => isFullRun || name in pages || index === sampledPages.indexOf(name) % windowWidths.length,
  );

describe.each([...Object.keys(pages), ...sampledPages])(
  'on /%s, no text or mark of a chart overlaps another or leaves its box',
  (name) => {
    beforeAll(() => shared.open(`${site.address}/${name}`));

    test.each(sampleWindows(name))('in a window %d px wide', async (width) => {
      const { page, logs } = await shared.show({ width, height: 900 });
      expect(await countCharts(page)).toBe(name.startsWith('thousands') ? 1 : chartKinds.length);
      expect(await findLayoutProblems(page)).toEqual([]);
      expect(logs).toEqual([]);
    });

    test.each(['five', 'long', 'money', 'de', 'ar'].includes(name) ? paperSizes : [])(
      'printed in %s',
      async (_, width) => {
        const { page } = await shared.show({ width, height: 1000, media: 'print' });
        expect(await findLayoutProblems(page)).toEqual([]);
      },
    );

    test.each(['five', 'long', 'large', 'money', 'de', 'ar'].includes(name) ? [320, 375, 768, 1440] : [])(
      'with doubled text size in a window %d px wide',
      async (width) => {
        const { page } = await shared.show({ width, height: 900 });
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
        expect(await findLayoutProblems(page)).toEqual([]);
        await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
      },
    );
  },
);

test('charts with open data tables pass axe in light and dark schemes', async () => {
  const { page } = await shared.open(`${site.address}/five`);
  await page.evaluate(() => document.querySelectorAll('details').forEach((item) => (item.open = true)));
  expect(await findAxeDiagnostics(page, ['main'])).toEqual([]);
  await shared.show({ colorScheme: 'dark' });
  expect(await findColorDiagnostics(page)).toEqual([]);
});

test('charts do not use the colours of links and buttons', async () => {
  const { page } = await shared.open(`${site.address}/five`);
  const accentElements = await page.evaluate(() => {
    const probe = document.createElement('p');
    probe.style.color = 'var(--accent)';
    document.body.append(probe);
    const accent = getComputedStyle(probe).color;
    return [...document.querySelectorAll('[data-block=chart] figure *')]
      .filter((item) => {
        const { color, fill, stroke, backgroundColor } = getComputedStyle(item);
        return [color, fill, stroke, backgroundColor].includes(accent);
      })
      .map((item) => item.outerHTML);
  });
  expect(accentElements).toEqual([]);
});

test('in forced-colours mode, chart marks stand out from the background', async () => {
  const { page } = await shared.open(`${site.address}/five`, { forcedColors: 'active' });
  const invisibleMarks = await page.evaluate(() => {
    const background = getComputedStyle(document.body).backgroundColor;
    return [...document.querySelectorAll('[data-block=chart] :is(rect, path, line)')]
      .filter((mark) => mark.checkVisibility() && mark.closest('[data-look]'))
      .filter((mark) => {
        const { fill, stroke } = getComputedStyle(mark);
        return [fill, stroke].every((item) => item === background || item === 'none');
      })
      .map((mark) => mark.outerHTML);
  });
  expect(invisibleMarks).toEqual([]);
});

/** Returns the durations and repetitions of chart mark animations, and any other animated elements. */
const readAnimations = (page: Page) =>
  page.evaluate(() => {
    const effects = [...document.querySelectorAll('[data-block=chart]')].flatMap((section) =>
      section.getAnimations({ subtree: true }).map(({ effect }) => effect),
    );
    const timings = effects
      .map((effect) => effect?.getTiming())
      .map((timing) => `${timing?.duration} × ${timing?.iterations}`);
    const targets = effects.map((effect) => (effect instanceof KeyframeEffect ? effect.target : null));
    const others = targets.filter((target) => !(target instanceof SVGElement));
    return { timings: [...new Set(timings)], others: others.map((target) => target?.outerHTML ?? '') };
  });

test('a chart is animated once, when it scrolls into view, and its labels do not move', async () => {
  const { page } = await visit(`${site.address}/five`);
  expect(await readAnimations(page)).toEqual({ timings: [], others: [] });
  await hydrate(page);
  await page.locator('[data-block=chart]').nth(3).scrollIntoViewIfNeeded();
  await expect.poll(() => page.locator('[data-block=chart][data-seen]').count()).toBeGreaterThan(0);
  await page.evaluate(() => {
    // Restart the animations, which may be over on a busy machine.
    for (const section of document.querySelectorAll('[data-seen]')) {
      section.removeAttribute('data-seen');
      section.getBoundingClientRect();
      section.setAttribute('data-seen', '');
    }
  });
  expect(await readAnimations(page)).toEqual({ timings: ['600 × 1'], others: [] });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await readAnimations(page)).toEqual({ timings: [], others: [] });
});

test('without JavaScript, a chart is complete and not animated', async () => {
  const { page } = await visit(`${site.address}/five`, { javaScriptEnabled: false });
  expect(await countCharts(page)).toBe(chartKinds.length);
  expect(await readAnimations(page)).toEqual({ timings: [], others: [] });
  await page.locator('summary').first().click();
  expect(await page.locator('details table').first().isVisible()).toBe(true);
});

test('a chart looks the same after client-side navigation as after a full load', async () => {
  const readMarkup = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('[data-block=chart] figure')].map((figure) => figure.innerHTML),
    );
  const { page } = await shared.open(`${site.address}/five`);
  const loadedMarkup = await readMarkup(page);
  await shared.open(`${site.address}/two`);
  const link = page.locator('a[href="/five"]').first();
  await link.evaluate((item: HTMLAnchorElement) => item.click());
  await expect.poll(() => page.title()).toContain('five');
  await expect.poll(() => readMarkup(page)).toEqual(loadedMarkup);
});

test.each(['odd', 'ar-odd'])(
  'on /%s, chart bars start at their axis, whether it is on the left or on the right',
  async (name) => {
    const { page } = await shared.open(`${site.address}/${name}`);
    const distances = await page.evaluate(() => {
      const rows = document.querySelector('[data-block=chart]')?.querySelectorAll('[data-bars]') ?? [];
      return [...rows].flatMap((row) => {
        const axis = row.querySelector('[data-look=axis]')?.getBoundingClientRect();
        const bar = row.querySelector('rect')?.getBoundingClientRect();
        if (!axis || !bar) return [];
        return [Math.min(Math.abs(bar.left - axis.left), Math.abs(bar.right - axis.left))];
      });
    });
    expect(distances.length).toBeGreaterThan(2);
    for (const distance of distances) expect(distance).toBeLessThanOrEqual(2);
  },
);
