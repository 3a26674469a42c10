import type { Page } from 'playwright';
import type { Visitor } from './browser.ts';

/** Measurements from the first visit to a page. */
export interface FirstVisit {
  /** The font family in which the browser painted the page heading. */
  family: string | undefined;
  /** The sum of all layout shifts during the visit. */
  shift: number;
  /** Whether the largest contentful paint is text that was painted again when the font arrived. */
  largestWaited: boolean;
}

const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 };

/**
 * Opens a page with an empty cache, a latency of 150 ms and a speed of 200 kB/s, and waits for its fonts. Fonts are
 * delayed until after the first paint, so the result is the same on a busy machine.
 */
export async function measureFirstVisit(visit: Visitor, route: string, width: number): Promise<FirstVisit> {
  const { page } = await visit(route, { viewport: { width, height: 800 } }, observePage);
  const seen = await page.evaluate(async () => {
    await document.fonts.ready;
    // The browser reports a layout shift after the frame in which it occurs, so wait for a few frames.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    const { seen } = window as unknown as { seen: { shift: number; largestText: number } }; // set by `observePage`
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]; // resource entries have this type
    const font = Math.min(
      ...resources.filter(({ name }) => name.endsWith('.woff2')).map(({ responseEnd }) => responseEnd),
    );
    return { shift: seen.shift, largestWaited: seen.largestText > font };
  });
  const family = await readHeadingFont(page);
  await page.context().close();
  return { family, ...seen };
}

async function observePage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await page.route('**/*.woff2', async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await route.continue();
  });
  await page.addInitScript(() => {
    const seen = { shift: 0, largestText: 0 };
    Object.assign(window, { seen });
    // TypeScript does not have types for layout shift and paint entries yet.
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

/**
 * Returns the name of the web font in which the browser painted the first heading, or `undefined` if it used no web
 * font.
 */
async function readHeadingFont(page: Page): Promise<string | undefined> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: -1 });
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.find(({ isCustomFont }) => isCustomFont)?.familyName;
}
