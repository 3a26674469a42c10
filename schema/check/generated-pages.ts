import { toListPageRoute } from '../base/routes.ts';
import type { ExternalPost, PostList } from '../blocks/block-definition.ts';
import { type Block, getDefinition, createOpening, getBlockSummary } from '../blocks/index.ts';
import type { GeneratedPage } from '../site/page.ts';
import type { Site } from '../site/site.ts';
import { type Words, resolveWords } from '../fields/words.ts';
import { hasGeneratedPages, type PageSummary, type SitePage, createSitePage } from './page-summary.ts';
import { PostIndex } from './list-selection.ts';
import { collectLists, type PageFacts } from './facts.ts';
import type { DiagnosticInFile } from '../diagnostics/diagnostic.ts';

/** Returns the pages generated for a list, by route. If no day is given, events count as both upcoming and past. */
export function planGeneratedPages(
  path: string,
  list: PostList,
  posts: PostIndex,
  day?: string,
): Map<string, GeneratedPage> {
  const generatedPages = new Map<string, GeneratedPage>();
  const folder = path === '/' ? '' : path;
  if (list.by === undefined) {
    addNumberedPages(
      generatedPages,
      { sourceRoutes: path, first: path },
      [...posts.listPosts(list, path, day)].length,
      list.perPage,
    );
    return generatedPages;
  }
  for (const { name, slug, count } of posts.groupPosts(list, day)) {
    const first = `${folder}/${slug}`;
    generatedPages.set(first, { sourceRoutes: path, group: name, first, number: 1 });
    addNumberedPages(
      generatedPages,
      { sourceRoutes: path, group: name, first },
      Math.min(count, list.most ?? count),
      list.perPage,
    );
  }
  return generatedPages;
}

function addNumberedPages(
  generatedPages: Map<string, GeneratedPage>,
  common: Omit<GeneratedPage, 'number'>,
  count: number,
  perPage = Infinity,
): void {
  for (let number = 2; number <= Math.ceil(count / perPage); number++)
    generatedPages.set(toListPageRoute(common.first, number), { ...common, number });
}

/** Returns the settings of the list on a generated page. */
function createGroupList({ by, ...list }: PostList, { group }: Pick<GeneratedPage, 'group'>): PostList {
  if (group === undefined) return list;
  const items = list.items?.filter((item) => typeof item === 'string' || isGroupMember(item, by, group));
  return { ...list, items: items?.length ? items : undefined, [by ?? 'tag']: group };
}

/** Returns whether a post on another site belongs to the list for a tag or author. */
const isGroupMember = ({ tags }: Pick<ExternalPost, 'tags'>, by: PostList['by'], group: string): boolean =>
  by === 'tag' && tags?.includes(group) === true;

export const createPostIndex = (pages: Iterable<SitePage>, { language }: Pick<Site, 'language'>): PostIndex =>
  new PostIndex(
    [...pages].flatMap(({ post }) => post ?? []),
    language,
  );

/** Appends the generated pages to the pages of a site. */
export function addGeneratedPages(
  pages: ReadonlyMap<string, SitePage>,
  posts: PostIndex,
  site: Site,
  day: string | undefined,
): Map<string, SitePage> {
  const allPages = new Map(pages);
  for (const page of pages.values()) {
    const list = page.lists.find(hasGeneratedPages);
    if (!list || page.status !== 'live') continue;
    for (const [path, generatedPage] of planGeneratedPages(page.path, list, posts, day))
      if (!allPages.has(path)) allPages.set(path, createGeneratedPage(page, path, generatedPage, list, site));
  }
  return allPages;
}

function createGeneratedPage(
  page: SitePage,
  path: string,
  generatedPage: GeneratedPage,
  list: PostList,
  site: Site,
): SitePage {
  const { group, number } = generatedPage;
  const pageWord =
    number === 1
      ? undefined
      : formatPageName(number, page.language === undefined ? site.words : resolveWords(page.language));
  const title = [group, page.title, pageWord].filter(Boolean).join(' – ');
  const description = `${[group, pageWord].filter(Boolean).join(', ')}: ${page.description}`;
  const summary: PageSummary = {
    path,
    title,
    description,
    status: page.status,
    language: page.language,
    index: page.index,
    navigation: page.navigation,
    action: page.action && 'scrollTo' in page.action ? undefined : page.action,
    share: page.share?.image && { image: page.share.image },
    generated: generatedPage,
    events: [],
    people: [],
    lists: [createGroupList(list, generatedPage)],
    pictures: [],
    frames: [],
    ends: [],
    needs: [],
  };
  const version = `${page.version} ${JSON.stringify(generatedPage)}`;
  return createSitePage(summary, version, () => createGeneratedBlocks(page, generatedPage, pageWord));
}

