import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { focused } from '../../../support/accessibility.ts';
import { startBrowser, hydrate } from '../../../support/browser.ts';
import { type Item, namedLinks, startReader } from '../../../support/reading.ts';

const visit = startBrowser();
const read = startReader();

/** The cards of the products: those with Learn More, and their siblings. */
async function cards(): Promise<Item[]> {
  const { sections } = await read('/products');
  return sections.find(({ text }) => text.includes('Learn More'))?.items ?? [];
}
const tile = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
const inert = 'Intelligent Auto-Scheduling';

test('2.7 products: the hero states the promise', async () => {
  expect((await read('/products')).h1).toEqual(['Smart Technology. Real Impact.']);
});

test.each([
  ['FlowOps', ['job', 'task', 'service-request platform'], '/products/rfwm'],
  ['Sustainable Energy Management Platform (SEMP)', ['energy platform'], '/products/semp'],
  ['Asset Intelligence', ['asset'], '/products/asset-intelligence'],
  ['Chatbots', ['assistants'], '/products/chatbots'],
  ['the agent workflow product', ['custom AI agent workflows'], '/ai-automation'],
])('2.7 products: the card of %s says what it is and leads to its page', async (name, words, target) => {
  const company = (await read('/')).header[0]?.text;
  const heading = name.startsWith('the ') ? `${company}flo` : name;
  const card = (await cards()).find((one) => one.heading === heading);
  expect(words.filter((word) => !card?.text.toLowerCase().includes(word.toLowerCase()))).toEqual([]);
  expect(card?.links.map(({ href }) => href)).toEqual([target]);
  expect(card?.text).toContain('Learn More');
});

test('2.7 products: the card of the scheduling product has no path', async () => {
  const card = (await cards()).find(({ heading }) => heading === inert);
  expect(card?.text).toMatch(/AI job scheduling with skill and resource matching/i);
  expect(card?.links).toEqual([]);
  expect(card?.text).not.toContain('Learn More');
});

test('2.7 products: below the grid of six an expert can be asked', async () => {
  const { sections } = await read('/products');
  expect(await cards()).toHaveLength(6);
  const grid = sections.findIndex(({ text }) => text.includes('Learn More'));
  const call = sections.findIndex(({ head }) => head.includes('Ready to transform with AI?'));
  expect(call).toBeGreaterThan(grid);
  expect(namedLinks(sections[call]?.links ?? [], 'Talk to an Expert')).toEqual(['/contact']);
});

test('2.7 products: a click anywhere on a tile goes to its page, and on one without a path does nothing', async () => {
  const { page } = await visit('/products', { reducedMotion: 'reduce' });
  await hydrate(page);
  await tile(page, inert).click();
  expect(await tile(page, inert).evaluate((element) => getComputedStyle(element).cursor)).not.toBe('pointer');
  expect(await tile(page, inert).locator('a, button, [tabindex], [role=button], [onclick]').count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/products');
  for (const [x, y] of [
    [0.04, 0.04],
    [0.96, 0.96],
    [0.5, 0.4],
  ] as const) {
    const box = await tile(page, 'FlowOps').boundingBox();
    if (!box) throw new Error('no tile');
    await tile(page, 'FlowOps').click({ position: { x: box.width * x, y: box.height * y } });
    await page.waitForURL('**/products/rfwm');
    expect(await page.locator('h1').count()).toBe(1);
    await page.goBack();
    await tile(page, 'FlowOps').waitFor();
  }
});

test.each([true, false])(
  '2.7 products: Enter and Space on a focused tile go to its page, hydrated or not: %s',
  async (isHydrated) => {
    const { page } = await visit('/products', { reducedMotion: 'reduce' });
    if (isHydrated) await hydrate(page);
    for (const key of ['Enter', 'Space']) {
      await tile(page, 'Chatbots').locator('a, button, [tabindex="0"]').first().focus();
      await page.keyboard.press(key);
      await page.waitForURL('**/products/chatbots');
      expect(await page.locator('h1').count()).toBe(1);
      await page.goBack();
      await tile(page, 'Chatbots').waitFor();
    }
  },
);

test('2.7 products: the tab key visits each tile with a path once and passes the other by', async () => {
  const { page } = await visit('/products', { reducedMotion: 'reduce' });
  const first = tile(page, 'FlowOps').locator('a, button, [tabindex="0"]').first();
  await first.focus();
  const stops: (string | null)[] = [];
  const stop = () =>
    page.evaluate(() => document.activeElement?.closest('li')?.querySelector('h2, h3')?.textContent ?? null);
  for (let name = await stop(); name !== null && stops.length < 9; name = await stop()) {
    stops.push(name);
    await page.keyboard.press('Tab');
  }
  expect(stops).toHaveLength(5);
  expect(stops).not.toContain(inert);
  expect(new Set(stops).size).toBe(5);
  expect(await focused(page)).not.toBe('');
});
