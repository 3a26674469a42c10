import { createHash, hash } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeAtomic, engineHash } from '../system/cache.ts';
import { routeOf } from '../../schema/content/routes.ts';
import type { GroupedDependencies } from '../../legacy/schema/check/asked.ts';
import type { Mentions, PageFacts, PageLookup, SharedFacts } from '../../schema/checker/facts.ts';
import {
  type CachedFile,
  type CachedFileFacts,
  nothing,
  type SiteWideCache,
  type CheckCache,
} from '../../legacy/schema/check/file-state.ts';
import type { PageSummary, Post, PostList } from '../../schema/checker/page-summary.ts';
import { displayPath, siteOf } from '../system/project.ts';
import { type FoundLast, heldSince } from '../../legacy/scripts/pages/found-last.ts';
import type { FileHashes } from './read-pages.ts';

/** Plain data by name. */
export type Rows = Map<string, unknown>;

/**
 * Rows that one command leaves to the next in a file. What has changed since is added to a second file, for
 * as long as that is less than writing all of them anew: each addition names what it follows, so that one
 * which was broken off, or came between, counts for nothing.
 */
export class AppendOnlyLog {
  /** Each as JSON: who wants to know a few of thousands need not make all of them. */
  readonly texts = new Map<string, string>();
  readonly #file: string;
  readonly #additions: string;
  readonly #key: string;
  /** Of all that was read. */
  #sum: string | undefined;
  /** Of the rows that the additions belong to. */
  #base = '';
  #added = 0;
  #size = 0;

