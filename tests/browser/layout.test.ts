import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { brokenHeader, cutText } from '../support/cut-text.ts';
import { unfoldAll, withEachDoorOpen } from '../support/doors.ts';
import { everyRoute } from '../support/every-route.ts';
import { targetsOnScreen } from '../support/targets.ts';

const visit = startBrowser();
// 640 and 320 are also what a window of 1280 shows at a zoom of 200 and 400 %.
const widths = [320, 375, 640, 768, 1024, 1440, 1920];
// Browsers round the edges of what they draw, by less than this.
const rounding = 0.1;

/** What is wider than the window, cut, or too small to be pressed, as the page stands. */
async function diagnosticsOf(page: Page): Promise<string[]> {
  const targets = await page.evaluate(targetsOnScreen);
  const wider = await page.evaluate(
    () =>
      Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) -
      document.documentElement.clientWidth,
  );
  return [
    ...(wider > 0 ? [`the page is ${wider} px wider than the window`] : []),
    ...(await page.evaluate(cutText)),
    ...targets
      .filter(({ width, height }) => Math.min(width, height) < 24 - rounding)
      .map(
        ({ name, width, height }) =>
          `${name} is a target of only ${width.toFixed(1)} × ${height.toFixed(1)} px`,
      ),
  ];
}

/** Those to be pressed with a thumb that are lower than one, where they are more than 30 % of all. */
async function lowTargets(page: Page): Promise<string[]> {
  const targets = await page.evaluate(targetsOnScreen);
  const low = targets.filter(({ height }) => height < 44 - rounding);
  return low.length > 0.3 * targets.length
    ? [
        `${low.length} of ${targets.length} targets are under 44 px high`,
        ...low.map(({ name, height }) => `${name} ${height.toFixed(1)}`),
      ]
    : [];
}

/** Sets the size of text in the settings of the browser, which rem and media queries both follow. */
async function setTextSize(page: Page, pixels: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels } });
  await page.waitForFunction(
    (size) => getComputedStyle(document.documentElement).fontSize === size,
    `${pixels}px`,
  );
}

test.concurrent.each(everyRoute)(
  '%s fits every window from 320 to 1920 px, and text of twice the size: nothing is too wide, cut or too small to press',
  { timeout: 120_000 },
  async (route) => {
    const { page } = await visit(route, { reducedMotion: 'reduce' });
    const diagnostics: Record<string, string[]> = {};
    const look = async (state: string, found: Promise<string[]>) => {
      const all = await found;
      if (all.length > 0) diagnostics[state] = all;
    };
    await page.setViewportSize({ width: 375, height: 812 });
    await look('375 px, thumbs', lowTargets(page));
    await unfoldAll(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await look(`${width} px`, diagnosticsOf(page));
      if (width >= 1024) await look(`${width} px, header`, page.evaluate(brokenHeader));
      if (width === 320 || width === 1024)
        await withEachDoorOpen(page, (id) => look(`${width} px, ${id} open`, diagnosticsOf(page)));
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await setTextSize(page, 32);
    await look('1280 px, text of 200 %', diagnosticsOf(page));
    expect(diagnostics).toEqual({});
    await page.context().close();
  },
);

test.each(['/services', '/products', '/#methodology'])(
  'the texts of the steps side by side on %s begin on one line in each row, clear of names and times',
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
