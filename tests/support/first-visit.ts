import type { Page } from 'playwright';
import type { Visitor } from './browser.ts';

/** What a visitor sees of a page on the first visit. */
export interface FirstVisit {
  /** The family that the heading of the page is painted in. */
  family: string | undefined;
  /** The sum of all layout shifts. */
  shift: number;
  /** Whether the largest thing is a text that was painted again when the font came. */
  largestWaited: boolean;
}

const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 };

/**
 * Opens a page with an empty cache, 150 ms latency and 200 kB/s, and waits for its fonts. They come after the first
 * paint, however busy the machine is.
 */
export async function firstVisit(visit: Visitor, route: string, width: number): Promise<FirstVisit> {
  const { page } = await visit(route, { viewport: { width, height: 800 } }, observe);
  const seen = await page.evaluate(async () => {
    await document.fonts.ready;
    // A shift is reported after its frame.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    const { seen } = window as unknown as { seen: { shift: number; largestText: number } }; // set by `observe`
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]; // of that type
    const font = Math.min(
      ...resources.filter(({ name }) => name.endsWith('.woff2')).map(({ responseEnd }) => responseEnd),
    );
    return { shift: seen.shift, largestWaited: seen.largestText > font };
  });
  const family = await headingFamily(page);
  await page.context().close();
  return { family, ...seen };
}

async function observe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', line);
  await page.route('**/*.woff2', async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await route.continue();
  });
  await page.addInitScript(() => {
    const seen = { shift: 0, largestText: 0 };
    Object.assign(window, { seen });
    // TypeScript's library does not have these kinds of entries yet.
    type Entry = PerformanceEntry & { value: number; url: string };
    const watch = (type: string, add: (entry: Entry) => void) =>
      new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(add)).observe({
        type,
        buffered: true,
      });
    watch('layout-shift', ({ value }) => (seen.shift += value));
    watch('largest-contentful-paint', ({ startTime, url }) => (seen.largestText = url ? 0 : startTime));
  });
}

/** The name of the font that the browser has painted the first heading in. */
async function headingFamily(page: Page): Promise<string | undefined> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: -1 });
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.find(({ isCustomFont }) => isCustomFont)?.familyName;
}
