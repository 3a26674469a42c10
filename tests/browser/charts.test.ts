import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { axeDiagnostics, loadAxe } from '../support/accessibility.ts';
import { hydrate, startBrowser } from '../support/browser.ts';
import { type ChartKind, chartKinds, type ChartOptions, chartYaml } from '../support/chart-blocks.ts';
import { servedSite } from '../support/site-on-disk.ts';
import { pageYaml, siteYaml } from '../support/small-site.ts';

const visit = startBrowser();

const longLabel = (at: number) =>
  `${at + 1}. Genehmigungsverfahren für Gebäude mit wechselnder Nutzung im Bezirk`;
const odd = (at: number) => [0, -40, null, 120, 3.5][at % 5] ?? null;

const pages: Record<string, ChartOptions> = {
  two: { count: 2 },
  five: { count: 5 },
  forty: { count: 40 },
  odd: { count: 5, value: odd },
  'many-odd': { count: 40, value: odd },
  missing: { count: 5, value: (at) => (at === 1 || at === 3 ? 12 : null) },
  small: { count: 5, value: (at) => (at === 0 ? 2000 : 1) },
  large: { count: 5, value: (at) => 123_456_789 * (at + 1), unit: 'm³' },
  long: { count: 5, label: longLabel, unit: 'Kilowattstunden' },
  money: { count: 5, unit: '€', value: (at) => at * 1.25 - 2 },
};
/** A file has room for one chart with so many values. */
const thousands = chartKinds.map((kind) => [`thousands-${kind}`, kind] as const);
const languages = ['de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'en', 'ar', 'he'];

/** The kinds that can show these values: things are counted from one on. */
const blocksOf = (options: ChartOptions, kinds: readonly ChartKind[] = chartKinds) =>
  kinds
    .map((kind) => chartYaml(kind, options))
    .join('')
    .replaceAll(/^(?=.)/gm, '  ');
const hero = '  - { type: hero, heading: Charts }\n';
const pageOf = (name: string, options: ChartOptions, language = 'en', kinds?: readonly ChartKind[]) =>
  pageYaml(hero + blocksOf(options, kinds))
    .replace(/^title: .*/, `title: Charts of ${name}\nlanguage: ${language}`)
    .replace(
      /^description: .*/m,
      `description: Charts of ${name}, which are there for a test and say so at some length here.`,
    );

const site = servedSite(({ write }) => {
  write(
    '_site.yaml',
    siteYaml.replace(
      'items: [{ label: Home, to: / }]',
      `items: [${[...Object.keys(pages), ...languages, 'ar-odd'].map((one) => `{ label: ${one}, to: /${one} }`).join(', ')}]`,
    ),
  );
  write('index.yaml', pageYaml('  - { type: hero, heading: Home }\n'));
  for (const [name, options] of Object.entries(pages)) write(`${name}.yaml`, pageOf(name, options));
  write('ar-odd.yaml', pageOf('ar-odd', { count: 5, value: odd }, 'ar', ['bars']));
  for (const [name, kind] of thousands) write(`${name}.yaml`, pageOf(name, { count: 2000 }, 'en', [kind]));
  for (const language of languages)
    write(
      `${language}.yaml`,
      pageOf(language, { count: 5, value: (at) => (at === 2 ? null : 1234.5 * at) }, language),
    );
});

const reducedMotion = 'reduce';

/** Texts of charts that leave their box, or stand on another text or on a mark. */
function faultsIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const slack = 1;
    for (const figure of document.querySelectorAll('[data-block=chart] figure')) {
      const frame = figure.getBoundingClientRect();
      const kind =
        document.querySelector(`#${figure.closest('section')?.id || 'none'}`)?.id ??
        figure.closest('section')?.querySelector('h2')?.textContent ??
        '';
      const texts: { node: Node; text: string; box: DOMRect; isInside: boolean }[] = [];
      const walker = document.createTreeWalker(figure, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const owner = node.parentElement;
        if (!owner?.checkVisibility() || owner.closest('details')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects())
          if (box.width > 1)
            texts.push({
              node,
              text: node.textContent ?? '',
              box,
              isInside: owner.closest('[data-share], table') !== null,
            });
      }
      for (const { text, box } of texts)
        if (box.left < frame.left - slack || box.right > frame.right + slack)
          faults.push(
            `${kind}: "${text}" leaves its box, ${box.left.toFixed(0)}–${box.right.toFixed(0)} of ${frame.left.toFixed(0)}–${frame.right.toFixed(0)}`,
          );
      const overlaps = (one: DOMRect, other: DOMRect) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > slack &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > slack + 1;
      const sorted = texts.toSorted((one, other) => one.box.top - other.box.top);
      for (const [at, one] of sorted.entries())
        for (let next = at + 1; next < sorted.length; next++) {
          const other = sorted[next];
          if (!other || other.box.top > one.box.bottom) break;
          if (one.node !== other.node && overlaps(one.box, other.box))
            faults.push(`${kind}: "${one.text}" is over "${other.text}"`);
        }
      const marks = [
        ...figure.querySelectorAll('svg:is([data-look], [data-from]), svg > rect[data-look]'),
      ].filter(
        (mark) =>
          mark.checkVisibility() &&
          !mark.closest('[data-share], [data-patterns], pattern') &&
          mark.getAttribute('data-look') !== 'gap',
      );
      const boxes = marks
        .map((mark) => mark.getBoundingClientRect())
        .toSorted((one, other) => one.top - other.top);
      for (const box of boxes)
        if (box.width > 0 && (box.left < frame.left - 6 || box.right > frame.right + 6))
          faults.push(`${kind}: a mark leaves its box, ${box.left.toFixed(0)}–${box.right.toFixed(0)}`);
      let first = 0;
      for (const { text, box, isInside } of sorted) {
        while (first < boxes.length && (boxes[first]?.bottom ?? 0) < box.top - 400) first++;
        for (let at = first; at < boxes.length; at++) {
          const mark = boxes[at];
          if (!mark || mark.top > box.bottom) break;
          if (!isInside && overlaps(box, mark)) faults.push(`${kind}: "${text}" is over a mark`);
        }
      }
      for (const cell of figure.querySelectorAll('[role=img] td > span, [data-share] p > span')) {
        if (!cell.checkVisibility()) continue;
        const [own, around] = [
          cell.getBoundingClientRect(),
          (cell.closest('td') ?? cell.closest('[data-share]'))?.getBoundingClientRect(),
        ];
        if (around && (own.left < around.left - slack || own.right > around.right + slack))
          faults.push(`${kind}: "${cell.textContent}" leaves its cell`);
        if (cell.closest('td') && cell.getClientRects().length > 1)
          faults.push(`${kind}: the number "${cell.textContent}" is broken`);
        // A label inside a bar stays in its part of it.
        for (const part of cell.closest('[data-share]')?.querySelectorAll(':scope > svg') ?? []) {
          const box = part.getBoundingClientRect();
          const isBeside = own.bottom <= box.top + slack || own.top >= box.bottom - slack;
          if (
            !isBeside &&
            overlaps(own, box) &&
            (own.left < box.left - slack || own.right > box.right + slack)
          )
            faults.push(`${kind}: "${cell.textContent}" leaves its part of the bar`);
        }
      }
    }
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) faults.push(`the page is ${wide} px wider than the window`);
    return faults.slice(0, 20);
  });
}

