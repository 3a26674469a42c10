import type { Page, Request } from 'playwright';
import { vi } from 'vitest';

/** What each page has asked for and not got yet. */
const underWay = new WeakMap<Page, Set<Request>>();

/** Gives a page a clock that can be moved on, so that nobody waits for what the page waits for. */
export async function withClock(page: Page): Promise<void> {
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  await page.clock.install();
}
/** Moves the clock on, second by second, until it is so; but not while an answer is waited for. */
export const pass = (page: Page, isSo: () => Promise<boolean>): Promise<unknown> =>
  vi.waitUntil(
    async () => {
      if (underWay.get(page)?.size === 0) await page.clock.fastForward(1000);
      return isSo();
    },
    { timeout: 30_000 },
  );
