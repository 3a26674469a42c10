import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { chromiumFlags } from '../../scripts/system/chromium.ts';

/** A page in a new browser context. */
export interface Visit {
  page: Page;
  /** The status code of the page's response. */
  status: number;
  /** Console messages and uncaught errors of all pages in the context. */
  logs: string[];
}

/** Opens a path of the site, or any URL, in a new browser context. `prepare` runs before the navigation. */
export type Visitor = (
  path: string,
  options?: BrowserContextOptions,
  prepare?: (page: Page) => Promise<unknown>,
) => Promise<Visit>;

/**
 * Flags that use one process per context. Otherwise Chromium starts one process for the empty page and a second one for
 * the site, which makes a visit 20 % slower.
 */
const singleProcessFlags = ['--disable-site-isolation-trials', '--renderer-process-limit=1'];

/** The browser shared by all test files of a worker. It exits with the worker, when the pipe between them closes. */
let sharedBrowser: Promise<Browser> | undefined;

/**
 * Shares a browser between the tests of a file. Contexts are closed after each test, because pages with animations slow
 * down later tests. Concurrent tests must close their own contexts.
 */
export function startBrowser(): Visitor {
  let browser: Browser;
  const openContexts = new Set<BrowserContext>();
  beforeAll(async () => {
    // Replace a browser that has crashed.
    if (!(await sharedBrowser)?.isConnected())
      sharedBrowser = chromium.launch({
        executablePath: inject('chromium'),
        args: [...chromiumFlags, ...singleProcessFlags],
      });
    browser = await sharedBrowser!; // the browser was started above
  });
  // Forget contexts opened in `beforeAll`, so that they stay open during all tests of the file.
  beforeEach(({ task }) => void (task.concurrent || openContexts.clear()));
  afterEach(async ({ task }) => {
    if (!task.concurrent) await Promise.all([...openContexts].map((context) => context.close()));
  });
  afterAll(() => Promise.all(browser.contexts().map((context) => context.close())));
  return async (path, options, prepare) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    openContexts.add(context);
    context.on('close', () => openContexts.delete(context));
    // The first message starts the database, which is slow on a busy machine.
    context.setDefaultTimeout(45_000);
    const logs: string[] = [];
    context.on('console', (message) => logs.push(`${message.type()}: ${message.text()}`));
    context.on('weberror', (webError) => logs.push(`error: ${webError.error().message}`));
    const page = await context.newPage();
    await prepare?.(page);
    const response = await page.goto(new URL(path, inject('site')).href);
    return { page, status: response?.status() ?? 0, logs };
  };
}

/** The window size and media settings of a visitor. */
interface Display extends NonNullable<Parameters<Page['emulateMedia']>[0]> {
  width?: number;
  height?: number;
}

/**
 * A page for read-only tests. It navigates from path to path,
 * which is much faster than opening a new page for each path.
 */
export interface SharedPage {
  /** Opens a path of the site, or any URL. */
  open(path: string, display?: Display): Promise<Visit>;
  /** Changes the window size and media settings of the open page. */
  show(display: Display): Promise<Visit>;
}

/** Shares one page between the tests of a file. Storage, routes and installed clocks persist between tests. */
export function startSharedPage(options: BrowserContextOptions = {}): SharedPage {
  const visit = startBrowser();
  let sharedVisit: Visit;
  beforeAll(async () => {
    sharedVisit = await visit('about:blank', options);
  });
  const show = async ({ width = 1280, height = 800, ...media }: Display) => {
    await sharedVisit.page.setViewportSize({ width, height });
    await sharedVisit.page.emulateMedia({
      media: null,
      colorScheme: options.colorScheme ?? 'light',
      reducedMotion: options.reducedMotion ?? 'no-preference',
      forcedColors: 'none',
      ...media,
    });
    return sharedVisit;
  };
  const open = async (path: string, display: Display = {}) => {
    await show(display);
    sharedVisit.logs.length = 0;
    await sharedVisit.page.goto(new URL(path, inject('site')).href);
    return sharedVisit;
  };
  return { open, show };
}

/** Moves the pointer, which starts the application as a visitor's first input would. Waits until it has started. */
export async function hydrate(page: Page): Promise<void> {
  // The loader listens only after the first paint. Move twice, because the
  // browser also reports a resting pointer as a move in a new document.
  await page.waitForFunction(
    () => onpointermove !== null || document.documentElement.hasAttribute('data-awake'),
  );
  await page.mouse.move(200, 5);
  await page.mouse.move(210, 5);
  await page.locator('html[data-awake]').waitFor();
}

/** Marks the current document, so that `isSameDocument` can detect a full page load. */
export const markDocument = (page: Page): Promise<void> =>
  page.evaluate(() => void Object.assign(window, { sameDocument: true }));

