import type { Browser } from 'playwright';

/** What a visitor experiences while a page loads; times in milliseconds. */
export interface Load {
  /** Largest contentful paint. */
  lcp: number;
  /**
   * Total blocking time after the first contentful paint: what is over 50 ms in each task, as in Lighthouse.
   */
  tbt: number;
  /** Cumulative layout shift. */
  cls: number;
}

/**
 * Milliseconds of observation after the load: fewer than the application waits before it starts by itself.
 */
const observed = 2000;
/** Slow 4G, as Lighthouse defines it. */
const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
};

/** Loads a page as a new visitor on a phone does: a slow network, a processor at a quarter of its speed. */
export async function loadPage(browser: Browser, address: string): Promise<Load> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(() => {
    // TypeScript's library does not know these kinds of entries yet.
    type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean };
    const load = { lcp: 0, cls: 0 };
    const tasks: PerformanceEntry[] = [];
    Object.assign(window, { load, tasks });
    const observe = (type: string, see: (entry: Entry) => void) =>
      new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(see)).observe({
        type,
        buffered: true,
      });
    observe('largest-contentful-paint', ({ startTime }) => (load.lcp = startTime));
    observe('longtask', (task) => tasks.push(task));
    observe('layout-shift', ({ value, hadRecentInput }) => (load.cls += hadRecentInput ? 0 : value));
  });
  await page.goto(address, { waitUntil: 'load', timeout: 60_000 });
  await page.waitForTimeout(observed);
  const load = await page.evaluate(() => {
    // set by the script above
    const { load, tasks } = window as unknown as { load: Omit<Load, 'tbt'>; tasks: PerformanceEntry[] };
    const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    return {
      ...load,
      tbt: tasks.reduce(
        (sum, { startTime, duration }) =>
          sum + Math.max(0, startTime + duration - Math.max(startTime, firstPaint) - 50),
        0,
      ),
    };
  });
  await context.close();
  return load;
}
