import type { Page } from 'playwright';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { everyRoute } from '../support/every-route.ts';
import { wakeAll } from '../support/settle.ts';

const visit = startBrowser();

/** Waits until the page has stood loaded for so long. */
const untilLoadedFor = (page: Page, time: number) =>
  page.waitForFunction((time) => {
    const [load] = performance.getEntriesByType('navigation');
    // The only entry of that type is of that kind.
    const { loadEventEnd } = load as PerformanceNavigationTiming;
    return loadEventEnd > 0 && performance.now() - loadEventEnd >= time;
  }, time);

/** How many pixels differ; the pictures themselves may be written differently. */
async function differingPixels(one: Buffer, other: Buffer): Promise<number> {
  if (one.equals(other)) return 0;
  const [before, after] = await Promise.all([one, other].map((picture) => sharp(picture).raw().toBuffer({ resolveWithObject: true })));
  if (!before || !after || before.info.width !== after.info.width || before.info.height !== after.info.height) return Infinity;
  let count = 0;
  for (let at = 0; at < before.data.length; at += before.info.channels) {
    if (before.data.compare(after.data, at, at + before.info.channels, at, at + before.info.channels) !== 0) count++;
  }
  return count;
}

test.concurrent.each(everyRoute)('for those who asked for less motion nothing on %s moves from one second after load', { timeout: 60_000 }, async (route) => {
  const { page } = await visit(route, { reducedMotion: 'reduce' });
  await wakeAll(page);
  await untilLoadedFor(page, 1000);
  const first = await page.screenshot({ fullPage: true });
  const since = await page.evaluate(() => performance.now());
  const running = await page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').map((animation) => (animation.effect as KeyframeEffect).target?.outerHTML.slice(0, 80))); // elements are animated by keyframes only
  await page.waitForFunction((time) => performance.now() >= time, since + 600);
  const second = await page.screenshot({ fullPage: true });
  expect({ running, differing: await differingPixels(first, second) }).toEqual({ running: [], differing: 0 });
  await page.context().close();
});
