import { basename, join } from 'node:path';
import { addressOf } from '../../schema/base/source-file.ts';
import type { Answers } from '../../schema/check/asked.ts';
import type { Mentions, PageFacts, PagePlace, SharedFacts } from '../../schema/check/facts.ts';
import {
  type CommonMemory,
  type Known,
  type KnownFile,
  nothing,
  type SiteMemory,
} from '../../schema/check/file-state.ts';
import type { PageSummary } from '../../schema/check/page-summary.ts';
import type { Post, PostList } from '../../schema/check/post-list.ts';
import { engineKey } from '../base/engine-key.ts';
import { KeptRows, type Rows } from '../base/kept-rows.ts';
import { shownPath, siteOf } from '../base/project.ts';
import type { Stamps } from './source-files.ts';

/**
 * What is kept of a page: as little as possible, since there may be ten thousand. What is as on most pages is
 * left out.
 */
type PageRow = [
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
type SharedRow = [stamp: string | 0, known: Known<SharedFacts>];

const commonRow = '';
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

/** What one command knows of a site, for the next. */
export class KeptSite {
  readonly #kept: KeptRows;

  constructor(pages: string) {
    this.#kept = new KeptRows(memoryFile(pages), memoryKey(pages));
  }

  /** All there is of it; nothing at the first time. */
  read(): { memory: SiteMemory; stamps: Stamps } | undefined {
    const { rows } = this.#kept;
    const common = rows.get(commonRow) as CommonMemory | undefined; // as it was saved below
    if (!common) return undefined;
    const stamps: Stamps = new Map();
    const pages: [string, Known<PageFacts>][] = [];
    const shared: [string, Known<SharedFacts>][] = [];
    for (const [path, row] of rows as Map<string, PageRow | SharedRow>) {
      if (path === commonRow) continue;
      const known = row.length === 2 ? row[1] : pageIn(path, row);
      if (row[0] !== 0) stamps.set(path, { stamp: row[0], version: known.version.slice(1) });
      if (row.length === 2) shared.push([path, row[1]]);
      else pages.push([path, known as Known<PageFacts>]); // made of such a row
    }
    return { memory: { common, pages, shared }, stamps };
  }

  /** Files of which the file system says something else than what was written down. */
  withOtherStamps(stamps: Stamps): string[] {
    const isOther = ([path, { stamp }]: [string, { stamp: string }]) => {
      const row = this.#kept.rows.get(path) as PageRow | SharedRow | undefined; // as it was read or saved
      return row?.[0] !== stamp;
    };
    return [...stamps].filter(isOther).map(([path]) => path);
  }

  /** Writes down what has changed since it was read, or since the last time. */
  save(
    common: CommonMemory,
    changed: readonly (readonly [path: string, known: KnownFile | undefined])[],
    stamps: Stamps,
  ): void {
    const rows: Rows = new Map(
      changed.map(([path, known]) => [path, known && rowOf(known, stamps.get(path)?.stamp ?? 0)]),
    );
    const before = this.#kept.rows.get(commonRow);
    if (rows.size > 0 || JSON.stringify(before) !== JSON.stringify(common)) rows.set(commonRow, common);
    this.#kept.save(rows);
  }
}

/** Where it is kept what is known of the site of a pages folder. */
export function memoryFile(pages: string): string {
  const site = siteOf(pages);
  return join(site.cache, 'check', `${basename(site.pages)}.json`);
}

/** Diagnostics name files as they are seen from where the command was called. */
export const memoryKey = (pages: string) => `${engineKey()} ${shownPath(pages)}`;

function rowOf(known: KnownFile, stamp: string | 0): PageRow | SharedRow {
  if (!isPage(known)) return [stamp, known as Known<SharedFacts>]; // there are only these two
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
function pageIn(path: string, row: PageRow): Known<PageFacts> {
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
