import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, inject } from 'vitest';
import { chromiumFlags, findChromium } from '../../scripts/base/find-chromium.ts';

/** A page of a fresh visitor. What the page says on its console, or fails with, is in `said`. */
export interface Visit {
  page: Page;
  /** What the server answered. */
  status: number;
  said: string[];
}

/** Starts a browser for the tests of a file; the returned function opens a page of the site in it, or any address, once it is prepared. */
export function startBrowser(): (
  path: string,
  options?: BrowserContextOptions,
  prepare?: (page: Page) => Promise<unknown>,
) => Promise<Visit> {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
  });
  afterAll(() => browser.close());
  return async (path, options, prepare) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    const said: string[] = [];
    page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (problem) => said.push(`error: ${problem.message}`));
    await prepare?.(page);
    const answer = await page.goto(new URL(path, inject('site')).href);
    return { page, status: answer?.status() ?? 0, said };
  };
}

/** Gives the first sign of a person, and waits until the application answers. */
export async function wake(page: Page): Promise<void> {
  // Nobody listens before the page is seen.
  await page.waitForFunction(() => onpointermove !== null);
  await page.mouse.move(200, 5);
  await page.mouse.move(210, 5);
  await page.locator('html[data-awake]').waitFor();
}
