import { pushTo } from '../base/lists.ts';
import { foldText } from '../site/search-format.ts';
import type { ExternalPost, PostList } from '../blocks/block-definition.ts';
import type { Post } from './page-summary.ts';

/** The list settings that select and sort posts. */
export type ListFilter = Pick<PostList, 'from' | 'kind' | 'tag' | 'author' | 'when' | 'order'>;

/** A tag or an author that has a generated page. */
export interface PostGroup {
  name: string;
  /** The last segment of the generated route. */
  slug: string;
  count: number;
}

/** The tags and authors of the posts in a folder, including drafts. */
interface PostWords {
  tags: ReadonlySet<string>;
  authors: ReadonlySet<string>;
  /** Number of posts that a list can select. */
  count: number;
  /** Whether any post has errors. */
  isUncertain: boolean;
  /** Whether tags and authors may be missing here, because some posts have errors. */
  hasUnknown: boolean;
}

/** Maximum number of posts per tag that are compared with a page to find related posts. */
const maxComparedPosts = 50;

/** Selects posts by folder and by the filters of lists. */
export class PostIndex {
  readonly #posts: ReadonlyMap<string, Post>;
  readonly #language: string;
  readonly #chosen = new Map<string, readonly Post[]>();
  readonly #words = new Map<string, PostWords>();
  #folders: Map<string, Post[]> | undefined;
  /** Sorts names. Created on first use, because creating a collator takes 7 ms. */
  #collator: Intl.Collator | undefined;

  constructor(posts: Iterable<Post>, language = 'en') {
    this.#posts = new Map([...posts].map((post) => [post.path, post]));
    this.#language = language;
  }

  get #order(): Intl.Collator {
    return (this.#collator ??= new Intl.Collator(this.#language));
  }

