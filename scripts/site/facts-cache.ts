import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { engineHash, writeAtomic } from '../system/cache.ts';
import type { FileWithFacts, PageFacts, SharedFacts } from '../../schema/check/facts.ts';
import { displayPath, siteOf } from '../system/project.ts';

/** The facts of a file, as it was read last. */
export interface CachedFacts extends Omit<FileWithFacts<PageFacts | SharedFacts>, 'source'> {
  /** The state of the file on disk; `undefined` if the file may change again without another state. */
  stat?: string | undefined;
  /** The line of the cache that it was read from. */
  line?: string | undefined;
}

/** The facts of all files of a site, by path. They are valid as long as the variables are the same. */
export interface FactsCache {
  /** A hash of the variables. */
  variables: string;
  files: Map<string, CachedFacts>;
}

export const emptyFactsCache = (): FactsCache => ({ variables: '', files: new Map() });

/** The cache of the last command, which is empty if it is missing, damaged or of another engine. */
export function readFactsCache(pages: string): FactsCache {
  try {
    const bytes = readFileSync(factsFile(pages));
    const end = bytes.indexOf('\n');
    const body = bytes.subarray(end + 1);
    if (bytes.toString('latin1', 0, end) !== hashFactsCache(pages, body)) return emptyFactsCache();
    const [variables = '', ...lines] = body.toString('latin1').split('\n');
    const files = lines.map((line): [string, CachedFacts] => {
      // Written below by the same engine.
      const [path, stat, key, facts] = JSON.parse(line) as [string, string | null, string, PageFacts];
      return [path, { stat: stat ?? undefined, key, facts, line }];
    });
    return { variables, files: new Map(files) };
  } catch {
    return emptyFactsCache();
  }
}

/** Writes one line for each file. Only those of files that have changed are new. */
export function writeFactsCache(pages: string, { variables, files }: FactsCache): void {
  const lines = [...files].map(
    ([path, { stat, key, facts, line }]) => line ?? asciiJson([path, stat, key, facts]),
  );
  const body = Buffer.from([variables, ...lines].join('\n'), 'latin1');
  try {
    writeAtomic(factsFile(pages), Buffer.concat([Buffer.from(`${hashFactsCache(pages, body)}\n`), body]));
  } catch {
    // A folder that cannot be written to costs time in the next run, and nothing else.
  }
}

export function factsFile(pages: string): string {
  const site = siteOf(pages);
  return join(site.cache, `facts-${basename(site.pages)}.json`);
}

/** A hash of the cached lines and of the engine. Diagnostics have paths from the working directory. */
const hashFactsCache = (pages: string, body: Uint8Array) =>
  createHash('sha1')
    .update(`${engineHash()} ${displayPath(pages)}\n`)
    .update(body)
    .digest('hex');

/** ASCII is read and parsed in half the time. */
const asciiJson = (value: unknown) =>
  JSON.stringify(value).replaceAll(
    /[^\0-~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
