import { addressOf } from '../../schema/base/source-file.ts';
import type { Answers } from '../../schema/check/asked.ts';
import type { Mentions, PageFacts, PagePlace, SharedFacts } from '../../schema/check/facts.ts';
import { type Known, type KnownFile, nothing } from '../../schema/check/file-state.ts';
import type { PageSummary } from '../../schema/check/page-summary.ts';
import type { Post, PostList } from '../../schema/check/post-list.ts';

/**
 * What is kept of a page: as little as possible, since there may be ten thousand. What is as on most pages is
 * left out.
 */
export type PageRow = [
  stamp: string | 0,
  version: string,
  place: object,
  titles: PageFacts['titles'],
  mentions: object,
  found: object,
  summary: object | 0,
  asked: Answers,
  listed: object,
  located?: Known<object>['located'],
];
export type SharedRow = [stamp: string | 0, version: string, known: Known<SharedFacts>];

const usualPlace = {
  isRead: true,
  draft: false,
  unlisted: false,
  names: [] as PagePlace['names'],
  uses: [] as readonly string[],
};
const usualMentions: Mentions = { links: [], files: [] };
const usualListed = { lists: [] };
const usualPost: Pick<Post, 'isLive' | 'kinds' | 'tags'> & Partial<Post> = {
  isLive: true,
  kinds: [],
  tags: [],
};
const usualSummary = { status: 'live', people: [], lists: [], pictures: [], frames: [] };

export function rowOf(known: KnownFile, stamp: string | 0): PageRow | SharedRow {
  if (!isPage(known)) return [stamp, known.version, known as Known<SharedFacts>]; // there are only these two
  const { version, facts, found, asked = [], located } = known;
  const { path: _, address, names, ...place } = facts.place;
  const { summary, ...more } = found;
  const { title, description } = facts.titles;
  const usual = { ...usualSummary, title, description, path: address };
  const row: PageRow = [
    stamp,
    version,
    unusual({ ...place, names: names ?? null }, usualPlace),
    facts.titles,
    unusual(facts.mentions, usualMentions),
    unusual(more, nothing),
    summary ? unusual(summary, usual) : 0,
    asked,
    listedRow(facts),
  ];
  if (located) row.push(located);
  return row;
}

/** What is equal to what is read of a file is written in the same order, too (see keptFacts). */
export function pageIn(path: string, row: PageRow): Known<PageFacts> {
  const [, version, keptPlace, titles, mentions, found, summary, answers, listed, located] = row;
  const address = addressOf(path);
  // A row has all that is not usual.
  const place = keptPlace as Partial<Omit<PagePlace, 'names'> & { names: PagePlace['names'] | null }>;
  const { names = usualPlace.names } = place;
  const { links = usualMentions.links, files = usualMentions.files } = mentions as Partial<Mentions>;
  return {
    version,
    facts: {
      place: {
        path,
        address,
        isRead: place.isRead ?? usualPlace.isRead,
        draft: place.draft ?? usualPlace.draft,
        unlisted: place.unlisted ?? usualPlace.unlisted,
        time: place.time,
        redirect: place.redirect,
        names: names ?? undefined,
        uses: place.uses ?? usualPlace.uses,
      },
      titles,
      mentions: { links, files },
      ...listedIn(listed, titles, address),
    },
    found: {
      ...nothing,
      ...found,
      summary: summary
        ? ({ ...usualSummary, ...titles, path: address, ...summary } as unknown as PageSummary)
        : undefined,
    },
    asked: answers,
    located,
  };
}

/** What most posts are is left out, and what stands in the row already. */
function listedRow({ post, lists, place, titles }: PageFacts): object {
  const { title } = titles;
  const own = post && unusual(post, { ...usualPost, path: place.address, title });
  return unusual({ post: own ?? 0, lists }, { ...usualListed, post: {} });
}

function listedIn(
  row: object,
  { title = '' }: PageFacts['titles'],
  path: string,
): Pick<PageFacts, 'post' | 'lists'> {
  // As it was written above.
  const { post = usualPost, lists = [] } = row as { post?: Partial<Post> | 0; lists?: PostList[] };
  if (post === 0) return { post: undefined, lists };
  return {
    post: {
      path,
      title: post.title ?? title,
      isLive: post.isLive ?? usualPost.isLive,
      onlyByHand: post.onlyByHand,
      isUncertain: post.isUncertain,
      kinds: post.kinds ?? usualPost.kinds,
      tags: post.tags ?? usualPost.tags,
      author: post.author,
      date: post.date,
      ends: post.ends,
    },
    lists,
  };
}

const isPage = (known: KnownFile): known is Known<PageFacts> => 'place' in known.facts;

/** What is not as usual. */
function unusual(data: object, usual: object): object {
  return Object.fromEntries(
    Object.entries(data).filter(([name, value]: [string, unknown]) => {
      const common = (usual as Record<string, unknown>)[name]; // nothing for other names
      return common !== value && JSON.stringify(common) !== JSON.stringify(value);
    }),
  );
}

/** What a row begins with: `["stamp","version",` or `[0,"version",`. */
export function headOf(text: string): { stamp: string; version: string; length: number } {
  const stamp = text[1] === '0' ? '' : text.slice(2, text.indexOf('"', 2));
  const from = stamp === '' ? 4 : stamp.length + 5;
  const to = text.indexOf('"', from);
  return { stamp, version: text.slice(from, to), length: to };
}

export const isSharedRow = (row: PageRow | SharedRow): row is SharedRow => row.length === 3;
