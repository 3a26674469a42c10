import type { FileWithFacts, PageFacts } from './facts.ts';
import type { Assets, PhotoState } from '../fields/source-file.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Redirect } from '../site/page.ts';
import type { Site } from '../site/site.ts';
import { addFontFacts } from './font-coverage.ts';
import { createPostIndex, addGeneratedPages } from './generated-pages.ts';
import type { HiddenReason, HiddenPages } from './hidden-pages.ts';
import { hasGeneratedPages, type SitePage, createSitePage, summarizePage } from './page-summary.ts';
import type { PostIndex } from './list-selection.ts';
import type { SiteFiles, SiteGraph } from './site-graph.ts';
import { collectPageLinks } from './unused-content.ts';

/** A checked site. */
export interface Website {
  site: Site;
  /** The pages, by route. Generated pages come last. */
  pages: Map<string, SitePage>;
  /** The pages whose content depends on the current day, and whether any list depends on the current day. */
  timed: { pages: readonly SitePage[]; inLists: boolean };
  posts: PostIndex;
  /** The date and time that the check used. */
  now: Date;
  /** The reasons why pages are hidden now, by route. */
  hidden: ReadonlyMap<string, HiddenReason>;
  redirects: Redirect[];
  photos: ReadonlyMap<string, PhotoState>;
  /** Sizes of the files in `public/`, in bytes, by path. */
  files: ReadonlyMap<string, number>;
}

/** The result of checking a site. */
export interface SiteReport {
  /** The website with all valid pages, or `undefined` if `_site.yaml` is missing or invalid. */
  website?: Website;
  /** All diagnostics, sorted by file and position. */
  diagnostics: Diagnostic[];
  /** Descriptions of the parts that could not be checked, each with the reason. */
  notChecked: string[];
}

/** Creates a website whose pages and posts are computed lazily. */
export function createWebsite(
  siteSettings: Site,
  files: SiteFiles,
  graph: SiteGraph,
  assets: Assets,
  hidden: HiddenPages,
): Website {
  const site = addFontFacts(siteSettings, assets);
  const checkedPages = createLazyValue(() =>
    createCheckedPages(files, graph, hidden, collectPageLanguages(files, site)),
  );
  const posts = createLazyValue(() => createPostIndex(checkedPages().values(), site));
  const pages = createLazyValue(() => {
    const hasArchive = [...checkedPages().values()].some(({ lists }) => lists.some(hasGeneratedPages));
    return hasArchive ? addGeneratedPages(checkedPages(), posts(), site, hidden.day) : checkedPages();
  });
  return {
    site,
    get pages() {
      return pages();
    },
    get timed() {
      return findTimedPages([...checkedPages().values()]);
    },
    get posts() {
      return posts();
    },
    now: hidden.now,
    hidden: hidden.byRoute,
    redirects: graph.redirects.map(({ old, to }) => ({ ...old, to })),
    photos: assets.photos ?? new Map(),
    files: assets.sizes ?? new Map(),
  };
}

/** Returns an updated website after a change that affects only one page. */
export function updateWebsitePage(
  website: Website,
  file: FileWithFacts<PageFacts>,
  files: SiteFiles,
  graph: SiteGraph,
  hiddenPages: HiddenPages,
): Website {
  const { site, posts, now, hidden, redirects, photos, files: sizes } = website;
  const page = createCheckedPage(file, files, graph, hiddenPages, collectPageLanguages(files, site));
  const pages = new Map(website.pages);
  if (page) pages.set(page.path, page);
  else pages.delete(file.facts.route);
  return {
    site,
    pages,
    get timed() {
      return findTimedPages([...pages.values()].filter(({ generated }) => !generated));
    },
    posts,
    now,
    hidden,
    redirects,
    photos,
    files: sizes,
  };
}

/** Returns the valid pages, sorted by path. */
function createCheckedPages(
  files: SiteFiles,
  graph: SiteGraph,
  hidden: HiddenPages,
  languages: ReadonlyMap<string, string>,
): Map<string, SitePage> {
  return new Map(
    files.pages.flatMap((file) => {
      const page = createCheckedPage(file, files, graph, hidden, languages);
      return page ? [[page.path, page] as const] : [];
    }),
  );
}

function createCheckedPage(
  file: FileWithFacts<PageFacts>,
  { parsed }: SiteFiles,
  graph: SiteGraph,
  hidden: HiddenPages,
  languages: ReadonlyMap<string, string>,
): SitePage | undefined {
  const { key, facts } = file;
  const { settings, route, blocks } = facts;
  const summaries = graph.summariesOn(facts);
  if (!settings || !summaries) return undefined;
  const summary = summarizePage({ ...settings, path: route }, summaries);
  const state = hidden.byRoute.get(route)?.state;
  const status = state === 'soon' || state === 'over' ? state : summary.status;
  const post = graph.getPost(facts);
  const links = hidden.byRoute.size > 0 || languages.size > 0 ? collectPageLinks(facts, graph) : [];
  const hiddenLinks = links.filter((to) => hidden.byRoute.has(to));
  const linkLanguages = links.flatMap((to): [string, string][] => {
    const language = languages.get(to);
    return language === undefined || language === languages.get(route) ? [] : [[to, language]];
  });
  const shared = blocks.flatMap(({ use = '' }) => graph.sharedFile(use) ?? []);
  const page = createSitePage(
    { ...summary, status },
    [key, ...shared.map((file) => file.key), ...hiddenLinks].join(),
    () => parsed.collectBlocks(file, (name) => graph.sharedFile(name)),
    post && status !== summary.status ? { ...post, isLive: false } : post,
  );
  const referencedFiles = [...facts.files, ...shared.flatMap((file) => file.facts.files)];
  return Object.assign(page, {
    ...(hiddenLinks.length > 0 && { hiddenLinks }),
    ...(referencedFiles.length > 0 && { files: referencedFiles }),
    ...(linkLanguages.length > 0 && { linkLanguages: Object.fromEntries(linkLanguages) }),
  });
}

/** Returns the page languages by route, or an empty map if all pages have the same language. */
function collectPageLanguages({ pages }: SiteFiles, { language }: Site): Map<string, string> {
  if (pages.every(({ facts }) => (facts.settings?.language ?? language) === language)) return new Map();
  const languageByRoute = new Map(
    pages.map(({ facts }) => [facts.route, facts.settings?.language ?? language]),
  );
  return new Set(languageByRoute.values()).size > 1 ? languageByRoute : new Map();
}

function findTimedPages(allPages: readonly SitePage[]): Website['timed'] {
  const pages = allPages.filter(
    ({ publish, expire, ends, post }) =>
      publish !== undefined || expire !== undefined || ends.length > 0 || post?.ends !== undefined,
  );
  return { pages, inLists: allPages.some(({ lists }) => lists.some(({ when }) => when !== undefined)) };
}

function createLazyValue<Value>(make: () => Value): () => Value {
  let cachedResult: { value: Value } | undefined;
  return () => (cachedResult ??= { value: make() }).value;
}
