import { expect, test } from 'vitest';
import { startBrowser } from '../../support/browser.ts';
import { type FirstVisit, firstVisit } from '../../support/first-visit.ts';
import { everyRoute } from '../../support/routes.ts';
import { sampled } from '../../support/sampled.ts';

const visit = startBrowser();
const visits = new Map<string, Promise<FirstVisit>>();
const widths = [390, 1280];
/** Returns sampled routes, twice as many for a phone, where text wraps most. */
const routesAt = (width: number) => sampled(everyRoute, width === 390 ? 16 : 8);

/** Returns the results of a first visit, which is made only once. */
function firstVisitOf(route: string, width: number): Promise<FirstVisit> {
  const key = `${width} ${route}`;
  const found = visits.get(key) ?? firstVisit(visit, route, width);
  visits.set(key, found);
  return found;
}

// Not concurrent, because Chromium may not paint pages in the background.
test.each(widths.flatMap((width) => routesAt(width).map((route) => ({ route, width }))))(
  'at $width px the first visit to $route shows the typeface without delay and with hardly any shift',
  async ({ route, width }) => {
    const { family, shift, largestWaited } = await firstVisitOf(route, width);
    expect([family, largestWaited]).toEqual([expect.stringMatching(/^Figtree/), false]);
    // The maximum is reached by one line of one table on a phone.
    expect(shift).toBeLessThanOrEqual(0.021);
  },
);

test.each(widths)('at %i px the average shift is close to zero', async (width) => {
  const all = await Promise.all(routesAt(width).map((route) => firstVisitOf(route, width)));
  expect(all.reduce((sum, { shift }) => sum + shift, 0) / all.length).toBeLessThanOrEqual(0.002);
});
