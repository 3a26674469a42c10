import { filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import type { CheckedSite, Website } from '../../schema/check/check.ts';
import type { FileWithFacts, PageFacts } from '../../schema/check/facts.ts';
import { foldText } from '../../schema/site/search-format.ts';
import { createStatusNotice } from '../../schema/resolve/page-notice.ts';

/** A row in the list of pages. */
export interface ListedPage {
  route: string;
  title: string;
  /** The description of a page, or the target of a redirect. */
  description: string;
  /** The number of parent pages. */
  depth: number;
  /** The label of the status, such as `Live` or `From 1 Dec`. */
  status: string;
  state: 'live' | 'draft' | 'timed' | 'held' | 'redirect';
  faults: number;
}

/** A page in the list, with its file and with the normalized text that searches use. */
export interface SearchablePage extends ListedPage {
  file: FileWithFacts<PageFacts>;
  text: string;
}

/** The filters for the list of pages. Each function returns whether a page matches the filter. */
export const pageFilters = {
  all: () => true,
  live: ({ state }: ListedPage) => state === 'live',
  drafts: ({ state }: ListedPage) => state === 'draft',
  later: ({ state }: ListedPage) => state === 'timed',
  redirects: ({ state }: ListedPage) => state === 'redirect',
  faults: ({ faults }: ListedPage) => faults > 0,
};

export type Filter = keyof typeof pageFilters;

const pagesBySite = new WeakMap<CheckedSite, readonly SearchablePage[]>();

/** Lists all pages that have a file, each after its parent page. */
export function listPages(checkedSite: CheckedSite, website: Website | undefined): readonly SearchablePage[] {
  const pages = pagesBySite.get(checkedSite) ?? createPageList(checkedSite, website);
  pagesBySite.set(checkedSite, pages);
  return pages;
}

function createPageList(
  { files: { pages }, diagnostics }: CheckedSite,
  website: Website | undefined,
): SearchablePage[] {
  const faults = Map.groupBy(filterErrors(diagnostics), ({ file }) => file);
  const files = pages
    .map((file) => ({ file, key: file.facts.route.replaceAll('/', '\0') }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const routes = new Set(files.map(({ file }) => file.facts.route));
  return files.map(({ file }): SearchablePage => {
    const { facts, source } = file;
    const { route, settings, redirect } = facts;
    const title = settings?.title ?? facts.title ?? route;
    const description = redirect ?? settings?.description ?? facts.description ?? '';
    return {
      file,
      route,
      title,
      description,
      depth: listParentRoutes(route).filter((parent) => routes.has(parent)).length,
      ...toPageStatus(facts, website),
      faults: faults.get(source.file)?.length ?? 0,
      text: foldText(`${title} ${route} ${description}`),
    };
  });
}

function toPageStatus(
  { route, redirect, draft }: PageFacts,
  website: Website | undefined,
): Pick<ListedPage, 'status' | 'state'> {
  if (redirect !== undefined) return { status: 'Redirect', state: 'redirect' };
  if (draft) return { status: 'Draft', state: 'draft' };
  const page = website?.pages.get(route);
  // A page that is missing from the website has errors. It is not published until they are fixed.
  if (!website || !page) return { status: 'Held back', state: 'held' };
  const label = createStatusNotice(page, website)?.label;
  return label === undefined ? { status: 'Live', state: 'live' } : { status: label, state: 'timed' };
}

/** Returns the routes above a route, for example `/a` and `/a/b` for `/a/b/c`. */
function listParentRoutes(route: string): string[] {
  const segments = route.split('/').slice(1, -1);
  return segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`);
}

/** Returns the pages that match the filter and contain all words of the query. */
export function searchPages(
  pages: readonly SearchablePage[],
  query: string,
  filter: Filter,
): SearchablePage[] {
  const words = foldText(query).split(/\s+/).filter(Boolean);
  return pages.filter((page) => pageFilters[filter](page) && words.every((word) => page.text.includes(word)));
}

/** Returns the number of pages for each filter. */
export const countPages = (pages: readonly SearchablePage[]): Record<Filter, number> =>
  Object.fromEntries(
    Object.entries(pageFilters).map(([name, matchesFilter]) => [name, pages.filter(matchesFilter).length]),
  ) as Record<Filter, number>; // the keys are those of `pageFilters`

/** Returns the folders in which pages can be created. */
export function listFolders(pages: readonly SearchablePage[]): string[] {
  return [...new Set(['/', ...pages.flatMap(({ route }) => listParentRoutes(route))])].toSorted();
}