describe.each([320, 768, 1440])('in a window of %d px nothing overlaps or leaves its box', (width) => {
  test.each([...Object.keys(pages), ...languages, ...thousands.map(([name]) => name)])('%s', async (name) => {
    const { page, logs } = await visit(`${site.address}/${name}`, {
      viewport: { width, height: 900 },
      reducedMotion,
    });
    expect(await page.locator('[data-block=chart] [role=img]').count()).toBe(
      name.startsWith('thousands') ? 1 : chartKinds.length,
    );
    expect(await faultsIn(page)).toEqual([]);
    expect(logs).toEqual([]);
  });
});

const kindsOn = (page: Page) => page.locator('[data-block=chart] [role=img]').count();

test.each([
  ['five', 'portrait', 718],
  ['long', 'portrait', 718],
  ['money', 'portrait', 718],
  ['de', 'portrait', 718],
  ['ar', 'portrait', 718],
  ['long', 'landscape', 1047],
])('all kinds of charts on /%s are whole on paper, %s', async (name, _, width) => {
  const { page } = await visit(`${site.address}/${name}`, {
    viewport: { width, height: 1000 },
    reducedMotion,
  });
  await page.emulateMedia({ media: 'print' });
  expect(await kindsOn(page)).toBe(chartKinds.length);
  expect(await faultsIn(page)).toEqual([]);
});

describe.each([320, 375, 768, 1440])('with text twice as large in a window of %d px', (width) => {
  test.each(['five', 'long', 'large', 'money', 'de', 'ar'])(
    'all kinds of charts on /%s hold their texts',
    async (name) => {
      const { page } = await visit(`${site.address}/${name}`, {
        viewport: { width, height: 900 },
        reducedMotion,
      });
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      expect(await kindsOn(page)).toBe(chartKinds.length);
      expect(await faultsIn(page)).toEqual([]);
    },
  );
});

test.each(['light', 'dark'] as const)(
  'axe finds no problem in charts with open tables, in the scheme %s',
  async (colorScheme) => {
    const { page } = await visit(`${site.address}/five`, { colorScheme, reducedMotion });
    await page.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
    await loadAxe(page);
    expect(await axeDiagnostics(page, ['main'])).toEqual([]);
  },
);

