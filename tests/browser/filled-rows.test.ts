import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { servedSite } from '../support/site-on-disk.ts';
import { siteYaml } from '../support/small-site.ts';

const visit = startBrowser();

const counts = [2, 3, 4, 5, 6, 7, 8];
const face =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" fill="var(--ink)"><circle cx="48" cy="48" r="40"/></svg>';
const list = (count: number, item: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `      - ${item(at)}\n`).join('');

/** Blocks whose items stand in rows, with each number of items. */
const kinds: Record<string, (count: number) => string> = {
  ...Object.fromEntries(
    ['cards', 'tiles', 'list'].map((layout) => [
      `card-grid ${layout}`,
      (count: number) =>
        `  - type: card-grid\n    layout: ${layout}\n    heading: ${layout} ${count}\n    items:\n` +
        list(count, (at) => `{ heading: Card ${at}, text: Four words of wind. }`),
    ]),
  ),
  ...Object.fromEntries(
    [2, 3, 4].map((columns) => [
      `card-grid of ${columns}`,
      (count: number) =>
        `  - type: card-grid\n    columns: ${columns}\n    heading: Columns ${columns} of ${count}\n    items:\n` +
        list(count, (at) => `{ heading: Card ${at}, text: Four words of wind. }`),
    ]),
  ),
  timeline: (count) =>
    `  - type: timeline\n    layout: columns\n    heading: Steps ${count}\n    items:\n` +
    list(count, (at) => `{ heading: Step ${at}, text: Something is done. }`),
  ...Object.fromEntries(
    ['row', 'beside'].map((layout) => [
      `stats ${layout}`,
      (count: number) =>
        `  - type: stats\n    layout: ${layout}\n    heading: Numbers ${layout} ${count}\n    items:\n` +
        list(Math.min(count, 6), (at) => `{ value: ${at}%, label: Share ${at} }`),
    ]),
  ),
};
const rail = (count: number) =>
  `  - type: timeline\n    layout: rail\n    heading: Rail ${count}\n    items:\n` +
  list(count, (at) => `{ heading: Step ${at}, text: Something is done. }`);
const peopleOf = (layout: string, count: number) =>
  `  - type: people\n    id: ${layout}-${count}\n    layout: ${layout}\n    heading: People ${layout} ${count}\n    items:\n` +
  list(
    count,
    (at) =>
      `{ name: Person ${at}, title: Sailor, text: Sails every day., image: { src: /pictures/face.svg, alt: Face ${at} }, ` +
      `bio: "Sailed from port to port, for many years, in all weathers and with every crew that would have them." }`,
  );

const home = `title: Rows
description: Blocks with two to seven items each, to be measured in many windows.
blocks:
  - type: hero
    heading: Rows
  - type: pairs
    id: led
    layout: stacked
    heading: Rows that are full
    lead: Every one of them.
    columns: { first: Wind, second: Name }
    items: [{ heading: Strong, text: Gale }, { heading: Weak, text: Breeze }]
${counts.flatMap((count) => Object.values(kinds).map((block) => block(count))).join('')}${counts.map(rail).join('')}`;
const crew = `title: Crew
description: People in two layouts, with portraits and biographies to open.
blocks:
${['cards', 'rows'].flatMap((layout) => [3, 5, 6].map((count) => peopleOf(layout, count))).join('')}  - type: faq
    heading: Questions
    layout: stacked
    person: { name: Mara, image: { src: /pictures/face.svg, alt: Mara } }
    items: [{ question: How far?, answer: Far. }]
  - type: card-grid
    id: linked
    layout: cards
    heading: Cards
    items:
      - { heading: With a link, text: "See [the first](/crew#cards-3).", action: { label: See the last, to: "/crew#rows-6" } }
      - { heading: Without, text: Nothing to press. }
  - type: media
    heading: Portraits
    layout: portraits
    items:
${list(4, (at) => `{ src: /pictures/face.svg, alt: Portrait ${at}, heading: Portrait ${at}, text: Sails. }`)}`;