/** Creates the blocks of a generated page: a heading and the list. Other blocks appear only on the original page. */
function createGeneratedBlocks(
  page: SitePage,
  generatedPage: GeneratedPage,
  pageWord: string | undefined,
): Block[] {
  const [first] = page.blocks;
  const list = page.blocks.find((block) => hasGeneratedPages(getBlockSummary(block).list ?? {}));
  const heading =
    first && getBlockSummary(first).opening && 'heading' in first ? [first.heading].flat()[0] : undefined;
  const openingBlock = createOpening(
    generatedPage.group ?? heading ?? page.title,
    [generatedPage.group === undefined ? undefined : page.title, pageWord].filter(Boolean).join(' · '),
  );
  return list ? [openingBlock, createGeneratedList(list, generatedPage.group)] : [openingBlock];
}

/** Creates the list block of a generated page. */
function createGeneratedList(list: Block, group: string | undefined): Block {
  const isInGroup = (post: Pick<ExternalPost, 'tags'>, by: PostList['by']) =>
    group !== undefined && isGroupMember(post, by, group);
  return getDefinition(list).createGeneratedList?.(list, group, isInGroup) ?? list;
}

const formatPageName = (number: number, words: Words): string =>
  words.page.replace('{number}', String(number));

/** All pages that are generated for lists, whatever the date of the build. */
export class GeneratedPages {
  /** The route of the page with the list, by generated route. */
  readonly sourceRoutes: ReadonlyMap<string, string>;
  readonly #archives: ReadonlyMap<string, PostList>;
  readonly #posts: PostIndex;

  constructor(pages: readonly PageFacts[], posts: PostIndex) {
    this.#posts = posts;
    this.#archives = new Map(
      pages.flatMap((page) => {
        const list = page.draft ? undefined : collectLists(page).find(hasGeneratedPages);
        return list ? [[page.route, list] as const] : [];
      }),
    );
    this.sourceRoutes = new Map(
      [...this.#archives].flatMap(([path, list]) =>
        [...planGeneratedPages(path, list, posts).keys()].map((route) => [route, path] as const),
      ),
    );
  }

  /** The lists that generate a page for each tag or author, each with the route of the page that contains the list. */
  get groupLists(): [route: string, list: PostList][] {
    return [...this.#archives].filter(([, { by }]) => by !== undefined);
  }

  /** Whether any list separates past events from upcoming ones. */
  get hasTimeFilters(): boolean {
    return [...this.#archives.values()].some(({ when }) => when !== undefined);
  }

  /** Returns the routes that are generated on a day, except the routes of hidden pages. */
  routesOnDay(day: string, hidden: ReadonlySet<string>): ReadonlySet<string> {
    const posts = hidden.size === 0 ? this.#posts : this.#posts.hidePages(hidden);
    return new Set(
      [...this.#archives].flatMap(([path, list]) =>
        hidden.has(path) ? [] : [...planGeneratedPages(path, list, posts, day).keys()],
      ),
    );
  }

  /** Reports page files that have the same route as a generated page. */
  findConflicts(pagesAt: (route: string) => readonly PageFacts[]): DiagnosticInFile[] {
    return [...this.sourceRoutes].flatMap(([route, sourceRoutes]) =>
      pagesAt(route).map(({ path }): DiagnosticInFile => [
        path,
        {
          path: [],
          part: 'first',
          rule: 'made-address',
          message: `the build generates a page for the list on \`${sourceRoutes}\` at this address, \`${route}\``,
          label: 'two pages cannot have the same address',
          advice: 'rename this file, or move the list to a page with another name',
        },
      ]),
    );
  }
}
