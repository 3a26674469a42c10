import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { type Box, measureBoxesByName, measureBoxes, groupRows } from '../support/boxes.ts';
import { startSharedPage } from '../support/browser.ts';
import { serveTestSite } from '../support/site-on-disk.ts';

const shared = startSharedPage({ reducedMotion: 'reduce' });

const portraitSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" fill="var(--ink)"><circle cx="48" cy="48" r="40"/></svg>';

// The pages have blocks with rows of two to eight items. People in `crew.yaml` have portraits and expandable
// biographies.
const site = serveTestSite('filled-rows', ({ write }) => {
  write('../public/pictures/face.svg', portraitSvg);
});
const rightEdge = (row: readonly Box[]) => Math.max(...row.map(({ right }) => right));

/** Returns the rows of each list, and a name for failure messages, such as `Our crew: 3 + 2`. */
const readLists = async (page: Page, selector: string) => {
  const lists = await page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => ({
      heading: element.closest('section')?.querySelector('h2')?.textContent ?? '',
      right: element.getBoundingClientRect().right,
      items: [...element.children].map((item) => item.getBoundingClientRect().toJSON() as Box),
    })),
  );
  return lists.map(({ heading, right, items }) => {
    const rows = groupRows(items);
    return { right, items, rows, name: `${heading}: ${rows.map(({ length }) => length).join(' + ')}` };
  });
};
type List = Awaited<ReturnType<typeof readLists>>[number];

/**
 * Returns whether each row either aligns with the columns of the first row or ends at the right edge of the list. Only
 * in narrow windows, one item may fill a row of two columns.
 */
function hasEvenRows({ rows, items, right }: List, windowWidth: number): boolean {
  const toColumnKey = ({ left, width }: Box) => `${Math.round(left)} ${Math.round(width)}`;
  const columns = rows[0]?.map(toColumnKey) ?? [];
  return rows.every(
    (row) =>
      row.every((item) => columns.includes(toColumnKey(item))) ||
      ((items.length < 7 || row.length === 1) &&
        row.length > (windowWidth < 896 && columns.length === 2 ? 0 : 1) &&
        Math.abs(rightEdge(row) - right) < 2),
  );
}

test.each([640, 768, 900, 1100, 1440])(
  'in a window %i px wide, the last row of a list is full or aligns with the columns above',
  async (width) => {
    const { page } = await shared.open(site.address, { width });
    const lists = await readLists(page, 'main section :is(ul, ol:not([data-layout=rail]), dl)');
    // The page has nine block types, each with two to eight items: 9 × 7 lists.
    expect(lists).toHaveLength(63);
    expect(lists.filter((list) => !hasEvenRows(list, width)).map(({ name }) => name)).toEqual([]);
    expect(lists.filter(({ rows }) => rows[0]?.length === 1).map(({ name }) => name)).toEqual([]);
  },
);

test.each([375, 768, 1440])(
  'in a window %i px wide, expanding a biography leaves no gap in its list and closes the others',
  async (width) => {
    const { page } = await shared.open(`${site.address}/crew`, { width });
    for (const id of ['cards-3', 'cards-5', 'cards-6', 'rows-3', 'rows-6']) {
      const people = page.locator(`#${id}`);
      const count = await people.locator('li').count();
      for (let at = 0; at < count; at++) {
        await people.locator('summary').nth(at).click();
        await people.getByText('Sailed from port').nth(at).waitFor();
        expect(await people.locator('details[open]').count()).toBe(1);
        for (const { rows, right, name } of await readLists(page, `#${id} ul`)) {
          expect(
            rows.filter((row) => rightEdge(row) < right - 2),
            name,
          ).toEqual([]);
          // The gap between rows is not larger than usual.
          for (const [index, row] of rows.slice(1).entries()) {
            const bottomAbove = Math.max(...(rows[index] ?? []).map(({ bottom }) => bottom));
            expect((row[0]?.top ?? 0) - bottomAbove, `${id} ${at}`).toBeLessThanOrEqual(41);
          }
        }
      }
    }
  },
);

