import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { inject } from 'vitest';

/** The budget for the scripts on a hydrated page, in bytes after `gzip -9`. */
const baseBudget = 89_550;
/** Additional budgets for pages that contain a matching element, in bytes after `gzip -9`, by selector. */
const extraBudgets: Record<string, number> = {
  // The components and styles that load with the first island.
  '[data-live]': 17_300,
  // The script that marks the current heading in the table of contents.
  '[data-block=contents]': 400,
  '[data-block=logo-carousel]': 23_500,
  // The code of embeds, including the pins on a map.
  '[data-block=embed]': 3_000,
  '[data-countdown]': 400,
  '[type=range]': 900,
  // The code that sends forms with retries, and the rules for fields, which report problems even offline. The code for
  // files and proof of work loads only on pages whose forms need it.
  form: 7_300,
  // The backend client, and the code for retries and drafts.
  'form[action]': 57_000,
};

/** Returns the size in bytes after `gzip -9`. */
export const measureGzipSize = (bytes: Buffer | string): number => gzipSync(bytes, { level: 9 }).length;

/** Returns the name of a built file without the hash. */
export const toBundleName = (file: string): string => basename(file).replace(/-[\w-]{8}\.js$/, '');

/** Returns a problem that lists the parts, if the sum of their sizes exceeds the limit. */
export function reportExcess(label: string, parts: Record<string, number>, limit: number): string[] {
  const sum = Object.values(parts).reduce((total, size) => total + size, 0);
  const list = Object.entries(parts)
    .toSorted(([, size], [, otherSize]) => otherSize - size)
    .map(([name, size]) => `${name} ${size}`);
  return sum > limit
    ? [`${label} has ${sum} bytes, ${sum - limit} more than ${limit}: ${list.join(', ')}`]
    : [];
}

/** Returns the paths of all resources that the page has loaded so far. */
export const readFetchedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));

/** Returns the scripts that load before any input, during the four seconds that the loader waits. */
export const findEarlyScripts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // Navigation entries have this type.
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const end = (navigation?.loadEventStart ?? 0) + 3900;
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime < end)
      .map(({ name }) => name);
  });

/** Returns the URLs of requests that the page sent to other hosts. */
export const findExternalRequests = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((url) => !url.startsWith(`${location.origin}/`) && !url.startsWith('data:')),
  );

/** Returns a problem if the scripts on a hydrated page exceed the page's budget. */
export async function reportExcessScripts(page: Page): Promise<string[]> {
  const files = (await readFetchedPaths(page)).filter((file) => file.endsWith('.js'));
  const weights = files.map((file) => [
    toBundleName(file),
    measureGzipSize(readFileSync(join(inject('out'), file))),
  ]);
  const matchingSelectors = await page.evaluate(
    (selectors) =>
      selectors.filter((selector) => document.querySelector(`main ${selector}, dialog ${selector}`)),
    Object.keys(extraBudgets),
  );
  const limit = matchingSelectors.reduce((sum, selector) => sum + (extraBudgets[selector] ?? 0), baseBudget);
  return reportExcess('the hydrated page', Object.fromEntries(weights) as Record<string, number>, limit);
}
