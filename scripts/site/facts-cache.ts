import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { getEngineHash, writeAtomic } from '../system/cache.ts';
import type { FileWithFacts, PageFacts, SharedFacts } from '../../schema/check/facts.ts';
import { formatDisplayPath, getSiteFolders } from '../system/project.ts';

/** The facts from the last read of a file. */
export interface CachedFacts extends Omit<FileWithFacts<PageFacts | SharedFacts>, 'source'> {
  /** The state of the file on disk, or `undefined` if the file might change again without a change of this state. */
  stat?: string | undefined;
  /** The line of the cache file that contains these facts. */
  line?: string | undefined;
}

/** The facts about all files of a site, by path. The facts are valid while the site's variables are unchanged. */
export interface FactsCache {
  /** A hash of the variables. */
  variables: string;
  files: Map<string, CachedFacts>;
}

export const createFactsCache = (): FactsCache => ({ variables: '', files: new Map() });

/**
 * Reads the cache of the last command. Returns an empty cache if the file is missing, damaged or from another version
 * of the engine.
 */
export function readFactsCache(pagesFolder: string): FactsCache {
  try {
    const bytes = readFileSync(getFactsFile(pagesFolder));
    const hashEnd = bytes.indexOf('\n');
    const body = bytes.subarray(hashEnd + 1);
    if (bytes.toString('latin1', 0, hashEnd) !== hashFactsCache(pagesFolder, body)) return createFactsCache();
    const [variables = '', ...lines] = body.toString('latin1').split('\n');
    const files = lines.map((line): [string, CachedFacts] => {
      // The hash matches, so `writeFactsCache` in the same engine version wrote this line.
      const [path, stat, key, facts] = JSON.parse(line) as [string, string | null, string, PageFacts];
      return [path, { stat: stat ?? undefined, key, facts, line }];
    });
    return { variables, files: new Map(files) };
  } catch {
    return createFactsCache();
  }
}

/** Writes the cache file, which has one line per page file. Lines of unchanged files are reused. */
export function writeFactsCache(pagesFolder: string, { variables, files }: FactsCache): void {
  const lines = [...files].map(
    ([path, { stat, key, facts, line }]) => line ?? toAsciiJson([path, stat, key, facts]),
  );
  const body = Buffer.from([variables, ...lines].join('\n'), 'latin1');
  try {
    writeAtomic(
      getFactsFile(pagesFolder),
      Buffer.concat([Buffer.from(`${hashFactsCache(pagesFolder, body)}\n`), body]),
    );
  } catch {
    // Ignore the error: if the folder is not writable, the next run is only slower.
  }
}

export function getFactsFile(pagesFolder: string): string {
  const site = getSiteFolders(pagesFolder);
  return join(site.cache, `facts-${basename(site.pages)}.json`);
}

/**
 * Returns a hash of the cache lines, the engine and the displayed path, because diagnostics contain paths relative to
 * the working directory.
 */
const hashFactsCache = (pagesFolder: string, body: Uint8Array) =>
  createHash('sha1')
    .update(`${getEngineHash()} ${formatDisplayPath(pagesFolder)}\n`)
    .update(body)
    .digest('hex');

/** Returns JSON in ASCII, because reading and parsing ASCII is twice as fast. */
const toAsciiJson = (value: unknown) =>
  JSON.stringify(value).replaceAll(
    /[^\0-~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