/** Returns whether the document that `markDocument` marked is still open. */
export const isSameDocument = (page: Page): Promise<boolean> => page.evaluate(() => 'sameDocument' in window);

/** Scrolls through the page until every picture has loaded, then back to the top. */
export async function scrollThrough(page: Page): Promise<void> {
  // `evaluate` would never time out on a page that draws no frames, so use `waitForFunction`.
  await page.waitForFunction(async () => {
    // On a busy machine, Chromium may stop drawing a page. Do not wait longer than a second for a frame.
    const frame = () =>
      Promise.race([new Promise(requestAnimationFrame), new Promise((done) => setTimeout(done, 1000))]);
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight * 1.6) {
      scrollTo({ top: y, behavior: 'instant' });
      await frame();
      await frame();
    }
    scrollTo({ top: 0, behavior: 'instant' });
    return true;
  });
  // The header updates its state in the next frame.
  await page.waitForFunction(() => !document.documentElement.hasAttribute('data-scrolled'));
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      // The browser does not load lazy pictures inside closed sections or outside a carousel's viewport, so skip them.
      const { width, left, right } = image.getBoundingClientRect();
      return image.complete || width === 0 || !image.checkVisibility() || left > innerWidth || right < 0;
    }),
  );
}

/** Hydrates every island of the page, whether it is visible or not. */
export async function hydrateAll(page: Page): Promise<void> {
  await hydrate(page);
  // Islands in closed dialogs are never visible, so send the signal that the loader itself uses.
  await page.evaluate(() => {
    for (const island of document.querySelectorAll('[data-island]')) {
      // The loader reads the attribute on islands that it does not observe yet, and handles the event on all others.
      island.setAttribute('data-wanted', '');
      island.dispatchEvent(new Event('wanted', { bubbles: true }));
    }
  });
  await scrollThrough(page);
  await page.waitForFunction(() => document.querySelector('[data-island]:not([data-live])') === null);
}

/** Finishes all animations, so that axe does not measure the contrast of text that is still fading in. */
export async function finishAnimations(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel();
      else animation.finish();
  });
}

/** Pauses all animations on the page at the given time, in milliseconds. */
export const seekAnimations = (page: Page, time: number): Promise<void> =>
  page.evaluate((time) => {
    for (const animation of document.getAnimations()) {
      animation.pause();
      animation.currentTime = time;
    }
  }, time);

/** Returns the paths of pages that share the site's header. A page with a different header loads as a new document. */
const filterSharedHeader = (page: Page, paths: readonly string[]): Promise<string[]> =>
  page.evaluate(async (all) => {
    const views = await Promise.all(
      all.map(async (path) => (await fetch(`${path.replace(/\/$/, '/index')}.page.json`)).json()),
    );
    return all.filter((_, index) => views[index].header === undefined);
  }, paths);

/**
 * Follows up to `count` links without leaving the document,
 * and scrolls through each page. Returns all console messages.
 */
export async function followLinks({ page, logs }: Visit, count = 10): Promise<string[]> {
  await hydrateAll(page);
  await markDocument(page);
  const links = page.locator(':is(header, footer) a[href^="/"]:not([href="/"], [href*="."])');
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const lastPaths = (await filterSharedHeader(page, [...new Set(paths)])).slice(-count);
  expect(lastPaths).toHaveLength(count);
  for (const path of lastPaths) {
    // Dispatch the event directly, because some links are in closed menus and cannot be clicked.
    await page.locator(`:is(header, footer) a[href="${path}"]`).first().dispatchEvent('click');
    await expect
      .poll(() => page.locator('link[rel=canonical]').getAttribute('href'))
      .toMatch(new RegExp(`${path}$`));
    await scrollThrough(page);
    await page.waitForLoadState('networkidle');
    expect(await isSameDocument(page), `${path} in the same document`).toBe(true);
  }
  return logs;
}

/** Records how the browser applies a page's speculation rules. */
export async function watchPrefetching(page: Page) {
  const session = await page.context().newCDPSession(page);
  const toPath = (url: string) => new URL(url).pathname;
  const diagnostics: string[] = [];
  const prefetched: string[] = [];
  let candidates: string[] = [];
  session.on(
    'Preload.ruleSetUpdated',
    ({ ruleSet: { errorMessage } }) => errorMessage && diagnostics.push(errorMessage),
  );
  session.on(
    'Preload.preloadingAttemptSourcesUpdated',
    ({ preloadingAttemptSources }) =>
      (candidates = preloadingAttemptSources.map(({ key }) => toPath(key.url))),
  );
  session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl }) => prefetched.push(toPath(prefetchUrl)));
  await session.send('Preload.enable');
  return { diagnostics, candidates: () => candidates, prefetched };
}