  /** Returns all posts in a folder and its subfolders, including drafts. */
  #below(folder: string): readonly Post[] {
    if (!this.#folders) {
      this.#folders = new Map();
      for (const post of this.#posts.values())
        for (const parentFolder of getRouteFolders(post.path)) pushTo(this.#folders, parentFolder, post);
    }
    return this.#folders.get(folder) ?? [];
  }

  getPost(path: string): Post | undefined {
    return this.#posts.get(path);
  }

  /** Returns an index in which the given pages are not public. */
  hidePages(hidden: Pick<ReadonlySet<string>, 'has'>): PostIndex {
    const posts = [...this.#posts.values()];
    return new PostIndex(posts.map((post) => (hidden.has(post.path) ? { ...post, isLive: false } : post)));
  }

  hasFolder(folder: string): boolean {
    return this.#below(folder).length > 0;
  }

  listFolders(): string[] {
    this.#below('/');
    return [...(this.#folders?.keys() ?? [])];
  }

  collectWords(folder: string): PostWords {
    const cachedValue = this.#words.get(folder);
    if (cachedValue) return cachedValue;
    const posts = this.#below(folder).filter(({ onlyByHand }) => !onlyByHand);
    const words = {
      tags: new Set(posts.flatMap(({ tags }) => tags)),
      authors: new Set(posts.flatMap(({ author }) => author ?? [])),
      count: posts.length,
      isUncertain: posts.some((post) => post.isUncertain),
      hasUnknown: posts.some((post) => post.hasUnknownWords),
    };
    this.#words.set(folder, words);
    return words;
  }

  /**
   * Returns the public posts that match a filter on a day, in the order of the list. If no day is given, events count
   * as both upcoming and past. The order `related` is handled by `listPosts`.
   */
  selectPosts(filter: ListFilter, day?: string): readonly Post[] {
    const { from, kind, tag, author, when, order } = filter;
    const key = JSON.stringify([from, kind, tag, author, when, order, when && day]);
    const cachedValue = this.#chosen.get(key);
    if (cachedValue) return cachedValue;
    const isMatch = (post: Post) =>
      post.isLive &&
      !post.onlyByHand &&
      (kind === undefined || post.kinds.includes(kind)) &&
      (tag === undefined || post.tags.includes(tag)) &&
      (author === undefined || post.author === author) &&
      (when === undefined || matchesTimeFilter(post, when, day));
    const result = this.#below(from ?? '')
      .filter(isMatch)
      .toSorted(this.#comparison(filter, when && day));
    this.#chosen.set(key, result);
    return result;
  }

  /** Yields the posts in a list, except the page that contains the list. Posts named in `items` come first. */
  *listPosts(list: PostList, path: string, day?: string): Iterable<Post> {
    const seenPaths = new Set([path]);
    const { items = [], from } = list;
    const outside = items.flatMap((item) => (typeof item === 'string' ? [] : outsidePost(item)));
    const namedPosts = items.flatMap((item) =>
      typeof item === 'string' ? (this.getPost(item) ?? []) : from === undefined ? outsidePost(item) : [],
    );
    const candidates = [
      namedPosts.filter(({ isLive }) => isLive),
      list.order === 'related' ? this.#related(list, path, day) : [],
      from === undefined
        ? []
        : outside.length === 0
          ? this.selectPosts(list, day)
          : [...this.selectPosts(list, day), ...outside].toSorted(this.#comparison(list, list.when && day)),
    ];
    for (const posts of candidates)
      for (const post of posts) {
        if (seenPaths.size > (list.most ?? Infinity)) return;
        if (seenPaths.has(post.path)) continue;
        seenPaths.add(post.path);
        yield post;
      }
  }

  /** Returns the tags or authors of the posts in a list, sorted by name, each with its number of posts. */
  groupPosts(list: PostList, day?: string): PostGroup[] {
    const counts = new Map<string, number>();
    for (const { tags, author = '' } of this.selectPosts(list, day))
      for (const name of list.by === 'author' ? [author] : tags)
        if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
    return [...counts]
      .toSorted(([a], [b]) => this.#order.compare(a, b) || (a < b ? -1 : 1))
      .map(([name, count]) => ({ name, count, slug: toSlug(name) }));
  }

  /** Returns a comparator for the list order. Events with several dates are sorted by their next date. */
  #comparison({ when, order }: ListFilter, day = ''): (a: Post, b: Post) => number {
    const byPath = (a: Post, b: Post) => (a.path < b.path ? -1 : 1);
    if (order === 'title') return (a, b) => this.#order.compare(a.title, b.title) || byPath(a, b);
    const isOldestFirst = order === 'oldest' || (order === undefined && when === 'coming');
    // Posts without a date come last.
    const [missingDate, direction] = isOldestFirst ? ['~', 1] : ['', -1];
    const findNextDate = ({ date, dates }: Post) =>
      dates?.find((dateText) => dateText.slice(0, 10) >= day) ?? date ?? missingDate;
    return (a, b) => {
      const [first, second] = [findNextDate(a), findNextDate(b)];
      return first === second ? byPath(a, b) : first < second ? -direction : direction;
    };
  }

  /** Returns the posts related to a page. Posts that share the most tags with the page come first. */
  #related(list: PostList, path: string, day: string | undefined): Post[] {
    const commonTagCounts = new Map<Post, number>();
    for (const tag of this.getPost(path)?.tags ?? [])
      for (const post of this.#newestWith(list, tag, day))
        commonTagCounts.set(post, (commonTagCounts.get(post) ?? 0) + 1);
    const newest = this.#comparison({ order: 'newest' });
    return [...commonTagCounts.keys()].toSorted(
      (a, b) => (commonTagCounts.get(b) ?? 0) - (commonTagCounts.get(a) ?? 0) || newest(a, b),
    );
  }

  #newestWith(
    { from, kind, tag, author, when }: PostList,
    common: string,
    day: string | undefined,
  ): readonly Post[] {
    const selectPosts = this.selectPosts({ from, kind, tag: common, author, when, order: 'newest' }, day);
    const newest = selectPosts.slice(0, maxComparedPosts);
    return tag === undefined ? newest : newest.filter(({ tags }) => tags.includes(tag));
  }
}

const outsidePost = (outside: ExternalPost): Post => ({
  path: outside.href,
  title: outside.title,
  isLive: true,
  kinds: [],
  tags: outside.tags ?? [],
  date: outside.date,
  outside,
});

function matchesTimeFilter({ kinds, ends }: Post, when: 'coming' | 'past', day: string | undefined): boolean {
  if (!kinds.includes('event') || ends === undefined) return false;
  return day === undefined || ends.slice(0, 10) < day === (when === 'past');
}

/** Returns the folders that contain a page: `/`, `/log` and `/log/2026` for `/log/2026/fog`. */
export function getRouteFolders(path: string): string[] {
  if (path === '/') return [];
  const steps = path.split('/').slice(1, -1);
  return ['/', ...steps.map((_, index) => `/${steps.slice(0, index + 1).join('/')}`)];
}

/** Words that replace characters in slugs, so that `C`, `C++` and `C#` get different slugs. */
const characterWords: Readonly<Record<string, string>> = { '+': ' plus ', '#': ' sharp ' };

/**
 * Converts a name to a route segment of letters, digits and hyphens. The segment depends only on the name, so that
 * adding other names does not change addresses. Appends a hash if the name contains letters that are not allowed in
 * routes, or if the segment would be empty, reserved or too long.
 */
function toSlug(name: string): string {
  const speltName = foldText(name).replaceAll(/[+#]/g, (character) => characterWords[character] ?? character);
  const plain = speltName
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(' ', '-');
  const isLossless =
    plain !== '' &&
    plain.length <= maxSlugLength &&
    !reservedSegments.test(plain) &&
    !/[\p{L}\p{N}]/u.test(speltName.replaceAll(/[a-z0-9]/g, ''));
  if (isLossless) return plain;
  const start = plain.slice(0, maxSlugLength).replace(/-$/, '');
  return [start, hashText(name)].filter(Boolean).join('-');
}

/** Maximum number of characters in a slug before its hash, so that file names stay within system limits. */
const maxSlugLength = 80;

/** Matches segments with a special meaning for the build, hosts or Windows, such as `index` or `con`. */
const reservedSegments = /^(?:page|index|404|assets|functions|con|prn|aux|nul|com\d|lpt\d)$/;

/** Returns a 53-bit hash (cyrb53) of a string, in base 36. */
function hashText(text: string): string {
  let [first, second] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    first = Math.imul(first ^ unit, 2654435761);
    second = Math.imul(second ^ unit, 1597334677);
  }
  first = Math.imul(first ^ (first >>> 16), 2246822507) ^ Math.imul(second ^ (second >>> 13), 3266489909);
  second = Math.imul(second ^ (second >>> 16), 2246822507) ^ Math.imul(first ^ (first >>> 13), 3266489909);
  return ((second & 0x1fffff) * 0x100000000 + (first >>> 0)).toString(36);
}
