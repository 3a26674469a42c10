import { shareLook } from '../assets/share-image.ts';
import type { BuildTarget } from './build-target.ts';
import type { BuildWatch, PageFiles } from './page-files.ts';
import { isUpToDate } from './render-cache.ts';
import { type PageLoader, renderPages } from './render-pages.ts';
import type { ResolvedSite } from './plan-pages.ts';

/** The files of each page, whether rendered now or kept from the last build. */
export interface RenderedSite {
  /** Of the pages of this shard, by route. */
  pages: Record<string, PageFiles>;
  /** The searched words of all live pages, by route. Empty without a search. */
  words: ReadonlyMap<string, string>;
}

export interface RenderOptions {
  /** The number of workers; by default, as many as save time. */
  threads?: number | undefined;
  watch?: BuildWatch | undefined;
}

/**
 * Renders the pages and share images whose files in the output are stale. `meanwhile` runs in this thread while
 * workers start.
 */
export async function renderSite(
  { website, folders, code, pages, searchedElsewhere, cards, livePages, tags }: ResolvedSite,
  { output, last, files }: BuildTarget,
  loader: PageLoader,
  { threads, watch }: RenderOptions,
  meanwhile: () => Promise<void>,
): Promise<RenderedSite> {
  const { site } = website;
  const stalePages = pages.filter(({ page, key }) => !isUpToDate(last.pages[page.path], key, output));
  const { look, version } = shareLook(site, folders);
  const staleCards = cards.filter(([path, card]) => !files.reuse(path, JSON.stringify([version, card])));
  watch?.begin({
    pages: stalePages.length,
    images: staleCards.length,
    unchangedPages: pages.length - stalePages.length,
  });
  const rendered = await renderPages(
    { pages: stalePages, wordsOnly: searchedElsewhere, cards: staleCards },
    { site, backend: code.backend, start: code.start, tags, renderer: code.renderer, look },
    loader,
    output,
    meanwhile,
    watch,
    threads,
  );
  const renderedPages = new Map(rendered.map(({ path, page }) => [path, page]));
  const writtenFiles = (path: string) => renderedPages.get(path) ?? last.pages[path];
  return {
    pages: Object.fromEntries(
      pages.flatMap(({ page }) => {
        const written = writtenFiles(page.path);
        return written ? [[page.path, written] as const] : [];
      }),
    ),
    words: new Map(livePages.map(({ path }) => [path, writtenFiles(path)?.words ?? ''])),
  };
}