const site = servedSite(({ write, pictures }) => {
  mkdirSync(pictures, { recursive: true });
  writeFileSync(join(pictures, 'face.svg'), face);
  write('_site.yaml', siteYaml);
  write('index.yaml', home);
  write('crew.yaml', crew);
});

/** The lists of a page with a row that ends before the end of the list. */
const unfilled = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((lists) =>
    lists.flatMap((one) => {
      const items = [...one.children].map((item) => item.getBoundingClientRect());
      const rows = Map.groupBy(items, ({ top }) => Math.round(top));
      const { right } = one.getBoundingClientRect();
      const short = [...rows.values()].filter(
        (row) => Math.max(...row.map((item) => item.right)) < right - 2,
      );
      return short.length === 0
        ? []
        : `${one.closest('section')?.querySelector('h2')?.textContent}: ${[...rows.values()].map(({ length }) => length).join(' + ')}`;
    }),
  );

/**
 * The lists with an item outside the columns of the first row, unless two or more share a row to its end. In narrow
 * windows, one may fill a row of two.
 */
const inOtherColumns = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((lists) =>
    lists.flatMap((one) => {
      const items = [...one.children].map((item) => item.getBoundingClientRect());
      const rows = [...Map.groupBy(items, ({ top }) => Math.round(top)).values()];
      const { right } = one.getBoundingClientRect();
      const place = ({ left, width }: DOMRect) => `${Math.round(left)} ${Math.round(width)}`;
      const columns = rows[0]?.map(place);
      const isEven = (row: DOMRect[]) =>
        row.every((item) => columns?.includes(place(item))) ||
        ((items.length < 7 || row.length === 1) &&
          row.length > (innerWidth < 896 && columns?.length === 2 ? 0 : 1) &&
          Math.abs(Math.max(...row.map((item) => item.right)) - right) < 2);
      return rows.every(isEven)
        ? []
        : `${one.closest('section')?.querySelector('h2')?.textContent}: ${rows.map(({ length }) => length).join(' + ')}`;
    }),
  );

