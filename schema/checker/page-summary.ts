import type {
  BlockSummary,
  EventTime,
  Need,
  Opening,
  Person,
  PostList,
} from '../content/block-definition.ts';
import { type Block, summarize } from '../content/blocks/index.ts';
import type { Page } from '../content/page.ts';
import { collectValues } from '../util.ts';

/** The properties of a page by which lists choose it. Plain data. */
export interface Post {
  path: string;
  title: string;
  /** Whether visitors can open it. */
  isLive: boolean;
  /** Whether lists only show it by name: it has a long list itself, or `index: false`. */
  onlyByHand?: true;
  /** Whether the page has errors, so that the rest is not certain. */
  isUncertain?: true;
  kinds: readonly string[];
  tags: readonly string[];
  author?: string | undefined;
  /** The day of an article, or when an event begins. */
  date?: string | undefined;
  /** When an event ends. */
  ends?: string | undefined;
}

/** Whether the build makes further pages of the page with this list. */
export const hasGeneratedPages = ({ perPage, by }: PostList): boolean =>
  perPage !== undefined || by !== undefined;

/** What other pages, or the site as a whole, must know about a block. */
export function summarizeBlock(block: Block): BlockSummary {
  const pictures = collectValues(block, 'src');
  return { ...(pictures.size > 0 && { pictures: [...pictures] }), ...summarize(block) };
}

/** The post of a page; `undefined` if no list can show it. */
export function postOf(page: Omit<Page, 'blocks'>, blocks: readonly BlockSummary[]): Post | undefined {
  const { path, title, kind, tags = [], author, published, status, generated } = page;
  if (path === '/404' || generated) return undefined;
  const isList = blocks.some(({ list }) => list && hasGeneratedPages(list));
  const event = blocks.find((block) => block.event)?.event;
  const kinds = [kind, ...blocks.map((block) => block.kind)];
  return {
    path,
    title,
    isLive: status === 'live',
    ...((isList || page.index === false) && { onlyByHand: true }),
    kinds: [...new Set(kinds.filter((one) => one !== undefined))],
    tags,
    author,
    date: event?.begins ?? published,
    ends: event && (event.ends ?? event.begins),
  };
}

/** The parts of a page that other pages, or the site as a whole, show. Plain data. */
export interface PageSummary extends Omit<Page, 'blocks'> {
  /** How a page that others list or announce begins. */
  opening?: Opening;
  /** When an event takes place. */
  event?: EventTime;
  people: readonly Person[];
  /** The pages that it lists. */
  lists: readonly PostList[];
  /** Every picture that it shows. */
  pictures: readonly string[];
  /** The other sites that it shows something of, once a visitor agrees. */
  frames: readonly string[];
  /** The days until which it shows something. */
  ends: readonly string[];
  /** What its blocks need to know of the page and its site. */
  needs: readonly Need[];
}

/** A page of a checked site. Its blocks are parsed lazily. */
export interface SitePage extends PageSummary, Page {
  /** Another one with each change of the page, of a block that it shares, or of what it may link to. */
  version: string;
  /** What lists ask of it. */
  post?: Post | undefined;
  /** The pages that it links to and that visitors cannot open now. */
  hiddenLinks?: readonly string[];
  /** The files of `public/` that it and its shared blocks name. Generated pages name none. */
  files?: readonly string[];
}

/** The summary of a page with these blocks, including those that it shares. */
export function summaryOf(page: Omit<Page, 'blocks'>, blocks: readonly BlockSummary[]): PageSummary {
  const event = blocks.find((block) => block.event)?.event;
  // Only lists and announcements show how a page begins.
  const isPresented = page.kind !== undefined || page.tags !== undefined || event !== undefined;
  return {
    ...page,
    event,
    opening: isPresented ? blocks.find((block) => block.opening)?.opening : undefined,
    people: blocks.flatMap(({ people = [] }) => people),
    lists: blocks.flatMap(({ list }) => list ?? []),
    pictures: [
      ...new Set([...collectValues(page.share, 'src'), ...blocks.flatMap(({ pictures = [] }) => pictures)]),
    ],
    frames: [...new Set(blocks.flatMap(({ frame }) => frame ?? []))],
    ends: blocks.flatMap(({ until }) => until ?? []),
    needs: blocks.flatMap(({ needs = [] }) => needs),
  };
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

/** A copy of a page without its blocks, which are not parsed for that. */
export function withoutBlocks(page: SitePage | PageWithoutBlocks): PageWithoutBlocks {
  const names = Object.keys(page).filter((name) => name !== 'blocks');
  const entries = names.map((name) => [name, page[name as keyof PageWithoutBlocks]]); // one of its own
  return Object.fromEntries(entries) as PageWithoutBlocks; // all but the blocks
}
