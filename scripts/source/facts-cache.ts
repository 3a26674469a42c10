import { basename, join } from 'node:path';
import { engineHash, readCachedJson, writeCachedJson } from '../system/cache.ts';
import type { PageFacts, SharedFacts } from '../../schema/checker/facts.ts';
import { displayPath, siteOf } from '../system/project.ts';

/** The facts of a file, as it was read last. */
export interface CachedFacts {
  /** The state of the file on disk; `undefined` if the file may change again without another state. */
  stat?: string | undefined;
  /** A hash of all that the facts depend on: the text, and the variables of `_site.yaml`. */
  key: string;
  facts: PageFacts | SharedFacts;
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
  // Written below by the same engine.
  const cached = readCachedJson(factsFile(pages), engineKey(pages)) as
    | { variables: string; files: [string, CachedFacts][] }
    | undefined;
  return cached ? { variables: cached.variables, files: new Map(cached.files) } : emptyFactsCache();
}

export function writeFactsCache(pages: string, { variables, files }: FactsCache): void {
  writeCachedJson(factsFile(pages), engineKey(pages), { variables, files: [...files] });
}

export function factsFile(pages: string): string {
  const site = siteOf(pages);
  return join(site.cache, `facts-${basename(site.pages)}.json`);
}

/** Diagnostics name files by their paths from the working directory. */
const engineKey = (pages: string) => `${engineHash()} ${displayPath(pages)}`;
