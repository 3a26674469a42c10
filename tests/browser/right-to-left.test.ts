import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { createHtmlDocument, toHtmlText } from '../../scripts/outputs/documents.ts';
import { measureBoxes, measureBox, measureOverflow, measureTextBox } from '../support/boxes.ts';
import { startSharedPage } from '../support/browser.ts';
import { fixtureFolder } from '../support/fixture-site.ts';
import { liveRoutes } from '../support/routes.ts';
import { takeSample } from '../support/sample.ts';
import { serveTestSite } from '../support/site-on-disk.ts';

const shared = startSharedPage();
const site = serveTestSite('right-to-left');

/** Returns the distances between the text of an element and the edges of its box. */
const measureGaps = async (page: Page, selector: string) => {
  const [words, box] = [
    await measureTextBox(page.locator(selector)),
    await measureBox(page.locator(selector)),
  ];
  return { left: words.left - box.left, right: box.right - words.right };
};

/** Returns the edges of the last occurrence of `part` in the text of an element. */
const locatePart = (page: Page, selector: string, part: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, part) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const index = node.textContent?.lastIndexOf(part) ?? -1;
        if (index < 0) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + part.length);
        const { left, right } = range.getBoundingClientRect();
        return { left, right };
      }
      throw new Error(`No ${part}`);
    }, part);

