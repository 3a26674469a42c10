import type { BlockOf } from '../blocks/index.ts';
import type { Page } from '../page.ts';

/** What a `posts` block says of the pages that it lists. Plain data, so that it can be kept. */
export type PostList = Partial<
  Pick<BlockOf<'posts'>, 'from' | 'kind' | 'tag' | 'author' | 'when' | 'order' | 'most' | 'perPage' | 'by'>
> & { items?: readonly string[] };

/** What lists ask of a page. Plain data, so that it can be kept. */
export interface Post {
  path: string;
  title: string;
  /** Whether visitors can open it. */
  isLive: boolean;
  /** Of a page that is only listed by hand: with a long list itself, or kept out of lists. */
  onlyByHand?: true;
  /** Of a page in which something is wrong: what it says may be another thing. */
  isUncertain?: true;
  kinds: readonly string[];
  tags: readonly string[];
  author?: string | undefined;
  /** The day of an article, or when an event begins. */
  date?: string | undefined;
  /** When an event ends. */
  ends?: string | undefined;
}

const settings = ['from', 'kind', 'tag', 'author', 'when', 'order', 'most', 'perPage', 'by'] as const;

/** The list of a block, without its words. */
export function postListOf(block: BlockOf<'posts'>): PostList {
  const said = settings.filter((name) => block[name] !== undefined);
  const list: PostList = Object.fromEntries(said.map((name) => [name, block[name]]));
  return block.items.length > 0 ? { ...list, items: block.items.map(({ to }) => pageOf(to)) } : list;
}

/** Whether the build makes further pages of the page with this list. */
export const isArchive = ({ perPage, by }: PostList): boolean => perPage !== undefined || by !== undefined;

/** What a page says of itself to the lists of others; nothing if none can show it. */
export function postOf(page: Page): Post | undefined {
  const { path, title, kind, tags = [], author, published, status, blocks, made } = page;
  const isList = blocks.some((block) => block.type === 'posts' && isArchive(postListOf(block)));
  if (path === '/404' || made) return undefined;
  const event = blocks.find((block) => block.type === 'event');
  const kinds = [kind, event && 'event', blocks.some(({ type }) => type === 'job') && 'job'];
  return {
    path,
    title,
    isLive: status === 'live',
    ...((isList || page.index === false) && { onlyByHand: true }),
    kinds: kinds.filter((one) => typeof one === 'string'),
    tags,
    author,
    date: event?.when.begins ?? published,
    ends: event && (event.when.ends ?? event.when.begins),
  };
}

const pageOf = (address: string) => address.split('#')[0] ?? '';
