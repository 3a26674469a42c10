import type { Browser, Page } from 'playwright';
import { chromiumFlags, findInstalledChromium } from '../system/chromium.ts';
import { CommandError } from '../system/errors.ts';
import type { RenderedSite } from './rendered-site.ts';

/** The part of a page from the top of a block to the top of the next block. */
export interface Strip {
  /** The block type, or the element name for other parts of the page. */
  kind: string;
  top: number;
  bottom: number;
}

/** A screenshot of a whole page. */
export interface PagePicture {
  png: Buffer;
  width: number;
  height: number;
  strips: Strip[];
}

/** Maximum height of a picture in pixels. Longer pages are cut off, because WebP allows at most 16,383 pixels. */
const maxHeight = 15_000;

/** Time limit for a page to load, in milliseconds. */
const loadTimeout = 30_000;

/** Starts the installed Chromium or Google Chrome. Throws if neither is installed. */
export async function startChromium(): Promise<Browser> {
  const { chromium } = await import('playwright').catch(() => {
    throw new CommandError('Pictures need Playwright. Install it with `npm install --save-dev playwright`.');
  });
  const executablePath = await findInstalledChromium().catch((problem: Error) => {
    throw new CommandError(problem.message);
  });
  if (executablePath === undefined)
    throw new CommandError(
      'Pictures need Chromium or Google Chrome, but neither was found. Install one, or set the environment ' +
        'variable PAGEWRIGHT_CHROMIUM to its path.',
    );
  return chromium.launch({ executablePath, args: chromiumFlags }).catch((problem: Error) => {
    throw new CommandError(`Chromium could not be started: ${getFirstLine(problem)}`);
  });
}

export const getFirstLine = ({ message }: Error): string => message.split('\n')[0] ?? '';

/** A function that takes a picture of a page in a window of the given width. */
export type Camera = (address: string, width: number) => Promise<PagePicture>;

/** Opens a browser page to take pictures of a site, without JavaScript, animations or network access. */
export async function openCamera(browser: Browser, site: RenderedSite): Promise<Camera> {
  const page = await browser.newPage({
    javaScriptEnabled: false,
    reducedMotion: 'reduce',
    colorScheme: 'light',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  page.setDefaultTimeout(loadTimeout);
  await page.route('**/*', async (route) => {
    const file = await site.read(route.request().url()).catch(() => undefined);
    return file ? route.fulfill(file) : route.abort();
  });
  return (address, width) => takePicture(page, address, width);
}

async function takePicture(page: Page, address: string, width: number): Promise<PagePicture> {
  await page.setViewportSize({ width, height: 900 });
  await page.goto(address);
  const { height: pageHeight, tops } = await page.evaluate(measureBlocks);
  const height = Math.min(Math.ceil(pageHeight), maxHeight);
  const clip = { x: 0, y: 0, width, height };
  const png = await page.screenshot({ fullPage: true, animations: 'disabled', clip });
  const strips = tops
    .map(({ kind, top }, index) => ({
      kind,
      top: index === 0 ? 0 : Math.round(top),
      bottom: Math.min(Math.round(tops[index + 1]?.top ?? height), height),
    }))
    .filter(({ top, bottom }) => top < bottom);
  return { png, width, height, strips };
}

/** Opens each `<details>`, waits for fonts and images, and measures the blocks. Runs in the browser. */
async function measureBlocks() {
  for (const details of document.querySelectorAll('details')) {
    // Browsers keep only one `<details>` element of the same name open.
    details.removeAttribute('name');
    details.open = true;
  }
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  const blocks = [...document.querySelectorAll<HTMLElement>('header, main > *, footer')].filter(
    (element) => element.parentElement?.closest('main > *') === null && element.checkVisibility(),
  );
  for (const { style, offsetHeight } of blocks)
    // Round heights to whole pixels, because Chromium draws a block differently if it begins between two pixels.
    Object.assign(style, { boxSizing: 'border-box', minBlockSize: `${offsetHeight + 1}px` });
  const tops = blocks
    .map((element) => ({
      kind: element.getAttribute('data-block') ?? element.tagName,
      top: element.getBoundingClientRect().top + scrollY,
    }))
    .toSorted((a, b) => a.top - b.top);
  return {
    height: document.documentElement.scrollHeight,
    tops: tops.length > 0 ? tops : [{ kind: 'page', top: 0 }],
  };
}
