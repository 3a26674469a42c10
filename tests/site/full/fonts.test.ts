import { expect, test } from 'vitest';
import { startBrowser } from '../../support/browser.ts';
import { firstVisit } from '../../support/first-visit.ts';
import { everyRoute } from '../../support/routes.ts';

const visit = startBrowser();

test.each([390, 1280])(
  'at %i px every first visit shows the typeface, as soon as without it, and hardly anything moves',
  async (width) => {
    const shifts: [number, string][] = [];
    for (const route of everyRoute) {
      const { family, shift, largestWaited } = await firstVisit(visit, route, width);
      expect([family, largestWaited], route).toEqual([expect.stringMatching(/^Figtree/), false]);
      shifts.push([shift, route]);
    }
    const mean = shifts.reduce((sum, [shift]) => sum + shift, 0) / shifts.length;
    // One line of one table on a phone.
    expect(shifts.filter(([shift]) => shift > 0.021)).toEqual([]);
    expect(mean).toBeLessThanOrEqual(0.002);
  },
);
