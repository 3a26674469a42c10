import type { Page } from 'playwright';

/** Lets the fonts come after the first words are on the screen, as they do over a slow line. */
export const holdFonts = (page: Page): Promise<unknown> =>
  page.route('**/*.woff2', async (route) => {
    await page
      .waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      .catch(() => undefined);
    await route.continue();
  });

/**
 * What has moved the layout so far, where that is more than can be seen. A shift counts however long ago
 * another was.
 */
export const layoutShifts = (page: Page): Promise<string[]> =>
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
        // The type observed.
        const collect = (entries: PerformanceEntry[]) => shifts.push(...(entries as Shift[]));
        const observer = new PerformanceObserver((list) => collect(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        const answer = () => {
          collect(observer.takeRecords());
          const counted = shifts.filter(({ hadRecentInput }) => !hadRecentInput);
          const sum = counted.reduce((total, { value }) => total + value, 0);
          const moved = counted.flatMap(({ value, sources }) =>
            sources.map(
              ({ node }) =>
                `${value.toFixed(4)}: ${node instanceof Element ? node.outerHTML.slice(0, 80) : ''}`,
            ),
          );
          resolve(sum > 0.005 ? [`shifts of ${sum.toFixed(4)} in all`, ...moved] : []);
        };
        // The shifts of a frame are reported after it.
        requestAnimationFrame(() => requestAnimationFrame(answer));
      }),
  );
