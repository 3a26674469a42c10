import type { Website } from '../check/check.ts';
import { toFeedPath } from '../check/generated-files.ts';
import { type PageSummary, hasGeneratedPages, type Post } from '../check/page-summary.ts';
import type { EventTime, ExternalPost, PostList } from '../blocks/block-definition.ts';
import { removeHiddenLinksFromOpening } from './visibility.ts';

/** The properties of a page that a list shows in a preview. */
export type PostPreview = Pick<
  PageSummary,
  'path' | 'title' | 'description' | 'published' | 'opening' | 'author' | 'language'
> & {
  /** The event's next date, if it has several dates. */
  event?: EventTime | undefined;
  tags: readonly { name: string; to?: string | undefined }[];
  /** The name of the site, if the post is on another site. */
  source?: string;
};

/** The content of a single page of a list. */
export interface ListResult {
  posts: readonly PostPreview[];
  /** The tags or authors, if the list shows tags or authors instead of posts. */
  groups?: readonly { name: string; count: number; to: string }[];
  /** The number of pages that the list has, if it has more than one. */
  last?: number;
  /** The path of the feed with the articles in the list. */
  feed?: string;
}

/**
 * Returns the cache key for a list's result. The key contains everything that `createListResolver` needs to compute the
 * result.
 */
export function toListKey(
  list: PostList,
  { path, generated }: Pick<PageSummary, 'path' | 'generated'>,
): string {
  const query = Object.fromEntries(selectionKeys.map((name) => [name, list[name]]));
  return JSON.stringify(
    generated ? [query, generated.sourceRoutes, generated.number, generated.first] : [query, path],
  );
}

const selectionKeys = [
  'items',
  'from',
  'kind',
  'tag',
  'author',
  'when',
  'order',
  'most',
  'perPage',
  'by',
] as const;

/** Returns functions that compute what the lists on a site show on a day. */
export function createListResolver({ pages, posts }: Website, day: string) {
  const postsOnPage = new Map<string, PostPreview>();
  const resultsByKey = new Map<string, ListResult>();
  const postsByList = new Map<string, readonly Post[]>();
  const groupPages = createGroupPageFinder(pages.values(), posts, day);

  const getPreview = (path: string): PostPreview[] => {
    const cachedPreview = postsOnPage.get(path);
    if (cachedPreview) return [cachedPreview];
    const page = pages.get(path);
    if (!page) return [];
    const { title, description, published, events, author, language, tags = [] } = page;
    const event = events.find(({ begins, ends }) => (ends ?? begins).slice(0, 10) >= day) ?? events[0];
    const opening = removeHiddenLinksFromOpening(page);
    const linkedTags = tags.map((name) => ({ name, to: groupPages('tag', name, path) }));
    const preview = {
      path,
      title,
      description,
      published,
      opening,
      event,
      author,
      language,
      tags: linkedTags,
    };
    postsOnPage.set(path, preview);
    return [preview];
  };

  /** Returns the posts on all pages of a paginated list. */
  const getAllPosts = (list: PostList, route: string): readonly Post[] => {
    const key = JSON.stringify([list, route]);
    const allPosts = postsByList.get(key) ?? [...posts.listPosts(list, route, day)];
    postsByList.set(key, allPosts);
    return allPosts;
  };

  const evaluateList = (query: string): ListResult => {
    // The query is a key created by `toListKey`.
    const [list, route, number = 1, first = route] = JSON.parse(query) as [
      PostList,
      string,
      number?,
      string?,
    ];
    if (list.by !== undefined) {
      const folder = route === '/' ? '' : route;
      const groups = posts.groupPosts(list, day).map(({ name, count, slug: step }) => ({
        name,
        count: Math.min(count, list.most ?? count),
        to: `${folder}/${step}`,
      }));
      return { posts: [], groups };
    }
    const { perPage } = list;
    const allPosts =
      perPage === undefined ? [...posts.listPosts(list, route, day)] : getAllPosts(list, route);
    const postsOnPage =
      perPage === undefined ? allPosts : allPosts.slice((number - 1) * perPage, number * perPage);
    const pageCount = Math.ceil(allPosts.length / (perPage ?? Infinity));
    const feed = first === route ? toFeedPath(list, route) : undefined;
    return {
      posts: postsOnPage.flatMap(({ path, outside }) =>
        outside ? toExternalPreview(outside) : getPreview(path),
      ),
      ...(pageCount > 1 && { last: pageCount }),
      ...(feed !== undefined && allPosts.some(({ kinds }) => kinds.includes('article')) && { feed }),
    };
  };

  return {
    lists: {
      get: (query: string): ListResult => {
        const result = resultsByKey.get(query) ?? evaluateList(query);
        resultsByKey.set(query, result);
        return result;
      },
    },
    groupPages,
  };
}

const toExternalPreview = ({ href, title, date, source, text, tags = [] }: ExternalPost): PostPreview => ({
  path: href,
  title,
  description: '',
  published: date,
  source,
  opening: { lead: text ?? [] },
  tags: tags.map((name) => ({ name })),
});

/**
 * Returns a function that finds the page about a tag or an author. If several lists have such a page, the list for the
 * deepest folder wins.
 */
function createGroupPageFinder(pages: Iterable<PageSummary>, posts: Website['posts'], day: string) {
  let groupLists: { list: PostList; addresses: ReadonlyMap<string, string> }[] | undefined;
  const findGroupLists = () =>
    [...pages]
      .filter(({ generated, status }) => !generated && status === 'live')
      .flatMap(({ path, lists }) => {
        const list = lists.find(hasGeneratedPages);
        if (list?.by === undefined) return [];
        const folder = path === '/' ? '' : path;
        const routesByName = posts
          .groupPosts(list, day)
          .map(({ name, slug: step }) => [name, `${folder}/${step}`] as const);
        return [{ list, addresses: new Map(routesByName) }];
      })
      .toSorted((a, b) => (b.list.from ?? '').length - (a.list.from ?? '').length);
  return (kind: 'tag' | 'author', name: string, path: string): string | undefined => {
    groupLists ??= findGroupLists();
    const nearestList = groupLists.find(
      ({ list, addresses: routesByName }) =>
        list.by === kind && isInFolder(path, list.from) && routesByName.has(name),
    );
    return nearestList?.addresses.get(name);
  };
}

const isInFolder = (path: string, folder = '/') => folder === '/' || path.startsWith(`${folder}/`);
