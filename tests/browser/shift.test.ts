import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startBrowser, wake } from '../support/browser.ts';
import { everyRoute } from '../support/every-route.ts';
import { scrollThrough } from '../support/settle.ts';

const visit = startBrowser();

/** Every shift of the page so far, how much it was, and what it moved. No shift is left out for standing apart from the others. */
const shiftsOf = (page: Page): Promise<{ value: number; moved: string[] }[]> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        // TypeScript's library does not know this kind of entry yet.
        type Shift = PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null }[];
        };
        const shifts: Shift[] = [];
        const collect = (entries: PerformanceEntry[]) => shifts.push(...(entries as Shift[])); // only the type asked for is among them
        const observer = new PerformanceObserver((list) => collect(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        // The shifts of a frame are told after it.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            collect(observer.takeRecords());
            resolve(
              shifts
                .filter(({ hadRecentInput }) => !hadRecentInput)
                .map(({ value, sources }) => ({
                  value,
                  moved: sources.map(({ node }) =>
                    node instanceof Element ? node.outerHTML.slice(0, 80) : '',
                  ),
                })),
            );
          }),
        );
      }),
  );

/** Lets the font come after the first words are on the screen, as it does over a slow line. */
const holdFont = async (page: Page): Promise<void> => {
  await page.route('**/*.woff2', async (route) => {
    await page
      .waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      .catch(() => undefined);
    await route.continue();
  });
};

const inWidths = everyRoute.flatMap((route) => [375, 1280].map((width) => [route, width] as const));

test.concurrent.each(inWidths)(
  '%s hardly shifts at %i px: while it loads, its font comes late, it wakes and is scrolled',
  { timeout: 60_000 },
  async (route, width) => {
    const { page } = await visit(route, { viewport: { width, height: 800 } }, holdFont);
    await wake(page);
    await scrollThrough(page);
    await page.waitForLoadState('networkidle');
    const shifts = await shiftsOf(page);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, JSON.stringify(shifts, undefined, 1)).toBeLessThanOrEqual(0.005);
    await page.context().close();
  },
);

test.concurrent.each(everyRoute)(
  'every picture of %s has width and height, in the proportion of the picture itself',
  { timeout: 60_000 },
  async (route) => {
    const { page } = await visit(route, { reducedMotion: 'reduce' });
    const wrong = await page.evaluate(async () => {
      const images = [...document.images];
      // Also those that the browser would fetch later, or never.
      for (const image of images) image.loading = 'eager';
      await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
      return images.flatMap((image) => {
        const [width, height] = [image.getAttribute('width'), image.getAttribute('height')].map(Number);
        const name = image.getAttribute('src');
        if (!width || !height) return [`${name} has no width or height`];
        if (!image.naturalWidth) return [`${name} cannot be shown`];
        // A pixel of rounding on the shorter side.
        const off = Math.abs(width / height - image.naturalWidth / image.naturalHeight) / (width / height);
        return off > 1 / Math.min(width, height)
          ? [`${name} says ${width} × ${height} and is ${image.naturalWidth} × ${image.naturalHeight}`]
          : [];
      });
    });
    expect(wrong).toEqual([]);
    await page.context().close();
  },
);