test.each([375, 768, 1440])('portraits are no more than 96 px wide in a window %i px wide', async (width) => {
  const { page } = await shared.open(`${site.address}/crew`, { width });
  const portraits = await measureBoxes(page.locator('main img'));
  expect(portraits).toHaveLength(33);
  expect(Math.max(...portraits.map(({ width }) => width))).toBeLessThanOrEqual(96);
});

test('a lead is beside its heading if both fit, and below it otherwise', async () => {
  const { page } = await shared.open(site.address);
  const selectors = { heading: '#led h2', lead: '#led h2 + p' };
  const besideHeading: boolean[] = [];
  for (const width of [1440, 768, 375]) {
    await shared.show({ width });
    const { heading, lead } = await measureBoxesByName(page, selectors);
    besideHeading.push(lead.left > heading.left);
  }
  expect(besideHeading).toEqual([true, false, false]);
});

test('on desktops, a short list of steps is beside its heading, and a long list is below it in two columns', async () => {
  const { page } = await shared.open(site.address);
  const readArrangements = async (width: number) => {
    await shared.show({ width });
    return page.locator('ol[data-layout=rail]').evaluateAll((elements) =>
      elements.map((steps) => {
        const heading = steps.closest('section')?.querySelector('h2')?.getBoundingClientRect();
        const lefts = [...steps.children].map((step) => Math.round(step.getBoundingClientRect().left));
        const isBeside = (heading?.bottom ?? 0) > steps.getBoundingClientRect().top;
        return `${new Set(lefts).size} ${isBeside ? 'beside' : 'below'}`;
      }),
    );
  };
  // The seven lists have two to eight steps, in this order.
  expect(await readArrangements(1440)).toEqual([...Array(3).fill('1 beside'), ...Array(4).fill('2 below')]);
  expect(await readArrangements(768)).toEqual([...Array(2).fill('1 below'), ...Array(5).fill('2 below')]);
  expect(await readArrangements(375)).toEqual(Array(7).fill('1 below'));
});

test("on a small tablet, an offer's features are beside its price, and closing text is beside its portrait", async () => {
  const { page } = await shared.open('/visit/prices');
  const comparePositions = async (width: number, selector: string, otherSelector: string) => {
    await shared.show({ width });
    const { first, second } = await measureBoxesByName(page, { first: selector, second: otherSelector });
    if (second.top >= first.bottom) return 'below';
    return second.left >= first.right ? 'beside' : 'above';
  };
  const offerSelectors = ['#prices [data-price]', '#prices ul ul'] as const;
  for (const [width, arrangement] of Object.entries({ 768: 'beside', 1440: 'below', 375: 'below' }))
    expect(await comparePositions(Number(width), ...offerSelectors), width).toBe(arrangement);
  await shared.open('/log');
  const closingSelectors = ['[data-block=cta] figure', '[data-block=cta] h2'] as const;
  for (const [width, arrangement] of Object.entries({ 375: 'above', 768: 'beside' }))
    expect(await comparePositions(Number(width), ...closingSelectors), width).toBe(arrangement);
});

test('clicking anywhere on a card opens its page, except on links in its text', async () => {
  const { page } = await shared.open(`${site.address}/crew`);
  const [card, other] = [page.locator('#linked li').first(), page.locator('#linked li').last()];
  const readBorderColor = (locator: typeof card) =>
    locator.evaluate((box) => getComputedStyle(box).borderTopColor);
  const defaultColor = await readBorderColor(other);
  expect(await readBorderColor(card)).toBe(defaultColor);
  await card.hover({ position: { x: 30, y: 30 } });
  expect(await readBorderColor(card)).not.toBe(defaultColor);
  await other.getByRole('heading').hover();
  expect([await readBorderColor(card), await readBorderColor(other)]).toEqual([defaultColor, defaultColor]);
  await card.click({ position: { x: 30, y: 30 } });
  await page.waitForURL('**/crew#rows-6');
  await card.getByRole('link', { name: 'the first' }).click();
  await page.waitForURL('**/crew#cards-3');
});
