import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { findAxeDiagnostics } from '../../support/accessibility.ts';
import { measureBoxes, measureBox } from '../../support/boxes.ts';
import {
  seekAnimations,
  finishAnimations,
  hydrate,
  startBrowser,
  startSharedPage,
} from '../../support/browser.ts';

// These tests check the layout of individual pages. `every-layout.test.ts` checks rules for all pages.

const visit = startBrowser();
const { open, show } = startSharedPage({ reducedMotion: 'reduce' });
const phone = { width: 375, height: 812 };
const desktop = { width: 1440, height: 900 };

const readBoxes = (page: Page, selector: string) => measureBoxes(page.locator(selector));
/** Returns the distinct left edges of the children of each list. */
const readColumns = (page: Page, lists: string) =>
  page
    .locator(lists)
    .evaluateAll((elements) =>
      elements.map((list) => [
        ...new Set([...list.children].map((element) => Math.round(element.getBoundingClientRect().left))),
      ]),
    );

test.each(['/services', '/products', '/#methodology'])(
  'the text of the steps on %s is aligned in each row, below the names and times',
  async (route) => {
    const { page } = await open(route);
    for (const width of [900, 1024, 1440]) {
      await show({ width, height: 900 });
      const steps = await page.locator('ol[data-layout=columns] > li').evaluateAll((all) =>
        all.map((step) => {
          const [name, text] = [...step.children].map((part) => part.getBoundingClientRect());
          return { row: step.getBoundingClientRect().top, text: text?.top ?? 0, name: name?.bottom ?? 0 };
        }),
      );
      expect(Math.min(...steps.map(({ text, name }) => text - name))).toBeGreaterThanOrEqual(8);
      for (const row of Map.groupBy(steps, (step) => step.row).values())
        expect(new Set(row.map(({ text }) => text)).size).toBe(1);
    }
  },
);

test('without JavaScript, the menu fits a phone, and its button is labelled Close while open', async () => {
  const { page } = await visit('/', { viewport: phone, reducedMotion: 'reduce', javaScriptEnabled: false });
  await page.getByRole('button', { name: 'Menu' }).click();
  const close = page.getByRole('button', { name: 'Close' });
  await close.waitFor();
  const menu = page.locator('header nav:popover-open');
  expect(await menu.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  // The backdrop darkens the page, but not the header.
  expect(await menu.evaluate(readBackdrop)).toEqual(['rgba(0, 0, 0, 0.6)', 0]);
  await close.click();
  await menu.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Menu' }).waitFor();
});

/** Runs in the page. Returns the backdrop colour of an open menu, and its distance from the top of the menu. */
function readBackdrop(menu: Element): [string, number] {
  const { backgroundColor, top } = getComputedStyle(menu, '::backdrop');
  return [backgroundColor, Number.parseFloat(top) - menu.getBoundingClientRect().top];
}

test('the phone menu marks the menu group whose overview page is open', async () => {
  const { page } = await open('/services', phone);
  await page.getByRole('button', { name: 'Menu' }).click();
  const markedGroups = await page
    .locator('header summary')
    .evaluateAll((all) =>
      all
        .filter((item) => getComputedStyle(item).textDecorationLine === 'underline')
        .map(({ textContent }) => textContent),
    );
  expect(markedGroups).toEqual(['Services']);
});

test('an open menu dims the page below the header', async () => {
  const { page } = await open('/', desktop);
  await page.locator('header button[popovertarget]').filter({ visible: true }).first().click();
  const [color, distance] = await page.locator('header div:popover-open').evaluate(readBackdrop);
  expect(color).not.toBe('rgba(0, 0, 0, 0)');
  expect(distance).toBe(0);
});

test('footer links are in two columns on a phone', async () => {
  const { page } = await open('/', phone);
  const links = await readBoxes(page, 'footer h2 + ul a');
  expect(new Set(links.map(({ left }) => Math.round(left))).size).toBe(2);
  expect(Math.min(...links.map((link) => link.height))).toBeGreaterThanOrEqual(44);
});

test.each([700, 768, 900, 1440])(
  'in a window %i px wide, three facts in the hero align with the columns of numbers below',
  async (width) => {
    const { page } = await open('/', { width, height: 900 });
    const columns = await readColumns(page, '[data-block=hero] ul:has(strong), [data-block=stats] dl');
    expect(columns).toHaveLength(2);
    expect(columns[0]).toHaveLength(3);
    expect(columns).toEqual(columns.map(() => columns[0]));
  },
);

test('on a phone, each cell of a text table has its own line, with the column name before the text', async () => {
  const { page } = await open('/price-list', phone);
  const cells = await readBoxes(page, '#fixed tbody td');
  expect(cells).toHaveLength(14);
  expect(Math.min(...cells.map(({ width }) => width))).toBeGreaterThan(300);
  const names = await readBoxes(page, '#fixed tbody td > :first-child');
  const texts = await readBoxes(page, '#fixed tbody td > :nth-child(2)');
  expect(texts).toHaveLength(14);
  for (const [index, { left }] of texts.entries())
    expect(left).toBeGreaterThanOrEqual(names[index]?.right ?? 0);
});

test('the headings of a two-column table stay above its rows at every width', async () => {
  const { page } = await open('/accessibility');
  const head = page.locator('[data-block=pairs] thead');
  for (const width of [375, 1440]) {
    await show({ width, height: 900 });
    expect((await head.innerText()).trim().split(/\s+/).join(' ')).toBe('If you… this site…');
    const values = await measureBox(page.locator('[data-block=pairs] tbody'));
    expect(values.top).toBeGreaterThanOrEqual((await measureBox(head)).bottom - 1);
  }
});

test('in forced-colours mode, the selected category differs from the others', async () => {
  const { page } = await open('/insights/blogs', { forcedColors: 'active' });
  const readBackgrounds = () =>
    page
      .locator('fieldset label')
      .evaluateAll((labels) => labels.map((label) => getComputedStyle(label).backgroundColor));
  const [all, ...others] = await readBackgrounds();
  expect(new Set(others).size).toBe(1);
  expect(others).not.toContain(all);
  await page.locator('fieldset label').nth(2).click();
  const after = await readBackgrounds();
  expect(after.map((background) => background === all)).toEqual(after.map((_, index) => index === 2));
});

test('in forced-colours mode, the scheme, menu and motion controls are visible in both schemes', async () => {
  const { page } = await visit('/', { forcedColors: 'active' });
  await hydrate(page);
  const controls = [page.locator('[data-switches=scheme] svg'), page.getByText('Stop all motion')];
  for (const item of controls) await item.waitFor();
  await page.setViewportSize({ width: 375, height: 800 });
  controls.push(page.locator('[popovertarget=navigation] [data-glyph=menu]'));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    for (const item of controls) {
      const [textColor, fillColor] = await item.evaluate((element) => {
        const { stroke, color, backgroundColor } = getComputedStyle(element);
        return [element instanceof SVGElement ? stroke : color, backgroundColor];
      });
      // In forced-colours mode, Chromium does not replace transparent colours.
      expect(fillColor === background || fillColor?.endsWith(', 0)'), `${String(item)} on ${fillColor}`).toBe(
        true,
      );
      expect(textColor, String(item)).not.toBe(background);
    }
  }
});

