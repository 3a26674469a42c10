import { expect, test } from 'vitest';
import { startBrowser } from '../../../support/browser.ts';
import { startReader, unsaid } from '../../../support/reading.ts';

const visit = startBrowser();
const read = startReader();

// The numbers of items, and the figures of other pages, are in the tests of those pages.
test('9 constants: the figures of the home page', async () => {
  const figures = [
    '40% & downtime cut',
    '10x & faster processing',
    '25% & cost savings in 6 months',
    '50+ & professionals',
    '99% & satisfaction',
    '20+ & years',
  ];
  expect(unsaid(await read('/'), figures)).toEqual([]);
});

test('9 constants: the reply promise of the consultation dialog is 24 hours', async () => {
  const { page } = await visit('/contact', { javaScriptEnabled: false });
  expect(await page.locator('dialog').textContent()).toMatch(/within 24 hours/i);
});

test('9 constants: product cards are 300 px high on phones and 320 px at desks, however little they say', async () => {
  const { page } = await visit('/products', { javaScriptEnabled: false });
  await page
    .locator('main > section')
    .filter({ hasText: 'Learn More' })
    .locator('li')
    .filter({ has: page.locator('h2, h3') })
    .evaluateAll((cards) => {
      for (const card of cards) {
        for (const text of card.querySelectorAll('p')) text.remove();
        card.setAttribute('data-test-card', '');
      }
    });
  for (const [width, height] of [
    [375, 300],
    [1024, 320],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const heights = await page
      .locator('[data-test-card]')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height));
    expect(heights).toHaveLength(6);
    for (const found of heights) expect(found).toBeGreaterThanOrEqual(height);
  }
});
