import { routeOfListPage } from '../content/routes.ts';
import type { Block, BlockOf } from '../content/blocks/index.ts';
import type { GeneratedPage } from '../content/page.ts';
import type { Site } from '../content/site.ts';
import { type SitePage, sitePage, hasGeneratedPages, type PostList, listSettings } from './page-summary.ts';
import { PostIndex, type ListFilter, foldersOf } from './list-selection.ts';
import { hashText } from '../util.ts';
import type { SharedPageFacts } from './facts.ts';
import type { DiagnosticInFile } from '../diagnostics/diagnostic.ts';

/**
 * The pages that the build makes of one with such a list, by their addresses. Without a day every event is
 * both coming and past.
 */
export function generatedPagesOf(
  path: string,
  list: PostList,
  posts: PostIndex,
  day?: string,
): Map<string, GeneratedPage> {
  const made = new Map<string, GeneratedPage>();
  const folder = path === '/' ? '' : path;
  if (list.by === undefined) {
    putPages(made, { of: path, first: path }, [...posts.listed(list, path, day)].length, list.perPage);
    return made;
  }
  for (const { name, step, count } of posts.groups(list, day)) {
    const first = `${folder}/${step}`;
    made.set(first, { of: path, group: name, first, number: 1 });
    putPages(made, { of: path, group: name, first }, Math.min(count, list.most ?? count), list.perPage);
  }
  return made;
}

function putPages(
  made: Map<string, GeneratedPage>,
  common: Omit<GeneratedPage, 'number'>,
  count: number,
  perPage = Infinity,
): void {
  for (let number = 2; number <= Math.ceil(count / perPage); number++)
    made.set(routeOfListPage(common.first, number), { ...common, number });
}

/** The list that is shown on a page that the build makes of this one. */
export function listOf({ by, ...list }: PostList, { group }: Pick<GeneratedPage, 'group'>): PostList {
  return group === undefined ? list : { ...list, [by ?? 'tag']: group };
}

/** What lists can choose of the pages of a site. */
export function postsOf(pages: Iterable<SitePage>, { language }: Pick<Site, 'language'>): PostIndex {
  const posts = new PostIndex(language);
  for (const { post } of pages) posts.put(undefined, post);
  return posts;
}

/** The pages of a site, followed by those that the build makes of them. */
export function withGeneratedPages(
  pages: ReadonlyMap<string, SitePage>,
  posts: PostIndex,
  site: Site,
  day: string | undefined,
): Map<string, SitePage> {
  const all = new Map(pages);
  for (const page of pages.values()) {
    const list = page.lists.find(hasGeneratedPages);
    if (!list || page.status !== 'live') continue;
    for (const [path, made] of generatedPagesOf(page.path, list, posts, day))
      if (!all.has(path)) all.set(path, madePage(page, path, made, list, site));
  }
  return all;
}

function madePage(page: SitePage, path: string, made: GeneratedPage, list: PostList, site: Site): SitePage {
  const { group, number } = made;
  const pageWord = number === 1 ? undefined : pageName(number, site);
  const title = [group, page.title, pageWord].filter(Boolean).join(' – ');
  const description = `${[group, pageWord].filter(Boolean).join(', ')}: ${page.description}`;
  const summary = {
    path,
    title,
    description,
    status: page.status,
    index: page.index,
    navigation: page.navigation,
    action: page.action && 'scrollTo' in page.action ? undefined : page.action,
    share: page.share?.picture && { picture: page.share.picture },
    made,
    people: [],
    lists: [listOf(list, made)],
    pictures: [],
    frames: [],
    ends: [],
  };
  const version = `${page.version} ${JSON.stringify(made)}`;
  return sitePage(summary, version, () => generatedBlocks(page, made, pageWord));
}

/** The words above the list, and the list: what else stands on the page is on its first one alone. */
function generatedBlocks(page: SitePage, made: GeneratedPage, pageWord: string | undefined): Block[] {
  const [first] = page.blocks;
  const list = page.blocks.find(
    (block): block is BlockOf<'posts'> => block.type === 'posts' && hasGeneratedPages(listSettings(block)),
  );
  const head: BlockOf<'hero'> = {
    type: 'hero',
    tone: 'plain',
    layout: 'compact',
    eyebrow: [made.group === undefined ? undefined : page.title, pageWord].filter(Boolean).join(' · '),
    heading: [made.group ?? (first?.type === 'hero' ? first.heading[0] : undefined) ?? page.title],
    pause: '',
    actions: [],
    facts: [],
  };
  if (!list) return [head];
  const { heading: _, eyebrow: _eyebrow, lead: _lead, ...alone } = list;
  return [
    head,
    { ...alone, by: undefined, ...(made.group !== undefined && { [list.by ?? 'tag']: made.group }) },
  ];
}

