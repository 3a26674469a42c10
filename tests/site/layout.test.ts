import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';

const visit = startBrowser();

test.each(['/services', '/products', '/#methodology'])(
  'the texts of the steps on %s align in each row, below names and times',
  async (route) => {
    const { page } = await visit(route, { reducedMotion: 'reduce' });
    for (const width of [900, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const steps = await page.locator('ol[data-layout=columns] > li').evaluateAll((all) =>
        all.map((step) => {
          const [name, text] = [...step.children].map((part) => part.getBoundingClientRect());
          return {
            row: step.getBoundingClientRect().top,
            text: text?.top ?? 0,
            clear: (text?.top ?? 0) - (name?.bottom ?? 0),
          };
        }),
      );
      expect(Math.min(...steps.map(({ clear }) => clear))).toBeGreaterThanOrEqual(8);
      const rows = Map.groupBy(steps, ({ row }) => row);
      expect([...rows.values()].map((row) => new Set(row.map(({ text }) => text)).size)).toEqual(
        [...rows.values()].map(() => 1),
      );
    }
  },
);
