import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { startBrowser, Visit } from './browser.ts';
import { everyRoute } from './every-route.ts';
import { scrollThrough, wakeAll } from './settle.ts';

// The page for unknown addresses says something, as it should: see there.
const routes = everyRoute.filter((route) => route !== '/404');

/** What every page of a site says on the console, or is refused by its policy: asleep, and once it is awake and read to its end. */
export async function saidByRoutes(visit: ReturnType<typeof startBrowser>, site: string): Promise<string[]> {
  const all: string[] = [];
  const waiting = [...routes];
  // Most of the time goes into waiting for the last request.
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { page, said } = await visit(site);
      for (let route = waiting.shift(); route !== undefined; route = waiting.shift()) {
        await page.goto(site + route);
        await page.waitForLoadState('networkidle');
        all.push(...said.splice(0).map((message) => `${route} asleep: ${message}`));
        await wakeAll(page);
        await page.waitForLoadState('networkidle');
        all.push(...said.splice(0).map((message) => `${route} awake: ${message}`));
      }
      await page.context().close();
    }),
  );
  return all;
}

/** The same while a visitor follows ten links from the home page in one document, and reads each page to its end. */
export async function saidOnTheWay({ page, said }: Visit, site: string): Promise<string[]> {
  await page.goto(site);
  await wakeAll(page);
  await page.evaluate(() => void Object.assign(window, { sameDocument: true }));
  for (const path of await tenLinks(page)) {
    await page
      .locator(`:is(header, footer) a[href="${path}"]`)
      .first()
      .evaluate((link) => (link as HTMLElement).click()); // chosen as links; some are in closed menus
    await expect
      .poll(() => page.locator('link[rel=canonical]').getAttribute('href'))
      .toMatch(new RegExp(`${path}$`));
    await scrollThrough(page);
    await page.waitForLoadState('networkidle');
  }
  expect(await page.evaluate(() => 'sameDocument' in window), 'all in one document').toBe(true);
  return said;
}

async function tenLinks(page: Page): Promise<string[]> {
  const paths = await page
    .locator(':is(header, footer) a[href^="/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const ten = [...new Set(paths)].filter((path) => path !== '/' && routes.includes(path)).slice(-10);
  expect(ten).toHaveLength(10);
  return ten;
}
