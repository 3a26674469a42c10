import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { everyRoute } from '../support/every-route.ts';
import { wakeAll } from '../support/settle.ts';

const visit = startBrowser();

/** How many pixels differ; the pictures themselves may be written differently. */
async function differingPixels(one: Buffer, other: Buffer): Promise<number> {
  if (one.equals(other)) return 0;
  const [before, after] = await Promise.all(
    [one, other].map((picture) => sharp(picture).raw().toBuffer({ resolveWithObject: true })),
  );
  if (!before || !after || before.info.width !== after.info.width || before.info.height !== after.info.height)
    return Infinity;
  let count = 0;
  for (let at = 0; at < before.data.length; at += before.info.channels) {
    if (before.data.compare(after.data, at, at + before.info.channels, at, at + before.info.channels) !== 0)
      count++;
  }
  return count;
}

test.concurrent.each(everyRoute)(
  'for those who asked for less motion nothing on %s moves from one second after load',
  { timeout: 60_000 },
  async (route) => {
    // With a clock of its own nobody has to wait for what a timer would move later.
    const { page } = await visit(route, { reducedMotion: 'reduce' }, (fresh) => fresh.clock.install());
    // A window as high as the page: what Chromium stitches together for a picture of a whole page is not the same each time.
    await page.setViewportSize({
      width: 1280,
      height: await page.evaluate(() => document.documentElement.scrollHeight),
    });
    await wakeAll(page);
    await page.clock.runFor(1000);
    const first = await page.screenshot();
    const running = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .map((animation) => (animation.effect as KeyframeEffect).target?.outerHTML.slice(0, 80)),
    ); // elements are animated by keyframes only
    await page.clock.runFor(10_000);
    const second = await page.screenshot();
    expect({ running, differing: await differingPixels(first, second) }).toEqual({
      running: [],
      differing: 0,
    });
    await page.context().close();
  },
);
