import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { hydrate, startBrowser } from '../support/browser.ts';

const visit = startBrowser();

test('without JavaScript, code is highlighted in both schemes without inline colours', async () => {
  for (const scheme of ['light', 'dark'] as const) {
    const { page } = await visit('/services/readings', { javaScriptEnabled: false, colorScheme: scheme });
    const colors = await page
      .locator('pre [data-kind]')
      .evaluateAll((tokens) => new Set(tokens.map((token) => getComputedStyle(token).color)).size);
    expect(colors).toBeGreaterThan(3);
    expect(await page.locator('pre').first().innerText()).toContain(
      'def reading(mast: str, key: str) -> dict:',
    );
    expect(await page.locator('main [style]').count()).toBe(0);
  }
});

test('a wide table scrolls on a phone and with the keyboard', async () => {
  const { page } = await visit('/services/readings', { viewport: { width: 375, height: 812 } });
  const table = page.getByRole('group', { name: 'What it is, Unit, Every' });
  await table.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  expect(await table.getByRole('rowheader').count()).toBe(4);
});

test('footnotes and their references link to each other, and text can link to headings', async () => {
  const { page } = await visit('/services/readings', { javaScriptEnabled: false });
  await page.locator('sup a').nth(1).click();
  expect(new URL(page.url()).hash).toBe('#footnote_2');
  await page.locator('#footnote_2').getByRole('link').click();
  expect(new URL(page.url()).hash).toBe('#footnote_from_2');
  await page.getByRole('link', { name: 'chart datum' }).click();
  expect(await page.locator(':target').innerText()).toBe('Where zero is');
});

test('a page shows the same text after client-side navigation as after a full load', async () => {
  const { page: loaded } = await visit('/services/readings');
  const { page } = await visit('/services/berths');
  await hydrate(page);
  await page.evaluate(() => document.body.classList.add('not-loaded-again'));
  await page.locator('header a[href="/services/readings"]').first().dispatchEvent('click');
  const readStructure = (page: Page) =>
    page
      .locator('main [data-block=text]')
      .first()
      .evaluate((text) => [...text.querySelectorAll('*')].map(({ localName, id }) => `${localName}#${id}`));
  await expect.poll(() => page.locator('pre').count()).toBe(2);
  expect(await page.locator('body.not-loaded-again').count()).toBe(1);
  expect(await readStructure(page)).toEqual(await readStructure(loaded));
});
