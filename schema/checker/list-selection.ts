import { pushTo } from '../util.ts';
import { anchorOf } from '../markdown/plain-text.ts';
import type { PostList } from '../content/block-definition.ts';
import type { Post } from './page-summary.ts';

/** The settings of a list that choose posts, and their order. */
export type ListFilter = Pick<PostList, 'from' | 'kind' | 'tag' | 'author' | 'when' | 'order'>;

/** The posts of a tag or an author. */
export interface Group {
  name: string;
  /** The last part of the address of its page. */
  slug: string;
  count: number;
}

/** The tags and authors of the posts of a folder, drafts too. */
interface PostWords {
  tags: ReadonlySet<string>;
  authors: ReadonlySet<string>;
  /** How many a list can choose from. */
  count: number;
  /** Whether something is wrong in one of them, so that it may say another thing. */
  isUncertain: boolean;
}

/** So many of the newest posts of each tag are compared with a page for what is related to it. */
const maxCompared = 50;

/** The posts of each folder, and the choices that lists make of them. */
export class PostIndex {
  readonly #posts: ReadonlyMap<string, Post>;
  readonly #language: string;
  readonly #chosen = new Map<string, readonly Post[]>();
  readonly #words = new Map<string, PostWords>();
  #folders: Map<string, Post[]> | undefined;
  /** Created lazily, as the first one takes 7 ms. */
  #collator: Intl.Collator | undefined;

  constructor(posts: Iterable<Post>, language = 'en') {
    this.#posts = new Map([...posts].map((post) => [post.path, post]));
    this.#language = language;
  }

  get #order(): Intl.Collator {
    return (this.#collator ??= new Intl.Collator(this.#language));
  }

