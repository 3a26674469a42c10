import { expect, test } from 'vitest';
import { startBrowser } from '../../support/browser.ts';
import { testPrintedPages } from '../../support/print.ts';
import { liveRoutes } from '../../support/routes.ts';
import { takeSample } from '../../support/sample.ts';

testPrintedPages(takeSample(liveRoutes, 12));

const visit = startBrowser();

test('in print, a page shows the site name, and the logo and captions of a case study align with its edge', async () => {
  const { page } = await visit('/case-studies/service-visibility', {
    viewport: { width: 718, height: 1000 },
  });
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('main').evaluate((main) => getComputedStyle(main, '::before').content)).toBe(
    '"Solvane · www.solvane.example"',
  );
  const lefts = await page
    .locator('[data-block=hero] :is(img, figcaption, [data-group]:first-child strong)')
    .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().left));
  expect(lefts).toEqual([0, 0, 0]);
});

test('in print, the arrows of questions are hidden', async () => {
  const { page } = await visit('/price-list');
  const arrows = page.locator('main summary > svg').filter({ visible: true });
  expect(await arrows.count()).toBeGreaterThan(0);
  await page.emulateMedia({ media: 'print' });
  expect(await arrows.count()).toBe(0);
});
