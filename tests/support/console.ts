import { expect } from 'vitest';
import type { Visit } from './browser.ts';
import { everyRoute } from './every-route.ts';
import { hydrateAll, scrollThrough } from './settle.ts';

/**
 * What pages log, or are refused, while a visitor follows links in one document and reads each page to its
 * end.
 */
export async function loggedOnTheWay({ page, logs }: Visit, count = 10): Promise<string[]> {
  await hydrateAll(page);
  await page.evaluate(() => void Object.assign(window, { sameDocument: true }));
  const links = page.locator(':is(header, footer) a[href^="/"]');
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const last = [...new Set(paths)].filter((path) => path !== '/' && everyRoute.includes(path)).slice(-count);
  expect(last).toHaveLength(count);
  for (const path of last) {
    // Chosen as links; some are in closed menus.
    await page.locator(`:is(header, footer) a[href="${path}"]`).first().dispatchEvent('click');
    await expect
      .poll(() => page.locator('link[rel=canonical]').getAttribute('href'))
      .toMatch(new RegExp(`${path}$`));
    await scrollThrough(page);
    await page.waitForLoadState('networkidle');
  }
  expect(await page.evaluate(() => 'sameDocument' in window), 'all in one document').toBe(true);
  return logs;
}