describe.each([390, 1440])('a page in Arabic, %d px wide', (width) => {
  let page: Page;
  beforeAll(async () => ({ page } = await shared.open(site.address, { width })));

  test('is right-aligned, with closing punctuation on the left', async () => {
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    for (const selector of ['h1', '[data-block=hero] p', '[data-block=timeline] h2', '[data-block=text] p'])
      expect(Math.abs((await measureGaps(page, selector)).right), selector).toBeLessThan(2);
    const [fullStop, word] = [await locatePart(page, 'h1', '.'), await locatePart(page, 'h1', 'تعمل')];
    expect(fullStop.right).toBeLessThanOrEqual(word.left + 1);
  });

  test('mirrors arrows, numbering, list markers and columns', async () => {
    const scale = await page
      .locator('[data-glyph=arrow]')
      .first()
      .evaluate((glyph) => getComputedStyle(glyph).scale);
    expect(scale).toBe('-1 1');
    const heading = await measureBox(page.locator('[data-block=timeline] li h3'));
    const step = await measureBox(page.locator('[data-block=timeline] li'));
    // The number of a step is to the right of its name.
    expect(step.right - heading.right).toBeGreaterThan(width > 1000 ? -1 : 30);
    // On a phone, a value is beside the name of its column.
    const row = page.locator('[data-block=table] tbody tr').first();
    const [first, second] = await measureBoxes(
      width > 1000 ? row.locator('td') : row.locator('td').first().locator('> span'),
    );
    expect(first?.left).toBeGreaterThan(second?.left ?? Infinity);
    const logo = await measureBox(page.locator('header a[href="/"]'));
    const menu = await measureBox(
      page.locator(width > 1000 ? 'header nav li:last-of-type' : 'header button'),
    );
    expect(logo.left).toBeGreaterThan(menu.left);
  });

  test('keeps the caption of a chart in the closing section away from the window edge', async () => {
    for (const label of await page.locator('[data-block=cta] [data-label]').all())
      expect(width - (await measureTextBox(label)).right).toBeGreaterThan(18);
  });

  test('keeps code, telephone numbers and key figures in left-to-right order', async () => {
    const expectBefore = async (selector: string, first: string, second: string) => {
      const [box, otherBox] = [
        await locatePart(page, selector, first),
        await locatePart(page, selector, second),
      ];
      expect(box.left, `${selector} ${first}`).toBeLessThan(otherBox.left);
    };
    await expectBefore('[data-block=hero] p:has-text("+44")', '+44', '960');
    await expectBefore('[data-block=hero] p:has-text("+44")', '1632', '100');
    await expectBefore('[data-block=text] code', 'npm', 'build');
    await expectBefore('[data-block=stats] [data-value]', '+', '120');
    await expectBefore('footer address p:has-text("Street")', '1', 'Street');
    const change = page.locator('[data-block=chart] [data-change]').first();
    const sign = /[-−]/.exec((await change.textContent()) ?? '')?.[0] ?? '';
    await expectBefore('[data-block=chart] [data-change]', sign, '61');
    // The percentage change ends its row, so it is on the left.
    expect(Math.abs((await measureGaps(page, '[data-block=chart] [data-change]')).left)).toBeLessThan(2);
  });

  test('keeps numbers and units in table cells in order and aligned with the text of other cells', async () => {
    const { found, cells } = await page.evaluate(() => {
      const found: string[] = [];
      let cells = 0;
      const texts = document.querySelectorAll(
        ':is(#measures, #sizes, #pairs) :is(th, td:not(:has(p, > span)), td > span, td > p)',
      );
      for (const cell of texts) {
        const text = cell.textContent ?? '';
        if (!cell.checkVisibility() || text.trim() === '' || /\p{Script=Arabic}/u.test(text)) continue;
        cells++;
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        const characterBoxes: DOMRect[] = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode())
          for (const index of (node.textContent ?? '').split('').keys()) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + 1);
            characterBoxes.push(range.getBoundingClientRect());
          }
        const visibleBoxes = characterBoxes.filter(({ width }) => width > 0);
        const isLeftOfPrevious = ({ left, top }: DOMRect, last: DOMRect | undefined) =>
          last !== undefined && Math.abs(top - last.top) < 4 && left < last.left;
        if (visibleBoxes.some((sign, index) => isLeftOfPrevious(sign, visibleBoxes[index - 1])))
          found.push(`order of ${text}`);
        // On a phone, a cell is a grid that contains the column name and the value.
        const isInGrid =
          cell.parentElement !== null && getComputedStyle(cell.parentElement).display === 'grid';
        const block = isInGrid ? cell : (cell.closest('p, th, td') ?? cell);
        const padding = Number.parseFloat(getComputedStyle(block).paddingRight);
        const edge = block.getBoundingClientRect().right - padding;
        if (Math.abs(edge - Math.max(...visibleBoxes.map(({ right }) => right))) > 1.5)
          found.push(`position of ${text}`);
      }
      return { found, cells };
    });
    expect(found).toEqual([]);
    expect(cells).toBeGreaterThan(60);
  });

  test('switches the text direction after navigation to a left-to-right page', async () => {
    await page.locator('a[href="/en"]').first().click();
    await page.waitForURL('**/en');
    await page.locator('html[lang=en]').waitFor();
    expect(await page.locator('html').getAttribute('dir')).toBeNull();
    expect(await page.locator('header[lang=ar][dir=rtl]').count()).toBe(1);
    expect(Math.abs((await measureGaps(page, 'h1')).left)).toBeLessThan(2);
    await page.goBack();
    await page.locator('html[lang=ar][dir=rtl]').waitFor();
    await page.goto(`${site.address}/he`);
    expect(await page.locator('html[lang=he][dir=rtl]').count()).toBe(1);
    expect(Math.abs((await measureGaps(page, 'h1')).right)).toBeLessThan(2);
  });
});

test.each(['ar', 'he', 'fa', 'ur', 'ps', 'ckb', 'dv', 'yi', 'ug', 'sd', 'pa-Arab', 'ku-Arab'])(
  'the HTML document in %s has the attribute `dir="rtl"`',
  (language) => {
    const start = `<html lang="${language}" dir="rtl">`;
    expect(toHtmlText(createHtmlDocument({ language }, { head: '', body: '' }))).toContain(start);
  },
);

// The pages show all blocks with English text, but in the right-to-left layout of an Arabic site.
const mirroredSite = serveTestSite(({ folder, pages }) => {
  cpSync(fixtureFolder, join(folder, 'site'), { recursive: true });
  const file = join(pages, '_site.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^language: .*/m, 'language: ar'));
});

test.each(takeSample(liveRoutes, 20))(
  'in a right-to-left layout, no block of %s overflows its window',
  async (route) => {
    const { page } = await shared.open(mirroredSite.address + route);
    for (const width of [320, 1440]) {
      await shared.show({ width });
      expect(await measureOverflow(page), `${width} px`).toBeLessThanOrEqual(0);
    }
  },
);