test('with all motion stopped, the home page passes axe in both schemes', async () => {
  // In a window as tall as the page, nothing scrolls smoothly and no section fades in.
  const viewport = { width: 1440, height: 8000 };
  const { page } = await visit('/', { reducedMotion: 'no-preference', viewport });
  await hydrate(page);
  await page.getByLabel('Stop all motion').check();
  await finishAnimations(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findAxeDiagnostics(page), colorScheme).toEqual([]);
  }
});

test('the rotating headline has enough contrast at every moment', async () => {
  const { page } = await open('/', { reducedMotion: 'no-preference' });
  for (const time of [0, 2750, 2850, 2999, 3001, 5750, 8950]) {
    await seekAnimations(page, time);
    expect(await findAxeDiagnostics(page, ['h1']), `after ${time} ms`).toEqual([]);
  }
});

test('the first screen of the home page states what the company sells, shows facts and clients, and has no moving text', async () => {
  const { page } = await open('/', { ...desktop, reducedMotion: 'no-preference' });
  const parts = ':is(p, a, ul li)';
  const readBottoms = async () =>
    (await readBoxes(page, `[data-block=hero] ${parts}, .swiper li:first-child img`)).map(({ bottom }) =>
      Math.round(bottom),
    );
  const first = await readBottoms();
  expect(Math.max(...first)).toBeLessThanOrEqual(900);
  expect(first.length).toBeGreaterThan(7);
  for (const time of [2_850, 3_100, 6_100]) {
    await seekAnimations(page, time);
    expect(await readBottoms(), `after ${time} ms`).toEqual(first);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const actions = await readBoxes(page, '[data-block=hero] h1, [data-block=hero] [data-part=actions] a');
  expect(Math.max(...actions.slice(0, 3).map(({ bottom }) => bottom))).toBeLessThan(844);
});

test.each(['/', '/about/team-culture', '/services/managed-services', '/insights/blogs/one-question'])(
  'portraits on %s are no more than 96 px wide',
  async (route) => {
    const { page } = await open(route, desktop);
    const portraits = await readBoxes(page, 'main img[src*="/people/"]');
    expect(portraits.length).toBeGreaterThan(0);
    expect(Math.max(...portraits.map(({ width }) => width))).toBeLessThanOrEqual(96);
  },
);

/** Returns the line widths of each element, in pixels. */
const measureLines = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const lines = Map.groupBy([...range.getClientRects()], ({ top }) => Math.round(top));
      return [...lines.values()].map((line) => line.reduce((sum, { width }) => sum + width, 0));
    }),
  );

test('the unit of each price stays on one line', async () => {
  const { page } = await open('/services/managed-services', desktop);
  const units = await measureLines(page, '[data-price] span, [data-block=pricing] strong + span');
  expect(units.map(({ length }) => length)).toEqual([1, 1, 1]);
});

test.each(['/products', '/case-studies/claims-reading', '/services/managed-services'])(
  'the large quotation on %s does not end with a very short line',
  async (route) => {
    const { page } = await open(route, desktop);
    const [quotation = []] = await measureLines(page, 'blockquote p');
    expect(quotation.length).toBeGreaterThan(1);
    expect(quotation.at(-1)).toBeGreaterThan(0.6 * Math.max(...quotation));
  },
);

test('a link arrow is on the same line as the last word, also if the link wraps', async () => {
  const { page } = await open('/insights/execution-models', phone);
  const links = await page.locator('main a:has(> [data-glyph=arrow])').evaluateAll((all) =>
    all.map((link) => {
      const words = document.createRange();
      words.selectNodeContents(link.firstChild ?? link);
      const lines = [...words.getClientRects()];
      const [last, arrow] = [lines.at(-1), link.lastElementChild?.getBoundingClientRect()];
      if (!last || !arrow) throw new Error('A link has no text or no arrow.');
      const verticalOffset = Math.abs(arrow.top + arrow.bottom - last.top - last.bottom) / 2;
      return { lines: lines.length, gap: arrow.left - last.right, verticalOffset };
    }),
  );
  expect(Math.max(...links.map(({ lines }) => lines))).toBe(2);
  expect(links.filter(({ gap, verticalOffset }) => gap < 0 || gap >= 10 || verticalOffset >= 4)).toEqual([]);
});