  /** What was written under another key, or is not whole, is as good as not there. */
  constructor(file: string, key: string) {
    [this.#file, this.#additions, this.#key] = [file, `${file}.added`, hash('sha1', key)];
    try {
      const whole = readFileSync(file);
      const end = whole.indexOf('\n');
      const [head, body] = [whole.toString('latin1', 0, end), whole.subarray(end + 1)];
      if (head !== this.#sumOf('', body)) return;
      put(this.texts, body.toString(), '\n');
      this.#size = body.length;
      this.#sum = this.#base = head;
      this.#readAdditions();
    } catch {
      if (this.#sum === undefined) this.texts.clear();
    }
  }

  #readAdditions(): void {
    const [base, ...lines] = readFileSync(this.#additions, 'utf8').split('\n');
    if (base !== this.#base) return;
    this.#added = 1;
    for (const line of lines) {
      const [sum = '', body = ''] = parts(line, ' ');
      if (sum !== this.#sumOf(this.#sum ?? '', body)) continue;
      put(this.texts, body, '\r');
      this.#sum = sum;
      this.#added += body.length;
    }
  }

  #sumOf(before: string, body: string | Uint8Array): string {
    // One after the other, as the body may be long.
    return createHash('sha1').update(this.#key).update(before).update(body).digest('hex');
  }

  row(name: string): unknown {
    const text = this.texts.get(name);
    return text === undefined ? undefined : JSON.parse(text);
  }

  /** All of them. */
  rows(): Rows {
    const rows: Rows = new Map();
    for (const [name, text] of this.texts) rows.set(name, JSON.parse(text));
    return rows;
  }

  /** Writes down rows that are others now, `undefined` for one that is gone. */
  save(changed: Rows): void {
    if (changed.size === 0 && this.#sum !== undefined) return;
    const texts = new Map<string, string>();
    for (const [name, row] of changed) texts.set(name, row === undefined ? gone : JSON.stringify(row));
    for (const [name, text] of texts)
      if (text === gone) this.texts.delete(name);
      else this.texts.set(name, text);
    try {
      const body = this.#sum === undefined ? '' : linesOf(texts, '\r');
      if (this.#sum === undefined || this.#added + body.length > this.#size / 4) this.#writeAll();
      else this.#add(body);
    } catch {
      // A folder that cannot be written to costs time in the next run, and nothing else.
    }
  }

  #add(body: string): void {
    const sum = this.#sumOf(this.#sum ?? '', body);
    const line = `\n${sum} ${body}`;
    if (this.#added > 0) appendFileSync(this.#additions, line);
    else writeAtomic(this.#additions, this.#base + line);
    this.#added += body.length;
    this.#sum = sum;
  }

  #writeAll(): void {
    const body = linesOf(this.texts, '\n');
    const sum = this.#sumOf('', body);
    writeAtomic(this.#file, `${sum}\n${body}`);
    rmSync(this.#additions, { force: true });
    [this.#sum, this.#base, this.#added, this.#size] = [sum, sum, 0, body.length];
  }
}

/** The row of a name that has none any more. */
const gone = 'null';

/** JSON has no line ends and no tabs of its own. */
const linesOf = (texts: ReadonlyMap<string, string>, end: '\n' | '\r') =>
  [...texts].map(([name, text]) => `${JSON.stringify(name)}\t${text}`).join(end);

function put(texts: Map<string, string>, body: string, end: '\n' | '\r'): void {
  if (body === '') return;
  for (const line of body.split(end)) {
    const [quoted, text] = parts(line, '\t');
    const name = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1); // a text
    if (text === gone) texts.delete(name);
    else texts.set(name, text);
  }
}

/** A text in front of a mark, and what follows it. */
function parts(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

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
  asked: GroupedDependencies,
  listed: object,
  located?: CachedFile<object>['locateDiagnostic'],
];
export type SharedRow = [stamp: string | 0, version: string, known: CachedFile<SharedFacts>];

const usualPlace = {
  isRead: true,
  draft: false,
  unlisted: false,
  names: [] as PageLookup['names'],
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

export function rowOf(known: CachedFileFacts, stamp: string | 0): PageRow | SharedRow {
  if (!isPage(known)) return [stamp, known.version, known as CachedFile<SharedFacts>]; // there are only these two
  const { version, facts, found, asked = [], locateDiagnostic: located } = known;
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
export function pageIn(path: string, row: PageRow): CachedFile<PageFacts> {
  const [, version, position, titles, mentions, found, summary, answers, listed, located] = row;
  const address = routeOf(path);
  // A row has all that is not usual.
  const place = position as Partial<Omit<PageLookup, 'names'> & { names: PageLookup['names'] | null }>;
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
    locateDiagnostic: located,
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

const isPage = (known: CachedFileFacts): known is CachedFile<PageFacts> => 'place' in known.facts;

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

/** No path of a file. */
const [commonRow, lastRow] = ['', '/'];

/** What one command knows of a site, for the next. */
export class FactsCache {
  readonly #kept: AppendOnlyLog;

  constructor(pages: string) {
    this.#kept = new AppendOnlyLog(memoryFile(pages), cacheKey(pages));
  }

  /** Of each file the version, and what the file system said of it then. */
  get stamps(): FileHashes {
    const stamps: FileHashes = new Map();
    for (const [path, text] of this.#files()) {
      const { stamp, version } = headOf(text);
      if (stamp !== '') stamps.set(path, { stamp, version: version.slice(1) });
    }
    return stamps;
  }

  /** How many files are known. */
  get size(): number {
    const { texts } = this.#kept;
    return texts.size - [commonRow, lastRow].filter((row) => texts.has(row)).length;
  }

  /** The version of a file, as it is known. */
  contentHash(path: string): string | undefined {
    const text = this.#kept.texts.get(path);
    return text && headOf(text).version;
  }

  *#files(): Iterable<[path: string, text: string]> {
    for (const row of this.#kept.texts) if (row[0] !== commonRow && row[0] !== lastRow) yield row;
  }

  /** All there is of it; nothing at the first time. */
  read(): CheckCache | undefined {
    const common = this.#kept.row(commonRow) as SiteWideCache | undefined; // as it was saved below
    if (!common) return undefined;
    const pages: [string, CachedFile<PageFacts>][] = [];
    const shared: [string, CachedFile<SharedFacts>][] = [];
    for (const [path, text] of this.#files()) {
      const row = JSON.parse(text) as PageRow | SharedRow; // as above
      if (isSharedRow(row)) shared.push([path, row[2]]);
      else pages.push([path, pageIn(path, row)]);
    }
    return { common, pages, shared };
  }

  /** What is known of a page. */
  page(path: string): CachedFile<PageFacts> | undefined {
    const row = this.#kept.row(path) as PageRow | SharedRow | undefined; // as above
    return row && !isSharedRow(row) ? pageIn(path, row) : undefined;
  }

  /** What was found the last time. */
  get last(): FoundLast | undefined {
    return this.#kept.row(lastRow) as FoundLast | undefined; // as above
  }

  /** Whether it was known already, but for the version. */
  isValidChoice(path: string, known: CachedFile<PageFacts>): boolean {
    const text = this.#kept.texts.get(path);
    const now = JSON.stringify(rowOf(known, 0));
    return text !== undefined && text.slice(headOf(text).length) === now.slice(headOf(now).length);
  }

  /** Files of which the file system says something else than what was written down. */
  withNewHashes(stamps: FileHashes): string[] {
    const isOther = ([path, { stamp }]: [string, { stamp: string }]) => {
      const text = this.#kept.texts.get(path);
      return text === undefined || headOf(text).stamp !== stamp;
    };
    return [...stamps].filter(isOther).map(([path]) => path);
  }

  /** Writes down what has changed since it was read, or since the last time. */
  save(
    common: SiteWideCache,
    changed: readonly (readonly [path: string, known: CachedFileFacts | undefined])[],
    stamps: FileHashes,
    last?: FoundLast,
  ): void {
    const rows: Rows = new Map(
      changed.map(([path, known]) => [path, known && rowOf(known, stamps.get(path)?.stamp ?? 0)]),
    );
    const isOther = (name: string, now: unknown) => this.#kept.texts.get(name) !== JSON.stringify(now);
    if (rows.size > 0 || isOther(commonRow, common)) rows.set(commonRow, common);
    const found = last && heldSince(this.last, last);
    if (isOther(lastRow, found)) rows.set(lastRow, found);
    this.#kept.save(rows);
  }

  /** The same where nothing has changed but the versions of some files, and what the file system says. */
  saveVersions(versions: ReadonlyMap<string, string>, stamps: FileHashes): void {
    const paths = new Set([...versions.keys(), ...this.withNewHashes(stamps)]);
    const rows = [...paths].flatMap((path): [string, unknown][] => {
      const row = this.#kept.row(path) as PageRow | SharedRow | undefined; // as above
      if (!row) return [];
      const [, version, ...rest] = row;
      return [[path, [stamps.get(path)?.stamp ?? 0, versions.get(path) ?? version, ...rest]]];
    });
    this.#kept.save(new Map(rows));
  }
}

/** Where it is kept what is known of the site of a pages folder. */
export function memoryFile(pages: string): string {
  const site = siteOf(pages);
  return join(site.cache, 'check', `${basename(site.pages)}.json`);
}

/** Diagnostics name files as they are seen from where the command was called. */
export const cacheKey = (pages: string) => `${engineHash()} ${displayPath(pages)}`;
