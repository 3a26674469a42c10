import type {
  BlockSummary,
  EventTime,
  PageNeed,
  Opening,
  ExternalPost,
  PersonSummary,
  PostList,
} from '../blocks/block-definition.ts';
import { type Block, getBlockSummary } from '../blocks/index.ts';
import type { Page } from '../site/page.ts';
import { collectValues } from '../base/data.ts';

/** The page properties that lists use to select and sort pages. Serializable. */
export interface Post {
  path: string;
  title: string;
  isLive: boolean;
  /** Whether the page appears only in lists that name it in `items`. */
  onlyByHand?: true;
  /** Whether the page has errors, so that other properties may be missing or wrong. */
  isUncertain?: true;
  /** Whether the tags and the author of the page are unknown because of errors. */
  hasUnknownWords?: true;
  kinds: readonly string[];
  tags: readonly string[];
  author?: string | undefined;
  /** The publication date of an article, or the start of an event. */
  date?: string | undefined;
  /** The start times of an event that takes place several times. */
  dates?: readonly string[];
  /** The end of an event. */
  ends?: string | undefined;
  /** The details of a post on another site. Not set for pages of this site. */
  outside?: ExternalPost;
}

/** Returns whether the build generates additional pages for a list. */
export const hasGeneratedPages = ({ perPage, by }: PostList): boolean =>
  perPage !== undefined || by !== undefined;

export function summarizeBlock(block: Block): BlockSummary {
  const pictures = collectValues(block, 'src');
  return { ...(pictures.size > 0 && { pictures: [...pictures] }), ...getBlockSummary(block) };
}

/** Returns the post for a page, or `undefined` if lists cannot show the page. */
export function createPost(page: Omit<Page, 'blocks'>, blocks: readonly BlockSummary[]): Post | undefined {
  const { path, title, kind, tags = [], author, published, status, generated } = page;
  if (path === '/404' || generated) return undefined;
  const hasGeneratedList = blocks.some(({ list }) => list && hasGeneratedPages(list));
  const events = collectEventTimes(blocks);
  const ends = events.map((event) => event.ends ?? event.begins);
  const kinds = [kind, ...blocks.map((block) => block.kind)];
  return {
    path,
    title,
    isLive: status === 'live',
    ...((hasGeneratedList || page.index === false) && { onlyByHand: true }),
    kinds: [...new Set(kinds.filter((kind) => kind !== undefined))],
    tags,
    author,
    date: events[0]?.begins ?? published,
    ...(events.length > 1 && { dates: events.map(({ begins }) => begins) }),
    ends: ends.toSorted().at(-1),
  };
}

/** The page data that other pages and outputs depend on. Serializable. */
export interface PageSummary extends Omit<Page, 'blocks'> {
  /** The preview of the page in lists and announcements. */
  opening?: Opening;
  events: readonly EventTime[];
  people: readonly PersonSummary[];
  lists: readonly PostList[];
  pictures: readonly string[];
  /** The hosts whose content the page embeds with the visitor's consent. */
  frames: readonly string[];
  /** The last days of the blocks on the page. */
  ends: readonly string[];
  /** Data that the blocks on the page need. */
  needs: readonly PageNeed[];
}

/** A page of a checked site. Its blocks are parsed lazily. */
export interface SitePage extends PageSummary, Page {
  /** Changes if the page or its shared blocks change, or if a linked page becomes hidden or visible. */
  version: string;
  post?: Post | undefined;
  /** The routes of linked pages that visitors cannot open now. */
  hiddenLinks?: readonly string[];
  /** The files in `public/` that the page and its shared blocks use. Not set for generated pages. */
  files?: readonly string[];
  /** The languages of linked pages that are not in the language of this page, by route. */
  linkLanguages?: Readonly<Record<string, string>>;
}

/** Returns the events on a page, sorted by start time. */
const collectEventTimes = (blocks: readonly BlockSummary[]): EventTime[] =>
  blocks.flatMap(({ events = [] }) => events).toSorted((a, b) => (a.begins < b.begins ? -1 : 1));

/** Summarises a page, including its shared blocks. */
export function summarizePage(page: Omit<Page, 'blocks'>, blocks: readonly BlockSummary[]): PageSummary {
  const events = collectEventTimes(blocks);
  // Only pages in lists or announcements need a preview.
  const isListable = page.kind !== undefined || page.tags !== undefined || events.length > 0;
  return {
    ...page,
    events,
    opening: isListable ? blocks.find((block) => block.opening)?.opening : undefined,
    people: blocks.flatMap(({ people = [] }) => people),
    lists: blocks.flatMap(({ list }) => list ?? []),
    pictures: [
      ...new Set([...collectValues(page.share, 'src'), ...blocks.flatMap(({ pictures = [] }) => pictures)]),
    ],
    frames: [...new Set(blocks.flatMap(({ frames = [] }) => frames))],
    ends: blocks.flatMap(({ until }) => until ?? []),
    needs: blocks.flatMap(({ needs = [] }) => needs),
  };
}

/** Creates a page whose blocks are parsed on first access. */
export function createSitePage(
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

/** Returns a copy of a page without its blocks. Does not parse the blocks. */
export function omitBlocks(page: SitePage | PageWithoutBlocks): PageWithoutBlocks {
  const names = Object.keys(page).filter((name) => name !== 'blocks');
  const entries = names.map((name) => [name, page[name as keyof PageWithoutBlocks]]); // a key of the page
  return Object.fromEntries(entries) as PageWithoutBlocks; // has all properties except `blocks`
}