test.each([640, 768, 900, 1100, 1440])(
  'items of a last row share it, or stand in the columns above it, two or more beside each other, in a window of %i px',
  async (width) => {
    const { page } = await visit(site.address, { viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const lists = 'main section :is(ul, ol:not([data-layout=rail]), dl)';
    expect(await page.locator(lists).count()).toBe(counts.length * Object.keys(kinds).length);
    expect(await inOtherColumns(page, lists)).toEqual([]);
    const alone = await page.locator(lists).evaluateAll((all) =>
      all.flatMap((one) => {
        const [first, second] = [...one.children].map((item) => item.getBoundingClientRect());
        return first?.top === second?.top ? [] : one.closest('section')?.querySelector('h2')?.textContent;
      }),
    );
    expect(alone).toEqual([]);
  },
);

test.each([375, 768, 1440])(
  'an open biography leaves no hole, and only one is open in a list, in a window of %i px',
  async (width) => {
    const { page } = await visit(new URL('/crew', site.address).href, {
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    });
    for (const id of ['cards-3', 'cards-5', 'cards-6', 'rows-3', 'rows-6']) {
      const people = page.locator(`#${id}`);
      const count = await people.locator('li').count();
      for (let at = 0; at < count; at++) {
        await people.locator('summary').nth(at).click();
        await people.getByText('Sailed from port').nth(at).waitFor();
        expect(await people.locator('details[open]').count()).toBe(1);
        expect(await unfilled(page, `#${id} ul`), `${id} ${at}`).toEqual([]);
        // Rows follow each other.
        const boxes = await people
          .locator('li')
          .evaluateAll((all) =>
            all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
          );
        const rows = [...Map.groupBy(boxes, ({ top }) => Math.round(top)).values()].toSorted(
          ([one], [other]) => (one?.top ?? 0) - (other?.top ?? 0),
        );
        for (const [index, row] of rows.slice(1).entries()) {
          const above = Math.max(...(rows[index] ?? []).map(({ bottom }) => bottom));
          expect((row[0]?.top ?? 0) - above, `${id} ${at}`).toBeLessThanOrEqual(41);
        }
      }
    }
  },
);

test.each([375, 768, 1440])('portraits are at most 96 px wide in a window of %i px', async (width) => {
  const { page } = await visit(new URL('/crew', site.address).href, { viewport: { width, height: 900 } });
  const widths = await page
    .locator('main img')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  expect(widths.length).toBe(33);
  expect(Math.max(...widths)).toBeLessThanOrEqual(96);
});

test('a lead is beside its heading where both have room, and below it elsewhere', async () => {
  const { page } = await visit(site.address, { viewport: { width: 1440, height: 900 } });
  const places = (width: number) =>
    page.setViewportSize({ width, height: 900 }).then(() =>
      page.locator('#led').evaluate((section) => {
        const [heading, lead] = [...section.querySelectorAll('h2, h2 + p')].map((one) =>
          one.getBoundingClientRect(),
        );
        return (lead?.left ?? 0) > (heading?.left ?? 0) ? 'beside' : 'below';
      }),
    );
  expect([await places(1440), await places(768), await places(375)]).toEqual(['beside', 'below', 'below']);
});

test('a long list of steps has two columns below its heading, and a short one is beside it', async () => {
  const { page } = await visit(site.address, { viewport: { width: 1440, height: 900 } });
  const places = (width: number) =>
    page.setViewportSize({ width, height: 900 }).then(() =>
      page.locator('ol[data-layout=rail]').evaluateAll((all) =>
        all.map((steps) => {
          const heading = steps.closest('section')?.querySelector('h2')?.getBoundingClientRect();
          const lefts = [...steps.children].map((step) => Math.round(step.getBoundingClientRect().left));
          const columns = new Set(lefts).size;
          return `${columns} ${(heading?.bottom ?? 0) > steps.getBoundingClientRect().top ? 'beside' : 'below'}`;
        }),
      ),
    );
  // Of two to eight steps.
  expect(await places(1440)).toEqual([...Array(3).fill('1 beside'), ...Array(4).fill('2 below')]);
  expect(await places(768)).toEqual([...Array(2).fill('1 below'), ...Array(5).fill('2 below')]);
  expect(await places(375)).toEqual(Array(7).fill('1 below'));
});

test('on a small tablet, the features of an offer stand beside its price, and a person beside the words', async () => {
  const { page } = await visit('/visit/prices', { viewport: { width: 768, height: 900 } });
  const place = async (one: string, other: string) => {
    const [first, second] = await Promise.all(
      [one, other].map((selector) => page.locator(selector).first().boundingBox()),
    );
    if (!first || !second) throw new Error('Both must be visible.');
    if (second.y >= first.y + first.height) return 'below';
    return second.x >= first.x + first.width ? 'beside' : 'above';
  };
  const features = () => place('#prices [data-price]', '#prices ul ul');
  expect(await features()).toBe('beside');
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await features()).toBe('below');
  await page.setViewportSize({ width: 375, height: 900 });
  expect(await features()).toBe('below');
  await page.goto(new URL('/log', page.url()).href);
  const heading = () => place('[data-block=cta] figure', '[data-block=cta] h2');
  expect(await heading()).toBe('above');
  await page.setViewportSize({ width: 768, height: 900 });
  expect(await heading()).toBe('beside');
});

test('a whole card leads where its action does, and shows it under the pointer, except for links in its text', async () => {
  const { page } = await visit(new URL('/crew', site.address).href, { reducedMotion: 'reduce' });
  const [card, other] = [page.locator('#linked li').first(), page.locator('#linked li').last()];
  const edge = (one: typeof card) => one.evaluate((box) => getComputedStyle(box).borderTopColor);
  const usual = await edge(other);
  expect(await edge(card)).toBe(usual);
  await card.hover({ position: { x: 30, y: 30 } });
  expect(await edge(card)).not.toBe(usual);
  await other.getByRole('heading').hover();
  expect([await edge(card), await edge(other)]).toEqual([usual, usual]);
  await card.click({ position: { x: 30, y: 30 } });
  await page.waitForURL('**/crew#rows-6');
  await card.getByRole('link', { name: 'the first' }).click();
  await page.waitForURL('**/crew#cards-3');
});
