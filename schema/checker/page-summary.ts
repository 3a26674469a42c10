import type { BlockOf, Block } from '../content/blocks/index.ts';
import type { Page } from '../content/page.ts';
import { embeddedAt } from '../content/embed-providers.ts';

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
export function listSettings(block: BlockOf<'posts'>): PostList {
  const said = settings.filter((name) => block[name] !== undefined);
  const list: PostList = Object.fromEntries(said.map((name) => [name, block[name]]));
  return block.items.length > 0 ? { ...list, items: block.items.map(({ to }) => pageOf(to)) } : list;
}

/** Whether the build makes further pages of the page with this list. */
export const hasGeneratedPages = ({ perPage, by }: PostList): boolean =>
  perPage !== undefined || by !== undefined;

/** What a page says of itself to the lists of others; nothing if none can show it. */
export function postOf(page: Page): Post | undefined {
  const { path, title, kind, tags = [], author, published, status, blocks, made } = page;
  const isList = blocks.some((block) => block.type === 'posts' && hasGeneratedPages(listSettings(block)));
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

/** What other pages, and the site as a whole, show of a page. Plain data, so that it can be kept. */
export interface PageSummary extends Omit<Page, 'blocks'> {
  /** How a page that others list or announce begins. */
  opening?: Pick<BlockOf<'hero'>, 'lead' | 'picture'> & { readTime?: string };
  /** When an event takes place. */
  event?: BlockOf<'event'>['when'];
  people: readonly { name: string; title: string; href?: string }[];
  /** The pages that it lists. */
  lists: readonly PostList[];
  /** Every picture that it shows. */
  pictures: readonly string[];
  /** The other sites that it shows something of, once a visitor agrees. */
  frames: readonly string[];
  /** The days until which it shows something. */
  ends: readonly string[];
}

/** A page of a site that has been checked; its blocks are read when they are asked for. */
export interface SitePage extends PageSummary, Page {
  /** Another one with each change of the page, of a block that it shares, or of what it may link to. */
  version: string;
  /** What lists ask of it. */
  post?: Post | undefined;
  /** The pages that it links to and that visitors cannot open now. */
  hiddenLinks?: readonly string[];
}

export function summaryOf({ blocks, ...settings }: Page): PageSummary {
  const event = blocks.find((block) => block.type === 'event');
  // Of no other page does anybody ask how it begins.
  const isPresented = settings.kind !== undefined || settings.tags !== undefined || event !== undefined;
  const opening = isPresented ? blocks.find((block) => block.type === 'hero') : undefined;
  return {
    ...settings,
    event: event?.when,
    opening: opening && {
      lead: opening.lead,
      picture: opening.picture,
      readTime: opening.byline?.readTime,
    },
    people: blocks.flatMap((block) =>
      block.type === 'people' ? block.items.map(({ name, title, href }) => ({ name, title, href })) : [],
    ),
    lists: blocks.flatMap((block) => (block.type === 'posts' ? [listSettings(block)] : [])),
    pictures: [...new Set(sourcesIn([settings.share, blocks]))],
    frames: [...new Set(blocks.flatMap(frameHost))],
    ends: blocks.flatMap((block) => (block.type === 'alert' && block.until ? [block.until] : [])),
  };
}

function frameHost(block: Block): string[] {
  const embedded = block.type === 'embed' ? embeddedAt(block.address) : undefined;
  return embedded ? [embedded.host] : [];
}

/** The page of a summary. */
export function sitePage(
  summary: PageSummary,
  version: string,
  blocks: () => Block[],
  post?: Post,
): SitePage {
  return {
    ...summary,
    version,
    post,
    get blocks() {
      return blocks();
    },
  };
}

export type PageWithoutBlocks = Omit<SitePage, 'blocks'>;

/** The rest of a page: its blocks need not be read for that. */
export function withoutBlocks(page: SitePage | PageWithoutBlocks): PageWithoutBlocks {
  const names = Object.keys(page).filter((name) => name !== 'blocks');
  const entries = names.map((name) => [name, page[name as keyof PageWithoutBlocks]]); // one of its own
  return Object.fromEntries(entries) as PageWithoutBlocks; // all but the blocks
}

/** What stands behind every `src`. */
function sourcesIn(data: unknown): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) return value.forEach(visit);
    for (const key in value) {
      const inside: unknown = value[key as keyof typeof value];
      if (key === 'src' && typeof inside === 'string') found.push(inside);
      else visit(inside);
    }
  };
  visit(data);
  return found;
}
