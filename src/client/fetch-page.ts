import type { ComponentType } from 'react';
import { loadComponentsIn } from '../page/block-loader.ts';
import type { PageView } from '../page/page-view.ts';

/** A page with all the code that renders it. */
export interface LoadedPage {
  view: PageView;
  Page: ComponentType<{ page: PageView }>;
}

const pages = new Map<string, Promise<LoadedPage>>();

/** The route of a location's path: hosts serve `/about` as `/about/` or `/about/index.html` too. */
export function routeOfListPage(pathname: string): string {
  return pathname.replace(/(\/index\.html|\/+)$/, '') || '/';
}

/** A page's data and code, fetched once. */
export function fetchPage(path: string): Promise<LoadedPage> {
  const known =
    pages.get(path) ??
    Promise.all([fetchView(path), import('./next-page.tsx')]).then(([view, { NextPage }]) => ({
      view,
      Page: NextPage,
    }));
  pages.set(path, known);
  // What failed once may succeed the next time.
  known.catch(() => pages.delete(path));
  return known;
}

/** Fetches a page that the visitor may open next, unless the browser is set to save data. */
export function prefetchPage(path: string): void {
  // TypeScript's library does not know this property, and not every browser has it.
  const { connection } = navigator as { connection?: { saveData: boolean } };
  if (!connection?.saveData) fetchPage(path).catch(() => undefined);
}

async function fetchView(path: string): Promise<PageView> {
  const response = await fetch(`${path === '/' ? '' : path}/page.json`);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  const data = await response.text();
  await loadComponentsIn(data);
  return JSON.parse(data) as PageView; // written by our own build
}
