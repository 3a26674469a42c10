import { hash } from 'node:crypto';
import type { Website } from '../../schema/check/check.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import type { BackendProject } from '../../src/render/entry-server.tsx';
import { getEngineHash, type PutFile, readCachedJson, writeCachedJson } from '../system/cache.ts';
import type { SiteFolders } from '../system/project.ts';
import type { RenderInput } from '../../schema/resolve/render-input.ts';
import type { Output } from './output.ts';
import { getOutputCacheFile } from './output-folder.ts';
import type { PageFiles } from './page-files.ts';

/** Data about the files that a build has written, for the next build into the same folder. */
export interface RenderCache {
  /** The files of each page, by route. */
  pages: Record<string, PageFiles>;
  /** A hash of the source of each other file, by path in the output. */
  sources: Record<string, string>;
}

/**
 * Reads the cache of the last build. Returns an empty cache if it is missing, damaged or from another engine version.
 */
export function readRenderCache(site: SiteFolders, outputFolder: string): RenderCache {
  const cache = readCachedJson(getOutputCacheFile(site, outputFolder), getEngineHash());
  return (cache as RenderCache | undefined) ?? { pages: {}, sources: {} }; // the type that `writeRenderCache` stores
}

export function writeRenderCache(site: SiteFolders, outputFolder: string, cache: RenderCache): void {
  writeCachedJson(getOutputCacheFile(site, outputFolder), getEngineHash(), cache);
}

const hashRenderInput = (value: unknown) => hash('sha1', JSON.stringify(value), 'base64url');

/** Returns a hash of the inputs that all pages share. */
export const hashContext = (
  { site }: Pick<Website, 'site'>,
  backend: BackendProject,
  siteTags: string,
  bundle: string,
): string => hashRenderInput([bundle, site, backend, siteTags]);

/** Returns a hash of all inputs of a page. */
export const hashPageInputs = (context: string, { version }: SitePage, input: RenderInput): string =>
  hashRenderInput([context, version, input]);

/** Reuses the files of a page if they were rendered from the same inputs. Returns whether all of them were reused. */
export const reusePageFiles = (
  cachedFiles: PageFiles | undefined,
  key: string,
  output: Output,
): cachedFiles is PageFiles =>
  cachedFiles?.key === key && cachedFiles.files.every((path) => output.reuse(path));

/**
 * Writes output files other than pages. Each file is created only if its source has changed since the last build.
 */
export class SourcedFiles {
  /** A hash of the source of each file, by path. */
  readonly sources: Record<string, string> = {};
  readonly #output: Output;
  readonly #last: RenderCache['sources'];

  constructor(output: Output, lastSources: RenderCache['sources']) {
    [this.#output, this.#last] = [output, lastSources];
  }

  /** Reuses a file of the last build. Returns false if the file was created from a different source. */
  reuse(path: string, source: string): boolean {
    const key = hashRenderInput(source);
    this.sources[path] = key;
    return Object.hasOwn(this.#last, path) && this.#last[path] === key && this.#output.reuse(path);
  }

  readonly put: PutFile = async (path, source, createFile) => {
    if (source !== undefined && this.reuse(path, source)) return;
    const file = await createFile();
    if (typeof file === 'string') this.#output.copy(path, file);
    else this.#output.put(path, file);
  };
}
