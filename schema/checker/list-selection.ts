import { hashText } from '../util.ts';
import { anchorOf } from '../markdown/plain-text.ts';
import type { Post, PostList } from './page-summary.ts';

/** What a list says of the posts that it chooses, and of their order. */
export type ListFilter = Pick<PostList, 'from' | 'kind' | 'tag' | 'author' | 'when' | 'order'>;

/** The posts of a tag or an author. */
export interface Group {
  name: string;
  /** The last part of the address of its page. */
  step: string;
  count: number;
}

/** What the posts of a folder say, drafts too. */
export interface SiteWords {
  tags: ReadonlySet<string>;
  authors: ReadonlySet<string>;
  /** How many a list can choose from. */
  count: number;
  /** Whether something is wrong in one of them, so that it may say another thing. */
  isUncertain: boolean;
}

/** So many of the newest posts of each tag are compared with a page for what is related to it. */
const maxCompared = 50;

/** Which posts there are in each folder, and what lists choose of them. */
export class PostIndex {
  readonly #posts = new Map<string, Post>();
  /** By folder, once somebody asks. */
  #below: Map<string, Map<string, Post>> | undefined;
  readonly #chosen = new Map<string, readonly Post[]>();
  readonly #said = new Map<string, SiteWords>();
  readonly #language: string;
  /** Once somebody asks: the first that is made takes 7 ms. */
  #collator: Intl.Collator | undefined;

  constructor(language = 'en') {
    this.#language = language;
  }

  put(before: Post | undefined, now: Post | undefined): void {
    this.#chosen.clear();
    this.#said.clear();
    if (before) {
      this.#posts.delete(before.path);
      if (this.#below)
        for (const folder of foldersOf(before.path)) this.#below.get(folder)?.delete(before.path);
    }
    if (!now) return;
    this.#posts.set(now.path, now);
    if (this.#below) putBelow(this.#below, now);
  }

  get #order(): Intl.Collator {
    return (this.#collator ??= new Intl.Collator(this.#language));
  }

  get #folders(): Map<string, Map<string, Post>> {
    if (this.#below) return this.#below;
    this.#below = new Map();
    for (const post of this.#posts.values()) putBelow(this.#below, post);
    return this.#below;
  }

  at(path: string): Post | undefined {
    return this.#posts.get(path);
  }

  /** The same of those posts alone that visitors can open now. */
  without(hidden: Pick<ReadonlySet<string>, 'has'>): PostIndex {
    const index = new PostIndex();
    for (const post of this.#posts.values())
      index.put(undefined, hidden.has(post.path) ? { ...post, isLive: false } : post);
    return index;
  }

  /** The folders that hold pages. */
  *folders(): Iterable<string> {
    for (const [folder, posts] of this.#folders) if (posts.size > 0) yield folder;
  }

  /** All posts of a folder, drafts too. */
  *below(folder: string): Iterable<Post> {
    yield* this.#folders.get(folder)?.values() ?? [];
  }

  said(folder: string): SiteWords {
    const known = this.#said.get(folder);
    if (known) return known;
    const posts = [...this.below(folder)].filter(({ onlyByHand }) => !onlyByHand);
    const said = {
      tags: new Set(posts.flatMap(({ tags }) => tags)),
      authors: new Set(posts.flatMap(({ author }) => author ?? [])),
      count: posts.length,
      isUncertain: posts.some((post) => post.isUncertain),
    };
    this.#said.set(folder, said);
    return said;
  }

  /**
   * The live posts that fit a choice on a day, in its order (`related` is left to `listed`). Without a
   * day every event is both coming and past.
   */
  chosen(choice: ListFilter, day?: string): readonly Post[] {
    const { from, kind, tag, author, when, order } = choice;
    const key = JSON.stringify([from, kind, tag, author, when, order, when && day]);
    const known = this.#chosen.get(key);
    if (known) return known;
    const fits = (post: Post) =>
      post.isLive &&
      !post.onlyByHand &&
      (kind === undefined || post.kinds.includes(kind)) &&
      (tag === undefined || post.tags.includes(tag)) &&
      (author === undefined || post.author === author) &&
      (when === undefined || isWhen(post, when, day));
    const found = [...this.below(from ?? '')].filter(fits).toSorted(this.#comparison(choice));
    this.#chosen.set(key, found);
    return found;
  }

  /** The posts that a list of a page shows, one by one: those named by hand first, never the page itself. */
  *listed(list: PostList, path: string, day?: string): Iterable<Post> {
    const given = new Set([path]);
    const named = (list.items ?? []).flatMap((item) => this.at(item) ?? []);
    const candidates = [
      named.filter(({ isLive }) => isLive),
      list.order === 'related' ? this.#related(list, path, day) : [],
      list.from === undefined ? [] : this.chosen(list, day),
    ];
    for (const posts of candidates)
      for (const post of posts) {
        if (given.size > (list.most ?? Infinity)) return;
        if (given.has(post.path)) continue;
        given.add(post.path);
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
      .map(([name, count]) => ({ name, count, step: stepOf(name, taken) }));
  }

  #comparison({ when, order }: ListFilter): (a: Post, b: Post) => number {
    const byPath = (a: Post, b: Post) => (a.path < b.path ? -1 : 1);
    if (order === 'title') return (a, b) => this.#order.compare(a.title, b.title) || byPath(a, b);
    const isOldestFirst = order === 'oldest' || (order === undefined && when === 'coming');
    // What has no date comes last.
    const [least, sign] = isOldestFirst ? ['~', 1] : ['', -1];
    return (a, b) => {
      const [one, other] = [a.date ?? least, b.date ?? least];
      return one === other ? byPath(a, b) : one < other ? -sign : sign;
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

function putBelow(folders: Map<string, Map<string, Post>>, post: Post): void {
  for (const folder of foldersOf(post.path)) {
    const below = folders.get(folder) ?? new Map<string, Post>();
    folders.set(folder, below.set(post.path, post));
  }
}

function isWhen({ kinds, ends }: Post, when: 'coming' | 'past', day: string | undefined): boolean {
  if (!kinds.includes('event') || ends === undefined) return false;
  return day === undefined || ends.slice(0, 10) < day === (when === 'past');
}

/** The folders that a page lies in: `/log/2026/fog` in `/log/2026`, `/log` and `/`. */
export function foldersOf(path: string): string[] {
  if (path === '/') return [];
  const steps = path.split('/').slice(1, -1);
  return ['/', ...steps.map((_, at) => `/${steps.slice(0, at + 1).join('/')}`)];
}

/** A name as a part of an address, which has no letters but these. */
function stepOf(name: string, taken: Set<string>): string {
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
