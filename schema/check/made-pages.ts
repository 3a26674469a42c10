import type { Block, BlockOf } from '../blocks/index.ts';
import type { Made } from '../page.ts';
import type { Site } from '../site.ts';
import { type SitePage, sitePage } from './page-summary.ts';
import { PostIndex } from './post-index.ts';
import { isArchive, type PostList, postListOf } from './post-list.ts';

/**
 * The pages that the build makes of one with such a list, by their addresses. Without a day every event is
 * both coming and past.
 */
export function madeOf(path: string, list: PostList, posts: PostIndex, day?: string): Map<string, Made> {
  const made = new Map<string, Made>();
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
  made: Map<string, Made>,
  common: Omit<Made, 'number'>,
  count: number,
  perPage = Infinity,
): void {
  for (let number = 2; number <= Math.ceil(count / perPage); number++)
    made.set(pageAddress(common.first, number), { ...common, number });
}

/** The address of a page of a list. */
export function pageAddress(first: string, number: number): string {
  return number === 1 ? first : `${first === '/' ? '' : first}/page/${number}`;
}

/** The list that is shown on a page that the build makes of this one. */
export function listOf({ by, ...list }: PostList, { group }: Pick<Made, 'group'>): PostList {
  return group === undefined ? list : { ...list, [by ?? 'tag']: group };
}

/** What lists can choose of the pages of a site. */
export function postsOf(pages: Iterable<SitePage>, { language }: Pick<Site, 'language'>): PostIndex {
  const posts = new PostIndex(language);
  for (const { post } of pages) posts.put(undefined, post);
  return posts;
}

/** The pages of a site, followed by those that the build makes of them. */
export function withMadePages(
  pages: ReadonlyMap<string, SitePage>,
  posts: PostIndex,
  site: Site,
  day: string | undefined,
): Map<string, SitePage> {
  const all = new Map(pages);
  for (const page of pages.values()) {
    const list = page.lists.find(isArchive);
    if (!list || page.status !== 'live') continue;
    for (const [path, made] of madeOf(page.path, list, posts, day))
      if (!all.has(path)) all.set(path, madePage(page, path, made, list, site));
  }
  return all;
}

function madePage(page: SitePage, path: string, made: Made, list: PostList, site: Site): SitePage {
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
  return sitePage(summary, version, () => madeBlocks(page, made, pageWord));
}

/** The words above the list, and the list: what else stands on the page is on its first one alone. */
function madeBlocks(page: SitePage, made: Made, pageWord: string | undefined): Block[] {
  const [first] = page.blocks;
  const list = page.blocks.find(
    (block): block is BlockOf<'posts'> => block.type === 'posts' && isArchive(postListOf(block)),
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
