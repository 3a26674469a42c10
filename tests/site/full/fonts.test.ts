import { expect, test } from 'vitest';
import { startBrowser } from '../../support/browser.ts';
import { type FirstVisit, measureFirstVisit } from '../../support/first-visit.ts';
import { liveRoutes } from '../../support/routes.ts';
import { takeSample } from '../../support/sample.ts';

const visit = startBrowser();
const visits = new Map<string, Promise<FirstVisit>>();
const widths = [390, 1280];
/** Returns a sample of the routes. The sample for phones is twice as large, because text wraps most on phones. */
const sampleRoutes = (width: number) => takeSample(liveRoutes, width === 390 ? 16 : 8);

/** Returns the measurements of a first visit. Further calls return the cached measurements. */
function visitOnce(route: string, width: number): Promise<FirstVisit> {
  const key = `${width} ${route}`;
  const result = visits.get(key) ?? measureFirstVisit(visit, route, width);
  visits.set(key, result);
  return result;
}

// The tests are not concurrent, because Chromium may not paint pages in the background.
test.each(widths.flatMap((width) => sampleRoutes(width).map((route) => ({ route, width }))))(
  'at $width px, the first visit to $route shows the right font without delay and with almost no layout shift',
  async ({ route, width }) => {
    const { family, shift, largestWaited } = await visitOnce(route, width);
    expect([family, largestWaited]).toEqual([expect.stringMatching(/^Figtree/), false]);
    // One line of one table on a phone reaches this maximum.
    expect(shift).toBeLessThanOrEqual(0.021);
  },
);

test.each(widths)('at %i px, the average layout shift on the first visit is at most 0.002', async (width) => {
  const results = await Promise.all(sampleRoutes(width).map((route) => visitOnce(route, width)));
  expect(results.reduce((sum, { shift }) => sum + shift, 0) / results.length).toBeLessThanOrEqual(0.002);
});
