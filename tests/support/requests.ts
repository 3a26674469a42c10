import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { inject } from 'vitest';

/** The most that all scripts of a page may weigh once it is hydrated, in bytes after `gzip -9`. */
const usual = 88_000;
/** What a page may weigh more for what it has. */
const extras: Record<string, number> = {
  // The design's own components come with the first island.
  '[data-live]': 14_800,
  '[data-block=logo-carousel]': 23_500,
  '[data-block=embed]': 2_500,
  // With what sends it, and the rules of its fields: what is wrong is told without a network, too. Files and
  // the proof of work, which few forms ask for, are loaded with those; asking for them costs each some 50 bytes.
  form: 5_800,
  // It brings the client of the backend, and what sends again and keeps what was typed.
  'form[action]': 57_000,
};

/** Bytes after `gzip -9`. */
export const weigh = (bytes: Buffer | string): number => gzipSync(bytes, { level: 9 }).length;

/** The name of a built file without its hash. */
export const nameOf = (file: string): string => basename(file).replace(/-[\w-]{8}\.js$/, '');

/** By how much a sum is over its limit, and what it is made of; nothing if it is not. */
export function excess(what: string, parts: Record<string, number>, limit: number): string[] {
  const sum = Object.values(parts).reduce((total, one) => total + one, 0);
  const list = Object.entries(parts)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, size]) => `${name} ${size}`);
  return sum > limit
    ? [`${what} weighs ${sum}, which is ${sum - limit} more than ${limit}: ${list.join(', ')}`]
    : [];
}

/** Paths of everything that the page has fetched, itself not included. */
export const fetchedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));

/** Scripts that were fetched before a visitor gave a sign, and before the loader's four seconds were over. */
export const earlyScripts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // Of that type.
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const end = (load?.loadEventStart ?? 0) + 3900;
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime < end)
      .map(({ name }) => name);
  });

/** Hosts that the page has asked for anything, other than its own. */
export const otherHosts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((url) => !url.startsWith(`${location.origin}/`) && !url.startsWith('data:')),
  );

/** By how much the scripts of a hydrated page are over their budget. */
export async function excessOfScripts(page: Page): Promise<string[]> {
  const files = (await fetchedPaths(page)).filter((file) => file.endsWith('.js'));
  const weights = files.map((file) => [nameOf(file), weigh(readFileSync(join(inject('out'), file)))]);
  const has = await page.evaluate(
    (selectors) =>
      selectors.filter((selector) => document.querySelector(`main ${selector}, dialog ${selector}`)),
    Object.keys(extras),
  );
  const limit = has.reduce((sum, selector) => sum + (extras[selector] ?? 0), usual);
  return excess('the hydrated page', Object.fromEntries(weights) as Record<string, number>, limit);
}