test('nothing in a chart has the colour of what can be pressed', async () => {
  const { page } = await visit(`${site.address}/five`, { reducedMotion });
  const found = await page.evaluate(() => {
    const probe = document.createElement('p');
    probe.style.color = 'var(--accent)';
    document.body.append(probe);
    const accent = getComputedStyle(probe).color;
    return [...document.querySelectorAll('[data-block=chart] figure *')]
      .filter((one) => {
        const { color, fill, stroke, backgroundColor } = getComputedStyle(one);
        return [color, fill, stroke, backgroundColor].includes(accent);
      })
      .map((one) => one.outerHTML);
  });
  expect(found).toEqual([]);
});

test('in forced colours marks differ from their ground', async () => {
  const { page } = await visit(`${site.address}/five`, { forcedColors: 'active', reducedMotion });
  const same = await page.evaluate(() => {
    const ground = getComputedStyle(document.body).backgroundColor;
    return [...document.querySelectorAll('[data-block=chart] :is(rect, path, line)')]
      .filter((mark) => mark.checkVisibility() && mark.closest('[data-look]'))
      .filter((mark) =>
        [getComputedStyle(mark).fill, getComputedStyle(mark).stroke].every(
          (one) => one === ground || one === 'none',
        ),
      )
      .map((mark) => mark.outerHTML);
  });
  expect(same).toEqual([]);
});

/** The names of the animations of marks, how long they last and how often they run, and what else is animated. */
const movementsOf = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('[data-block=chart]')].flatMap((section) =>
      section.getAnimations({ subtree: true }),
    );
    return {
      timings: [
        ...new Set(
          all.map(({ effect }) => {
            const { duration, iterations } = effect?.getTiming() ?? {};
            return `${duration} × ${iterations}`;
          }),
        ),
      ],
      others: all.flatMap(({ effect }) => {
        const target = effect instanceof KeyframeEffect ? effect.target : null;
        return target instanceof SVGElement ? [] : [target?.outerHTML ?? ''];
      }),
    };
  });

test('the marks of a chart are drawn once when it comes into view, its numbers stand still', async () => {
  const { page } = await visit(`${site.address}/five`);
  expect(await movementsOf(page)).toEqual({ timings: [], others: [] });
  await hydrate(page);
  await page.locator('[data-block=chart]').nth(3).scrollIntoViewIfNeeded();
  await expect.poll(() => page.locator('[data-block=chart][data-seen]').count()).toBeGreaterThan(0);
  await page.evaluate(() => {
    // Began again, as they may be over on a busy machine.
    for (const section of document.querySelectorAll('[data-seen]')) {
      section.removeAttribute('data-seen');
      section.getBoundingClientRect();
      section.setAttribute('data-seen', '');
    }
  });
  expect(await movementsOf(page)).toEqual({ timings: ['600 × 1'], others: [] });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await movementsOf(page)).toEqual({ timings: [], others: [] });
});

test('a chart is complete without script, and moves nothing', async () => {
  const { page } = await visit(`${site.address}/five`, { javaScriptEnabled: false });
  expect(await page.locator('[data-block=chart] [role=img]').count()).toBe(chartKinds.length);
  expect(await movementsOf(page)).toEqual({ timings: [], others: [] });
  await page.locator('summary').first().click();
  expect(await page.locator('details table').first().isVisible()).toBe(true);
});

test('a chart after a navigation is the same as on its own page', async () => {
  const marksOf = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('[data-block=chart] figure')].map((figure) => figure.innerHTML),
    );
  const { page } = await visit(`${site.address}/five`, { reducedMotion });
  const own = await marksOf(page);
  const { page: other } = await visit(`${site.address}/two`, { reducedMotion });
  await other
    .locator('a[href="/five"]')
    .first()
    .evaluate((link: HTMLAnchorElement) => link.click());
  await expect.poll(() => other.title()).toContain('five');
  await expect.poll(() => marksOf(other)).toEqual(own);
});

test.each(['odd', 'ar-odd'])('bars of /%s begin at their axis, to both sides', async (name) => {
  const { page } = await visit(`${site.address}/${name}`, { reducedMotion });
  const distances = await page.evaluate(() => {
    const isRtl = document.dir === 'rtl' || document.documentElement.dir === 'rtl';
    const chart = document.querySelector('[data-block=chart]');
    return [...(chart?.querySelectorAll('[data-plot]') ?? [])].flatMap((plot) => {
      const axis = plot.querySelector('[data-axis]')?.getBoundingClientRect();
      const bar = plot.querySelector('svg[data-look]')?.getBoundingClientRect();
      if (!axis || !bar) return [];
      const zero = isRtl ? axis.left : axis.right;
      return [Math.min(Math.abs(bar.left - zero), Math.abs(bar.right - zero))];
    });
  });
  expect(distances.length).toBeGreaterThan(2);
  for (const distance of distances) expect(distance).toBeLessThanOrEqual(2);
});
