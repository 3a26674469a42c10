import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { chromiumFlags } from '../../scripts/system/chromium.ts';

/** A page of a fresh visitor. `logs` has its console messages and errors. */
export interface Visit {
  page: Page;
  /** What the server answered. */
  status: number;
  logs: string[];
}

/** Opens a page of the site, or any URL, for a fresh visitor, once the page is prepared. */
export type Visitor = (
  path: string,
  options?: BrowserContextOptions,
  prepare?: (page: Page) => Promise<unknown>,
) => Promise<Visit>;

/**
 * One process for all pages of a visitor. Otherwise Chromium starts one for the empty page that a visit begins
 * with and throws it away for that of the site: a fifth of what a visit costs.
 */
const oneProcess = ['--disable-site-isolation-trials', '--renderer-process-limit=1'];

/** One for all files of a worker. It ends with the worker, which holds the other end of its pipe. */
let shared: Promise<Browser> | undefined;

/** Visitors that stay for the next files of the worker. */
export const lasting = new Set<BrowserContext>();

/**
 * Lets the tests of a file share a browser. What a test leaves open is closed after it: a page that moves
 * costs the tests after it as much as their own. Concurrent tests close their own pages.
 */
export function startBrowser(): Visitor {
  let browser: Browser;
  const open = new Set<BrowserContext>();
  beforeAll(async () => {
    // One that has crashed is replaced.
    if (!(await shared)?.isConnected())
      shared = chromium.launch({
        executablePath: inject('chromium'),
        args: [...chromiumFlags, ...oneProcess],
      });
    browser = await shared!; // set above
  });
  // What was opened for all tests stays.
  beforeEach(({ task }) => void (task.concurrent || open.clear()));
  afterEach(async ({ task }) => {
    if (!task.concurrent) await Promise.all([...open].map((context) => context.close()));
  });
  afterAll(async () => {
    const ended = browser.contexts().filter((context) => !lasting.has(context));
    await Promise.all(ended.map((context) => context.close()));
  });
  return async (path, options, prepare) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    open.add(context);
    context.on('close', () => open.delete(context));
    const page = await context.newPage();
    // The first message that is sent starts the database, which takes long on a loaded machine.
    page.setDefaultTimeout(110_000);
    const logs: string[] = [];
    page.on('console', (message) => logs.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => logs.push(`error: ${error.message}`));
    await prepare?.(page);
    const answer = await page.goto(new URL(path, inject('site')).href);
    return { page, status: answer?.status() ?? 0, logs };
  };
}

/** Gives the first sign of a person, and waits until the application answers. */
export async function hydrate(page: Page): Promise<void> {
  // Nobody listens before the page is seen.
  await page.waitForFunction(() => onpointermove !== null);
  await page.mouse.move(200, 5);
  await page.mouse.move(210, 5);
  await page.locator('html[data-awake]').waitFor();
}
