import type { CDPSession } from 'playwright';
import { expect, test } from 'vitest';
import { hydrate, isSameDocument, markDocument, startBrowser } from '../support/browser.ts';

const visit = startBrowser();

/** Returns the page's number of listeners and nodes, and its heap size in bytes, after garbage collection. */
async function measureRetained(
  session: CDPSession,
): Promise<{ listeners: number; nodes: number; bytes: number }> {
  for (let count = 0; count < 3; count++) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const readMetric = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return {
    listeners: readMetric('JSEventListeners'),
    nodes: readMetric('Nodes'),
    bytes: readMetric('JSHeapUsedSize'),
  };
}

const pages = 80;

test('after 40 pages, further navigation does not increase event listeners, DOM nodes or memory', async () => {
  const { page } = await visit('/', { reducedMotion: 'reduce' });
  await hydrate(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await markDocument(page);

  /** Follows links in a loop through pages with all kinds of islands. */
  const navigate = (times: number) =>
    page.evaluate(async (times) => {
      const cycle = ['/contact', '/log', '/stations', '/'];
      const readTitle = () => document.getElementById('announcer')?.textContent;
      for (let count = 0; count < times; count++) {
        const before = readTitle();
        const path = cycle[count % cycle.length] ?? '/';
        const link = Object.assign(document.createElement('a'), { href: path });
        document.body.append(link);
        link.click();
        link.remove();
        const startTime = performance.now();
        while (readTitle() === before && performance.now() - startTime < 10_000)
          await new Promise(requestAnimationFrame);
        if (location.pathname !== path) throw new Error(`${path} was not reached`);
        // Give the page two frames to finish its work.
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
      }
    }, times);

  await navigate(40);
  const earlyCounts = await measureRetained(session);
  await navigate(pages - 40);
  const lateCounts = await measureRetained(session);
  expect(await isSameDocument(page)).toBe(true);
  expect({
    listeners: lateCounts.listeners - earlyCounts.listeners,
    nodes: lateCounts.nodes - earlyCounts.nodes,
  }).toEqual({
    listeners: 0,
    nodes: 0,
  });
  // V8 adds about 2 kB of compiled code for each page. A leaked page would add a hundred times as much.
  expect(lateCounts.bytes - earlyCounts.bytes).toBeLessThan((pages - 40) * 5_000);
});
