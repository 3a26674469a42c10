import { getDataPath } from '../../schema/base/routes.ts';
import type { PageView } from '../../schema/resolve/page-view.ts';
import type { ComponentType } from 'react';
import { loadPageComponents } from '../page/block-loader.ts';
import { toSiteUrl } from '../ui/site-url.ts';

/** A page that is ready to render, because the code of its blocks is loaded. */
export interface LoadedPage {
  view: PageView;
  Page: ComponentType<{ page: PageView }>;
}

const fetchedPages = new Map<string, Promise<LoadedPage>>();

/** Fetches the data and the block code of a page. Caches the result. */
export function fetchPage(path: string): Promise<LoadedPage> {
  const cachedPage =
    fetchedPages.get(path) ??
    Promise.all([fetchView(path), import('./next-page.tsx')]).then(([view, { NextPage }]) => ({
      view,
      Page: NextPage,
    }));
  fetchedPages.set(path, cachedPage);
  // Removes failed requests from the cache, so that the next call tries again.
  cachedPage.catch(() => fetchedPages.delete(path));
  return cachedPage;
}

/** Clears the cache of pages. Only the dev server needs this, because its pages change. */
export const clearFetchedPages = (): void => fetchedPages.clear();

/** Prefetches a page, unless the visitor wants to save data. */
export function prefetchPage(path: string): void {
  // Some browsers do not support `navigator.connection`, and TypeScript does not declare it.
  const { connection } = navigator as { connection?: { saveData: boolean } };
  if (!connection?.saveData) fetchPage(path).catch(() => undefined);
}

async function fetchView(path: string): Promise<PageView> {
  const response = await fetch(toSiteUrl(getDataPath(path)));
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  const data = await response.text();
  await loadPageComponents(data);
  return JSON.parse(data) as PageView; // the build wrote the data
}