/** `Page 2`, in the language of the site. */
export const pageName = (number: number, { words }: Pick<Site, 'words'>): string =>
  words.page.replace('{number}', String(number));

/** What the pages of a site say to each other's lists, and which pages the build makes of these. */
export class GeneratedPageIndex {
  readonly posts = new PostIndex();
  readonly #archives = new Map<string, PostList>();
  #made: ReadonlyMap<string, string> | undefined = new Map();
  #madeBefore: ReadonlyMap<string, string> = new Map();
  #madeOn: { of: object; key: string; made: ReadonlySet<string> } | undefined;

  /** Puts what has become of a page; says to which questions the answers may be others now. */
  put(before: SharedPageFacts | undefined, now: SharedPageFacts | undefined): string[] {
    if (before?.post === now?.post && before?.lists === now?.lists && before?.place === now?.place) return [];
    this.#made = undefined;
    const address = (now ?? before)?.place.address ?? '';
    const archive = now?.place.draft === false ? now.lists.find(hasGeneratedPages) : undefined;
    if (archive) this.#archives.set(address, archive);
    else this.#archives.delete(address);
    if (before?.post === now?.post) return [];
    this.posts.put(before?.post, now?.post);
    return foldersOf(address).map((folder) => `>${folder}`);
  }

  /** The addresses of the pages that the build makes, with those that they are made of. */
  get made(): ReadonlyMap<string, string> {
    return (this.#made ??= new Map(
      [...this.#archives].flatMap(([path, list]) =>
        [...generatedPagesOf(path, list, this.posts).keys()].map((address) => [address, path] as const),
      ),
    ));
  }

  /** Whether it depends on the day which pages are made, though no page is public for a time only. */
  get dependOnDay(): boolean {
    return [...this.#archives.values()].some(({ when }) => when !== undefined);
  }

  /** Those of them that are made on a day on which visitors cannot open these pages. */
  generatedOn(day: string, hidden: ReadonlySet<string>): ReadonlySet<string> {
    const of = this.made;
    const key = [day, ...hidden].join(' ');
    if (this.#madeOn?.of === of && this.#madeOn.key === key) return this.#madeOn.made;
    const posts = hidden.size === 0 ? this.posts : this.posts.without(hidden);
    const made = new Set(
      [...this.#archives].flatMap(([path, list]) =>
        hidden.has(path) ? [] : [...generatedPagesOf(path, list, posts, day).keys()],
      ),
    );
    this.#madeOn = { of, key, made };
    return made;
  }

  /** The addresses that have come or gone since this was asked before. */
  takeChanged(): string[] {
    const [before, now] = [this.#madeBefore, this.made];
    if (before === now) return [];
    this.#madeBefore = now;
    return [...new Set([...before.keys(), ...now.keys()])].filter((one) => before.has(one) !== now.has(one));
  }

  /** Whether there is any page in a folder, of which more is asked then. */
  fileStateOf(folder: string): string {
    const [any] = this.posts.below(folder);
    return any ? 'folder' : '';
  }

  /** What the check of a list depends on, for a question as `listQuestion` makes it. */
  standingOf(question: string): string {
    const [choice, buttons] = JSON.parse(question) as [ListFilter, string[]]; // as it is made there
    const { tags, authors, count, isUncertain } = this.posts.said(choice.from ?? '');
    if (isUncertain) return 'uncertain';
    const { tag, author } = choice;
    const isValidChoice =
      [tag, ...buttons].every((one) => one === undefined || tags.has(one)) &&
      (author === undefined || authors.has(author));
    if (isValidChoice && this.posts.chosen(choice).length > 0) return 'right';
    return hashText(JSON.stringify([[...tags].toSorted(), [...authors].toSorted(), count]));
  }

  /** Page files at addresses where the build makes a page; `filesAt` has those of an address. */
  taken(site: { filesAt(address: string): readonly string[] }): DiagnosticInFile[] {
    return [...this.made].flatMap(([address, of]) =>
      site.filesAt(address).map((path): DiagnosticInFile => {
        return [
          path,
          {
            path: [],
            part: 'first',
            rule: 'made-address',
            message: `the build makes a page of the list on \`${of}\` at this address, \`${address}\``,
            label: 'this page and that one cannot both be here',
            advice: 'rename this file, or put the list on a page of another name',
          },
        ];
      }),
    );
  }
}

/** What asks for the standing of a list: what it chooses, and the tags by which visitors can filter. */
export const listKey = ({ from, kind, tag, author }: ListFilter, buttons: readonly string[]): string =>
  JSON.stringify([{ from, kind, tag, author }, buttons]);
