import { postListOf } from '../../schema/check/post-list.ts';
import type { Page } from '../../schema/page.ts';
import type { Site } from '../../schema/site.ts';
import { setInline } from '../../schema/text/typeset.ts';
import { typographic } from '../../schema/text/typography.ts';
import type { PageReading, ShownList } from '../../src/entry-server.tsx';
import { type ListedPost, listQuestion } from './listed-posts.ts';
import { dayOf, wordsOf } from './page-dates.ts';
import type { SiteIndex } from './site-index.ts';

/** What the lists of a page show, by the index of their block; nothing if it has none. */
export function shownLists(page: Page, website: SiteIndex): PageReading['lists'] {
  const { site } = website;
  const found = page.blocks.flatMap((block, at): [number, ShownList][] => {
    if (block.type !== 'posts') return [];
    const listed = website.lists.get(listQuestion(postListOf(block), page));
    if (!listed) return [];
    const { posts, groups, last } = listed;
    const shown: ShownList = { posts: posts.map((post) => cardOf(post, page, site)) };
    if (groups) shown.groups = groups;
    if (last !== undefined) shown.paging = pagingOf(page, last, site);
    return [[at, shown]];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function pagingOf({ path, made }: Page, last: number, site: Site): NonNullable<ShownList['paging']> {
  const { first, number } = made ?? { first: path, number: 1 };
  const { pages: label, page: name, previousPage: previous, nextPage: next } = site.words;
  return { first, number, last, label, name, previous, next };
}

function cardOf(post: ListedPost, { made }: Page, site: Site): ShownList['posts'][number] {
  const { path, title, description, opening, published, event, tags } = post;
  const { language } = site;
  return {
    path,
    title: typographic(title, language),
    text: setInline(opening?.lead ?? [description], language),
    ...(opening?.picture && { picture: opening.picture }),
    date: event
      ? { date: event.begins, words: wordsOf(event.begins, event.zone, site, false) }
      : published === undefined
        ? undefined
        : dayOf(published, language),
    readTime: opening?.readTime,
    // Nothing leads to where the visitor is.
    tags: tags.map(({ name, to }) => (to === undefined || to === made?.first ? { name } : { name, to })),
  };
}
