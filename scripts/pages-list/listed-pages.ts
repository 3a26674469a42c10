import { filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import type { Website } from '../../schema/check/check.ts';
import type { FileWithFacts, PageFacts } from '../../schema/check/facts.ts';
import { fold } from '../../schema/site/search-format.ts';
import type { LoadedSite } from '../site/load-site.ts';
import { noticeOf } from '../../schema/resolve/page-notice.ts';

/** A page that has a file, as the list shows it. */
export interface ListedPage {
  file: FileWithFacts<PageFacts>;
  route: string;
  title: string;
  description: string;
  /** The number of pages above it. */
  depth: number;
  /** `Live`, `From 1 Dec`. */
  status: string;
  state: 'live' | 'draft' | 'timed' | 'held' | 'redirect';
  faults: number;
  /** What the search looks at, folded. */
  words: string;
}

/** What the list can be narrowed to. */
export const filters = {
  all: { label: 'All', has: () => true },
  live: { label: 'Live', has: ({ state }: ListedPage) => state === 'live' },
  drafts: { label: 'Drafts', has: ({ state }: ListedPage) => state === 'draft' },
  later: { label: 'Later or expired', has: ({ state }: ListedPage) => state === 'timed' },
  faults: { label: 'To fix', has: ({ faults }: ListedPage) => faults > 0 },
} as const;

export type Filter = keyof typeof filters;

export const isFilter = (name: string): name is Filter => Object.hasOwn(filters, name);

const known = new WeakMap<LoadedSite, readonly ListedPage[]>();

/** All pages that have a file, each behind the one above it. A site that has not changed is listed once. */
export function listedPages(loaded: LoadedSite, website: Website | undefined): readonly ListedPage[] {
  const pages = known.get(loaded) ?? listAll(loaded, website);
  known.set(loaded, pages);
  return pages;
}

function listAll({ files: { pages }, diagnostics }: LoadedSite, website: Website | undefined): ListedPage[] {
  const faults = Map.groupBy(filterErrors(diagnostics), ({ file }) => file);
  const files = pages
    .map((file) => ({ file, key: file.facts.route.replaceAll('/', '\0') }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const routes = new Set(files.map(({ file }) => file.facts.route));
  return files.map(({ file }): ListedPage => {
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
      words: fold(`${title} ${route} ${description}`),
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
export function foundPages(pages: readonly ListedPage[], asked: string, filter: Filter): ListedPage[] {
  const words = fold(asked).split(/\s+/).filter(Boolean);
  const { has } = filters[filter];
  return pages.filter((page) => has(page) && words.every((word) => page.words.includes(word)));
}

/** The folders in which pages can be. */
export function foldersOf(pages: readonly ListedPage[]): string[] {
  return [...new Set(['/', ...pages.flatMap(({ route }) => foldersAbove(route))])].toSorted();
}