  /** All posts in a folder and below it, drafts too. */
  #below(folder: string): readonly Post[] {
    if (!this.#folders) {
      this.#folders = new Map();
      for (const post of this.#posts.values())
        for (const above of foldersOf(post.path)) pushTo(this.#folders, above, post);
    }
    return this.#folders.get(folder) ?? [];
  }

  at(path: string): Post | undefined {
    return this.#posts.get(path);
  }

  /** The same index when visitors cannot open some pages. */
  without(hidden: Pick<ReadonlySet<string>, 'has'>): PostIndex {
    const posts = [...this.#posts.values()];
    return new PostIndex(posts.map((post) => (hidden.has(post.path) ? { ...post, isLive: false } : post)));
  }

  hasFolder(folder: string): boolean {
    return this.#below(folder).length > 0;
  }

  /** The folders that hold pages. */
  folders(): string[] {
    this.#below('/');
    return [...(this.#folders?.keys() ?? [])];
  }

  /** The words by which lists choose posts of a folder. */
  wordsOf(folder: string): PostWords {
    const cached = this.#words.get(folder);
    if (cached) return cached;
    const posts = this.#below(folder).filter(({ onlyByHand }) => !onlyByHand);
    const words = {
      tags: new Set(posts.flatMap(({ tags }) => tags)),
      authors: new Set(posts.flatMap(({ author }) => author ?? [])),
      count: posts.length,
      isUncertain: posts.some((post) => post.isUncertain),
    };
    this.#words.set(folder, words);
    return words;
  }

  /**
   * The live posts that fit a choice on a day, in its order (`related` is left to `listed`). Without a
   * day every event is both coming and past.
   */
  chosen(filter: ListFilter, day?: string): readonly Post[] {
    const { from, kind, tag, author, when, order } = filter;
    const key = JSON.stringify([from, kind, tag, author, when, order, when && day]);
    const cached = this.#chosen.get(key);
    if (cached) return cached;
    const fits = (post: Post) =>
      post.isLive &&
      !post.onlyByHand &&
      (kind === undefined || post.kinds.includes(kind)) &&
      (tag === undefined || post.tags.includes(tag)) &&
      (author === undefined || post.author === author) &&
      (when === undefined || isWhen(post, when, day));
    const result = this.#below(from ?? '')
      .filter(fits)
      .toSorted(this.#comparison(filter));
    this.#chosen.set(key, result);
    return result;
  }

  /** The posts that a list of a page shows, one by one: those named by hand first, never the page itself. */
  *listed(list: PostList, path: string, day?: string): Iterable<Post> {
    const seen = new Set([path]);
    const named = (list.items ?? []).flatMap((item) => this.at(item) ?? []);
    const candidates = [
      named.filter(({ isLive }) => isLive),
      list.order === 'related' ? this.#related(list, path, day) : [],
      list.from === undefined ? [] : this.chosen(list, day),
    ];
    for (const posts of candidates)
      for (const post of posts) {
        if (seen.size > (list.most ?? Infinity)) return;
        if (seen.has(post.path)) continue;
        seen.add(post.path);
        yield post;
      }
  }

  /** The tags or authors of the posts of a list, in the order of their names. */
  groups(list: PostList, day?: string): Group[] {
    const counts = new Map<string, number>();
    for (const { tags, author = '' } of this.chosen(list, day))
      for (const name of list.by === 'author' ? [author] : tags)
        if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
    const taken = new Set<string>(['page']);
    return [...counts]
      .toSorted(([a], [b]) => this.#order.compare(a, b) || (a < b ? -1 : 1))
      .map(([name, count]) => ({ name, count, slug: slugOf(name, taken) }));
  }

  #comparison({ when, order }: ListFilter): (a: Post, b: Post) => number {
    const byPath = (a: Post, b: Post) => (a.path < b.path ? -1 : 1);
    if (order === 'title') return (a, b) => this.#order.compare(a.title, b.title) || byPath(a, b);
    const isOldestFirst = order === 'oldest' || (order === undefined && when === 'coming');
    // What has no date comes last.
    const [noDate, sign] = isOldestFirst ? ['~', 1] : ['', -1];
    return (a, b) => {
      const [first, second] = [a.date ?? noDate, b.date ?? noDate];
      return first === second ? byPath(a, b) : first < second ? -sign : sign;
    };
  }

  /** First those with most tags in common with the page. */
  #related(list: PostList, path: string, day: string | undefined): Post[] {
    const common = new Map<Post, number>();
    for (const tag of this.at(path)?.tags ?? [])
      for (const post of this.#newestWith(list, tag, day)) common.set(post, (common.get(post) ?? 0) + 1);
    const newest = this.#comparison({ order: 'newest' });
    return [...common.keys()].toSorted((a, b) => (common.get(b) ?? 0) - (common.get(a) ?? 0) || newest(a, b));
  }

  #newestWith(
    { from, kind, tag, author, when }: PostList,
    common: string,
    day: string | undefined,
  ): readonly Post[] {
    const chosen = this.chosen({ from, kind, tag: common, author, when, order: 'newest' }, day);
    const newest = chosen.slice(0, maxCompared);
    return tag === undefined ? newest : newest.filter(({ tags }) => tags.includes(tag));
  }
}

function isWhen({ kinds, ends }: Post, when: 'coming' | 'past', day: string | undefined): boolean {
  if (!kinds.includes('event') || ends === undefined) return false;
  return day === undefined || ends.slice(0, 10) < day === (when === 'past');
}

/** The folders that a page is in: `/log/2026/fog` in `/log/2026`, `/log` and `/`. */
export function foldersOf(path: string): string[] {
  if (path === '/') return [];
  const steps = path.split('/').slice(1, -1);
  return ['/', ...steps.map((_, at) => `/${steps.slice(0, at + 1).join('/')}`)];
}

/** A name as a part of an address, which has no letters but these. */
function slugOf(name: string, taken: Set<string>): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/[łŁ]/g, 'l')
    .replaceAll(/[øØ]/g, 'o')
    .replaceAll(/[æÆ]/g, 'ae')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .trim();
  return anchorOf(plain || hashText(name), taken);
}

/** A 53-bit hash (cyrb53). */
function hashText(text: string): string {
  let [first, second] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    first = Math.imul(first ^ unit, 2654435761);
    second = Math.imul(second ^ unit, 1597334677);
  }
  first = Math.imul(first ^ (first >>> 16), 2246822507) ^ Math.imul(second ^ (second >>> 13), 3266489909);
  second = Math.imul(second ^ (second >>> 16), 2246822507) ^ Math.imul(first ^ (first >>> 13), 3266489909);
  return ((second & 0x1fffff) * 0x100000000 + (first >>> 0)).toString(36);
}
