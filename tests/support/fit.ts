import type { Page } from 'playwright';
import { brokenHeader, cutText } from './cut-text.ts';
import { targetsOnScreen } from './targets.ts';

// Browsers round the edges of what they draw, by less than this.
const rounding = 0.1;

/** What is wider than the window, cut, or too small to be pressed, as the page stands. */
export async function misfits(page: Page): Promise<string[]> {
  const targets = await page.evaluate(targetsOnScreen);
  const { overflow, header } = await page.evaluate(() => ({
    overflow:
      Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) -
      document.documentElement.clientWidth,
    header: innerWidth >= 1024 && !document.querySelector('dialog:modal, :popover-open'),
  }));
  return [
    ...(overflow > 0 ? [`the page is ${overflow} px wider than the window`] : []),
    ...(await page.evaluate(cutText)),
    ...(header ? await page.evaluate(brokenHeader) : []),
    ...targets
      .filter(({ width, height }) => Math.min(width, height) < 24 - rounding)
      .map(
        ({ name, width, height }) => `${name} is a target of ${width.toFixed(1)} × ${height.toFixed(1)} px`,
      ),
  ];
}

/** The targets that are lower than a thumb, where they are more than 30 % of all. */
export async function lowTargets(page: Page): Promise<string[]> {
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
export async function setTextSize(page: Page, pixels: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels } });
  await page.waitForFunction(
    (size) => getComputedStyle(document.documentElement).fontSize === size,
    `${pixels}px`,
  );
  await session.detach();
}
