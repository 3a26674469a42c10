import type { CDPSession } from 'playwright';
import { expect, test } from 'vitest';
import { hydrate, isSameDocument, markDocument, startBrowser } from '../support/browser.ts';

const visit = startBrowser();

/** Returns the numbers of listeners, nodes and bytes of the page after garbage collection. */
async function retained(session: CDPSession): Promise<{ listeners: number; nodes: number; bytes: number }> {
  for (let count = 0; count < 3; count++) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { listeners: value('JSEventListeners'), nodes: value('Nodes'), bytes: value('JSHeapUsedSize') };
}

const pages = 80;

test('after many pages, the application has no more listeners, nodes and memory than after 40', async () => {
  const { page } = await visit('/', { reducedMotion: 'reduce' });
  await hydrate(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await markDocument(page);

  /** Follows links in a loop through pages with all kinds of islands. */
  const navigate = (times: number) =>
    page.evaluate(async (times) => {
      const round = ['/contact', '/log', '/stations', '/'];
      const title = () => document.getElementById('announcer')?.textContent;
      for (let count = 0; count < times; count++) {
        const before = title();
        const path = round[count % round.length] ?? '/';
        const link = Object.assign(document.createElement('a'), { href: path });
        document.body.append(link);
        link.click();
        link.remove();
        const since = performance.now();
        while (title() === before && performance.now() - since < 10_000)
          await new Promise(requestAnimationFrame);
        if (location.pathname !== path) throw new Error(`${path} was not reached`);
        // After two frames, the page has finished its work.
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
      }
    }, times);

  await navigate(40);
  const early = await retained(session);
  await navigate(pages - 40);
  const late = await retained(session);
  expect(await isSameDocument(page)).toBe(true);
  expect({ listeners: late.listeners - early.listeners, nodes: late.nodes - early.nodes }).toEqual({
    listeners: 0,
    nodes: 0,
  });
  // V8 still compiles hot code, about 2 kB per page. A retained page would be a hundred times larger.
  expect(late.bytes - early.bytes).toBeLessThan((pages - 40) * 5_000);
});
