import type { Browser } from 'playwright';

/** What a visitor feels while a page loads; times in milliseconds. */
export interface Load {
  /** When the largest text or picture is there. */
  lcp: number;
  /** How long the page could not have answered since something of it was seen: what is over 50 ms in each task, as Lighthouse counts it. */
  tbt: number;
  /** How far things moved by themselves. */
  cls: number;
}

/** How long after loading a page is watched: shorter than the application waits before it starts by itself. */
const watched = 2000;
/** Slow 4G, as Lighthouse has it. */
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
};

/** Loads a page as a new visitor on a phone does: a slow line, a processor at a quarter of its speed. */
export async function loadOnce(browser: Browser, address: string): Promise<Load> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', line);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(() => {
    // TypeScript's library does not know these kinds of entries yet.
    type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean };
    const felt = { lcp: 0, cls: 0 };
    const tasks: PerformanceEntry[] = [];
    Object.assign(window, { felt, tasks });
    const watch = (type: string, see: (entry: Entry) => void) =>
      new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(see)).observe({
        type,
        buffered: true,
      });
    watch('largest-contentful-paint', ({ startTime }) => (felt.lcp = startTime));
    watch('longtask', (task) => tasks.push(task));
    watch('layout-shift', ({ value, hadRecentInput }) => (felt.cls += hadRecentInput ? 0 : value));
  });
  await page.goto(address, { waitUntil: 'load', timeout: 60_000 });
  await page.waitForTimeout(watched);
  const load = await page.evaluate(() => {
    const { felt, tasks } = window as unknown as { felt: Omit<Load, 'tbt'>; tasks: PerformanceEntry[] }; // set above
    const seen = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    return {
      ...felt,
      tbt: tasks.reduce(
        (sum, { startTime, duration }) =>
          sum + Math.max(0, startTime + duration - Math.max(startTime, seen) - 50),
        0,
      ),
    };
  });
  await context.close();
  return load;
}
