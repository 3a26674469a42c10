import type { BlockSummary, PostList } from '../blocks/block-definition.ts';
import { getCalendarPath, outputPaths } from '../base/routes.ts';
import type { PageFacts } from './facts.ts';
import type { PostIndex } from './list-selection.ts';

/**
 * Returns the path of a list's feed, or `undefined` if the list has no feed, for example because it shows only some of
 * the articles in its folder.
 */
export function toFeedPath(
  { from, kind = 'article', when, order, most, by }: PostList,
  path: string,
): string | undefined {
  const isPartialList = from === undefined || kind !== 'article' || when !== undefined || most !== undefined;
  return isPartialList || by !== undefined || order === 'related' || path === '/'
    ? undefined
    : `${path}/feed.xml`;
}

const { feed: siteFeed, ...fixedPaths } = outputPaths;
const alwaysWritten = new Set<string>(Object.values(fixedPaths));

/** The facts about the site that generated files depend on. */
interface GeneratedFilesContext {
  posts: PostIndex;
  pagesAt(route: string): readonly PageFacts[];
  /** Returns the summaries of the blocks on a page, or `undefined` if the page is invalid. */
  summariesOn(page: PageFacts): readonly BlockSummary[] | undefined;
}

/** Files that the build writes and that content can link to, such as feeds and calendar files. */
export class GeneratedFiles {
  readonly #pages: readonly PageFacts[];
  readonly #site: GeneratedFilesContext;
  #feeds: ReadonlySet<string> | undefined;

  constructor(pages: readonly PageFacts[], site: GeneratedFilesContext) {
    this.#pages = pages.filter((page) => !page.draft && page.redirect === undefined);
    this.#site = site;
  }

  /** Returns whether the build writes a file at a path, or may write one once all pages are valid. */
  has(path: string): boolean {
    if (alwaysWritten.has(path)) return true;
    if (path.endsWith(siteFeed)) return this.feeds.has(path) || this.#isUncertain(this.#pages);
    return this.#isCalendar(path) || this.#isMarkdown(path);
  }

  /**
   * The addresses of the feeds: a feed for all articles, and a feed for each page that lists the articles in a folder.
   */
  get feeds(): ReadonlySet<string> {
    return (this.#feeds ??= new Set(this.#pages.flatMap((page) => this.#feedsOf(page))));
  }

  /** Returns the addresses of a page's calendar files, each with the index of its event on the page. */
  findCalendars(page: PageFacts): Map<string, number> {
    const summaries = page.draft || page.redirect !== undefined ? undefined : this.#site.summariesOn(page);
    const events = (summaries ?? []).flatMap(({ events = [], hasCalendarFile }) =>
      events.map(() => hasCalendarFile),
    );
    return new Map(
      events.flatMap((hasCalendarFile, index) =>
        hasCalendarFile ? [[getCalendarPath(page.route, index), index] as const] : [],
      ),
    );
  }

  #feedsOf(page: PageFacts): string[] {
    const { route } = page;
    const summaries = isIndexedPage(page) ? this.#site.summariesOn(page) : undefined;
    return (summaries ?? []).flatMap(({ list }) => {
      if (!list || !this.#hasArticles(list, route)) return [];
      const ownFeed = toFeedPath(list, route);
      return ownFeed === undefined ? [siteFeed] : [siteFeed, ownFeed];
    });
  }

  #hasArticles({ items, from, kind, tag, author, order }: PostList, route: string): boolean {
    if (order === 'related') return false;
    for (const post of this.#site.posts.listPosts({ items, from, kind, tag, author }, route))
      if (post.kinds.includes('article') && this.#site.pagesAt(post.path).some(isIndexedPage)) return true;
    return false;
  }

  /** Returns whether a path such as `/party.ics` or `/party.2.ics` is the path of a calendar file. */
  #isCalendar(path: string): boolean {
    const [, page] = /^(\/[^.]+)(?:\.\d+)?\.ics$/.exec(path) ?? [];
    if (page === undefined) return false;
    const route = page === '/index' ? '/' : page;
    const pages = this.#pages.filter((page) => page.route === route);
    return pages.some((page) => this.findCalendars(page).has(path)) || this.#isUncertain(pages);
  }

  #isMarkdown(path: string): boolean {
    const [, page] = /^(\/[^.]+)\.md$/.exec(path) ?? [];
    const route = page === '/index' ? '/' : page;
    return this.#pages.some((page) => page.route === route && isIndexedPage(page));
  }

  /** Returns whether some of the pages are invalid, so that their lists and events are unknown. */
  #isUncertain = (pages: readonly PageFacts[]): boolean =>
    pages.some((page) => this.#site.summariesOn(page) === undefined);
}

const isIndexedPage = ({ route, settings }: PageFacts): boolean =>
  route !== '/404' && settings !== undefined && settings.index !== false;
