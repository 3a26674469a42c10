import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { getEngineHash, readCachedJson, writeCachedJson } from '../system/cache.ts';
import { getSiteTime, getSiteFolders } from '../system/project.ts';
import { readSettledSiteState } from './site-states.ts';

/** A quarter of an hour in milliseconds. In every time zone, days begin at a full quarter of an hour. */
const quarterHourMs = 15 * 60_000;

/** The last result of a command. It is valid while its dependencies are unchanged. */
export interface LastResult<Value> {
  value?: Value | undefined;
  /**
   * Stores a result. The result is valid until `end`, the next scheduled change, but at most until a new day begins in
   * any time zone.
   */
  store(value: Value, end?: Date): void;
}

interface StoredResult<Value> {
  value: Value;
  /** The start of the validity, in milliseconds since 1970. */
  from: number;
  to: number;
}

/**
 * Opens the last result of a command for a site. It has no value if the program, a file of the site or one of the
 * `inputs` has changed. Call this before the site is read. Returns `undefined` if the site has blocks of its own or a
 * configuration, because these may import files from any folder. Also returns `undefined` if a file may change without
 * a new timestamp.
 */
export function openLastResult<Value>(
  command: string,
  pagesFolder: string,
  inputs: readonly unknown[] = [],
): LastResult<Value> | undefined {
  const { folder, cache, pages: path } = getSiteFolders(pagesFolder);
  if (['blocks', 'pagewright.config.ts'].some((name) => existsSync(join(folder, name)))) return undefined;
  const state = readSettledSiteState(path);
  if (state === undefined) return undefined;
  const key = hash('sha1', JSON.stringify([getEngineHash(), process.env['TZ'], inputs, state]));
  const file = join(cache, `last-${command}-${basename(path)}.json`);
  const nowMs = getSiteTime().getTime();
  const storedResult = readCachedJson(file, key) as StoredResult<Value> | undefined; // written by `store`
  return {
    value:
      storedResult && storedResult.from <= nowMs && nowMs < storedResult.to ? storedResult.value : undefined,
    store(value, end) {
      const nextDayMs = (Math.floor(nowMs / quarterHourMs) + 1) * quarterHourMs;
      const to = Math.min(nextDayMs, end?.getTime() ?? nextDayMs);
      writeCachedJson(file, key, { value, from: nowMs, to } satisfies StoredResult<Value>);
    },
  };
}
