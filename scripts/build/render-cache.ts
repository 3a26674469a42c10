import { hash } from 'node:crypto';
import type { Website } from '../../schema/check/check.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import type { BackendProject } from '../../src/render/entry-server.tsx';
import { engineHash, type PutFile, readCachedJson, writeCachedJson } from '../system/cache.ts';
import type { SiteFolders } from '../system/project.ts';
import type { RenderInput } from '../../schema/resolve/render-input.ts';
import type { Output } from './output.ts';
import { outputCacheFile } from './output-folder.ts';
import type { PageFiles } from './page-files.ts';

/** What a build knows of the files that it has written, for the next build into the same folder. */
export interface RenderCache {
  /** By route. */
  pages: Record<string, PageFiles>;
  /** A hash of the source of each other file, by path in the output. */
  sources: Record<string, string>;
}

/** The cache of the last build. It is empty if it is missing, damaged or of another engine. */
export function readRenderCache(site: SiteFolders, out: string): RenderCache {
  const cache = readCachedJson(outputCacheFile(site, out), engineHash());
  return (cache as RenderCache | undefined) ?? { pages: {}, sources: {} }; // as written below
}

export function writeRenderCache(site: SiteFolders, out: string, cache: RenderCache): void {
  writeCachedJson(outputCacheFile(site, out), engineHash(), cache);
}

const hashRenderInput = (value: unknown) => hash('sha1', JSON.stringify(value), 'base64url');

/** A hash of what all pages depend on. */
export const contextHash = (
  { site }: Pick<Website, 'site'>,
  backend: BackendProject,
  siteTags: string,
  bundle: string,
): string => hashRenderInput([bundle, site, backend, siteTags]);

/** A hash of all that a page is rendered from. */
export const renderKey = (context: string, { version }: SitePage, input: RenderInput): string =>
  hashRenderInput([context, version, input]);

/** Whether the output has all files of a page as they would be rendered. */
export const isUpToDate = (cached: PageFiles | undefined, key: string, output: Output): cached is PageFiles =>
  cached?.key === key && cached.files.every((path) => output.reuse(path));

/** Files of an output besides its pages. One is created only if its source has changed since the last build. */
export class SourcedFiles {
  /** A hash of the source of each file, by path. */
  readonly sources: Record<string, string> = {};
  readonly #output: Output;
  readonly #last: RenderCache['sources'];

  constructor(output: Output, last: RenderCache['sources']) {
    [this.#output, this.#last] = [output, last];
  }

  /** Reuses the file of the last build. Returns false if it had another source. */
  reuse(path: string, source: string): boolean {
    const key = hashRenderInput(source);
    this.sources[path] = key;
    return Object.hasOwn(this.#last, path) && this.#last[path] === key && this.#output.reuse(path);
  }

  readonly put: PutFile = async (path, source, make) => {
    if (source !== undefined && this.reuse(path, source)) return;
    const file = await make();
    if (typeof file === 'string') this.#output.copy(path, file);
    else this.#output.put(path, file);
  };
}
