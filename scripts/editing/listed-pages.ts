import { filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import type { CheckedSite, Website } from '../../schema/check/check.ts';
import type { FileWithFacts, PageFacts } from '../../schema/check/facts.ts';
import { fold } from '../../schema/site/search-format.ts';
import { noticeOf } from '../../schema/resolve/page-notice.ts';

/** A page that has a file, as the list shows it. */
export interface ListedPage {
  route: string;
  title: string;
  /** Of a redirect, where it leads. */
  description: string;
  /** The number of pages above it. */
  depth: number;
  /** `Live`, `From 1 Dec`. */
  status: string;
  state: 'live' | 'draft' | 'timed' | 'held' | 'redirect';
  faults: number;
}

/** A page with its file and what the search looks at, folded. */
export interface PageEntry extends ListedPage {
  file: FileWithFacts<PageFacts>;
  text: string;
}

/** Whether a page is one of those that the list is narrowed to. */
export const isShown = {
  all: () => true,
  live: ({ state }: ListedPage) => state === 'live',
  drafts: ({ state }: ListedPage) => state === 'draft',
  later: ({ state }: ListedPage) => state === 'timed',
  faults: ({ faults }: ListedPage) => faults > 0,
};

export type Filter = keyof typeof isShown;

const known = new WeakMap<CheckedSite, readonly PageEntry[]>();

/** All pages that have a file, each behind the one above it. A site that has not changed is listed once. */
export function listedPages(checked: CheckedSite, website: Website | undefined): readonly PageEntry[] {
  const pages = known.get(checked) ?? listAll(checked, website);
  known.set(checked, pages);
  return pages;
}

function listAll({ files: { pages }, diagnostics }: CheckedSite, website: Website | undefined): PageEntry[] {
  const faults = Map.groupBy(filterErrors(diagnostics), ({ file }) => file);
  const files = pages
    .map((file) => ({ file, key: file.facts.route.replaceAll('/', '\0') }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const routes = new Set(files.map(({ file }) => file.facts.route));
  return files.map(({ file }): PageEntry => {
    const { facts, source } = file;
    const { route, settings, redirect } = facts;
    const title = settings?.title ?? facts.title ?? route;
    const description = redirect ?? settings?.description ?? facts.description ?? '';
    return {
      file,
      route,
      title,
      description,
      depth: foldersAbove(route).filter((above) => routes.has(above)).length,
      ...statusOf(facts, website),
      faults: faults.get(source.file)?.length ?? 0,
      text: fold(`${title} ${route} ${description}`),
    };
  });
}

function statusOf(
  { route, redirect, draft }: PageFacts,
  website: Website | undefined,
): Pick<ListedPage, 'status' | 'state'> {
  if (redirect !== undefined) return { status: 'Redirect', state: 'redirect' };
  if (draft) return { status: 'Draft', state: 'draft' };
  const page = website?.pages.get(route);
  // What cannot be read is not published.
  if (!website || !page) return { status: 'Held back', state: 'held' };
  const label = noticeOf(page, website)?.label;
  return label === undefined ? { status: 'Live', state: 'live' } : { status: label, state: 'timed' };
}

/** `/a/b/c` has `/a` and `/a/b` above it. */
function foldersAbove(route: string): string[] {
  const steps = route.split('/').slice(1, -1);
  return steps.map((_, at) => `/${steps.slice(0, at + 1).join('/')}`);
}

/** The pages that have all words, and that the filter lets through. */
export function foundPages(pages: readonly PageEntry[], asked: string, filter: Filter): PageEntry[] {
  const words = fold(asked).split(/\s+/).filter(Boolean);
  return pages.filter((page) => isShown[filter](page) && words.every((word) => page.text.includes(word)));
}

/** How many pages each filter lets through. */
export const countsOf = (pages: readonly PageEntry[]): Record<Filter, number> =>
  Object.fromEntries(
    Object.entries(isShown).map(([name, isOne]) => [name, pages.filter(isOne).length]),
  ) as Record<Filter, number>; // with the same keys

/** The folders in which pages can be. */
export function foldersOf(pages: readonly PageEntry[]): string[] {
  return [...new Set(['/', ...pages.flatMap(({ route }) => foldersAbove(route))])].toSorted();
}
