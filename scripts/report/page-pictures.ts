import type { Browser, Page } from 'playwright';
import { chromiumFlags, installedChromium } from '../system/chromium.ts';
import { CommandError } from '../system/errors.ts';
import type { SiteFiles } from './site-files.ts';

/** A stretch of a page from one of its blocks to the next. */
export interface Strip {
  /** The kind of its block. */
  kind: string;
  top: number;
  bottom: number;
}

/** A whole page, as a visitor with a window of this width sees it. */
export interface PagePicture {
  png: Buffer;
  width: number;
  height: number;
  strips: Strip[];
}

/** Pixels. What is below is not looked at: a file cannot hold a picture that is much longer. */
const maxHeight = 15_000;

/** Milliseconds for a page to load. */
const patience = 30_000;

/** Starts the Chromium of this computer. */
export async function startChromium(): Promise<Browser> {
  const { chromium } = await import('playwright').catch(() => {
    throw new CommandError('Pictures need Playwright. Install it: `npm install --save-dev playwright`.');
  });
  const executablePath = await installedChromium().catch((problem: Error) => {
    throw new CommandError(problem.message);
  });
  if (executablePath === undefined)
    throw new CommandError(
      'Pictures need Chromium or Google Chrome, and this computer has none. Install one, or set the variable ' +
        'PAGEWRIGHT_CHROMIUM to its path.',
    );
  return chromium.launch({ executablePath, args: chromiumFlags }).catch((problem: Error) => {
    throw new CommandError(`Chromium does not start: ${firstLine(problem)}`);
  });
}

export const firstLine = ({ message }: Error): string => message.split('\n')[0] ?? '';

/** Takes the picture of a page at the width of a window. */
export type Camera = (address: string, width: number) => Promise<PagePicture>;

/** Opens a page that takes pictures of a site. Nothing moves, no script runs, and nothing comes from the network. */
export async function openCamera(browser: Browser, files: SiteFiles): Promise<Camera> {
  const page = await browser.newPage({
    javaScriptEnabled: false,
    reducedMotion: 'reduce',
    colorScheme: 'light',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  page.setDefaultTimeout(patience);
  await page.route('**/*', async (route) => {
    const file = await files.read(route.request().url()).catch(() => undefined);
    return file ? route.fulfill(file) : route.abort();
  });
  return (address, width) => takePicture(page, address, width);
}

async function takePicture(page: Page, address: string, width: number): Promise<PagePicture> {
  await page.setViewportSize({ width, height: 900 });
  await page.goto(address);
  const { height, tops } = await page.evaluate(settlePage);
  const shown = Math.min(Math.ceil(height), maxHeight);
  const clip = { x: 0, y: 0, width, height: shown };
  const png = await page.screenshot({ fullPage: true, animations: 'disabled', clip });
  const strips = tops
    .map(({ kind, top }, at) => ({
      kind,
      top: at === 0 ? 0 : Math.round(top),
      bottom: Math.min(Math.round(tops[at + 1]?.top ?? shown), shown),
    }))
    .filter(({ top, bottom }) => top < bottom);
  return { png, width, height: shown, strips };
}

/** Opens what is folded, waits for fonts and pictures, and measures blocks. It runs in the page. */
async function settlePage() {
  for (const details of document.querySelectorAll('details')) {
    // Of those with the same name, only one would stay open.
    details.removeAttribute('name');
    details.open = true;
  }
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  const blocks = [...document.querySelectorAll<HTMLElement>('header, main > *, footer')].filter(
    (element) => element.parentElement?.closest('main > *') === null && element.checkVisibility(),
  );
  for (const { style, offsetHeight } of blocks)
    // A block that begins between two pixels is drawn differently.
    Object.assign(style, { boxSizing: 'border-box', minBlockSize: `${offsetHeight + 1}px` });
  const tops = blocks
    .map((element) => ({
      kind: element.getAttribute('data-block') ?? element.tagName,
      top: element.getBoundingClientRect().top + scrollY,
    }))
    .toSorted((one, other) => one.top - other.top);
  return {
    height: document.documentElement.scrollHeight,
    tops: tops.length > 0 ? tops : [{ kind: 'page', top: 0 }],
  };
}
