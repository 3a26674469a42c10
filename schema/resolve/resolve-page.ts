import { iconDrawings } from '../fields/icons.ts';
import type { PageContextValue, RenderedList, ArticlePreview } from './page-context.ts';
import type { PageView } from './page-view.ts';
import { type Page, isArticle, isListed, isPublic } from '../site/page.ts';
import { addHeadingIds } from './heading-ids.ts';
import type { Need } from '../blocks/block-definition.ts';
import { type Block, definitionOf, summarize } from '../blocks/index.ts';
import type { Site } from '../site/site.ts';
import { languageAttributes, localeOf } from '../fields/language.ts';
import { typesetInline, applyTypography } from '../markdown/typography.ts';
import { type PostPreview, listKey } from './lists.ts';
import { formatDay, formatMoment, pageDates } from './dates.ts';
import { headerRow } from './header-row.ts';
import type { NextArticle, RenderInput } from './render-input.ts';
import { languageOf } from './site-in-language.ts';
import { typeset } from './typeset.ts';
import { avoidSameToneAtEnd } from './closing-ground.ts';
import { LastValue, memoize } from '../base/cache.ts';
import { collectValuesOfEach, collectValues } from '../base/data.ts';
import { encodePath, isFilePath } from '../fields/file-types.ts';
import { customSharePicture, shareImagePath, sharePhotoVersion, shareSize } from './share-picture.ts';
import { routeOfListPage } from '../base/routes.ts';
import { activePage } from './visibility.ts';
import { withDrawnCharts } from '../charts/page-charts.ts';

const needs = (blocks: readonly Block[], need: Need): boolean =>
  blocks.some((block) => summarize(block).needs?.includes(need));

/** Returns the content of the lists on a page, by the index of their block. */
function listsOfPage(page: Page, input: RenderInput, site: Site): PageContextValue['lists'] {
  const found = page.blocks.flatMap((block, at): [number, RenderedList][] => {
    const { list } = summarize(block);
    const listed = list && input.lists[listKey(list, page)];
    if (!listed) return [];
    const { posts, groups, last } = listed;
    const shown: RenderedList = { posts: posts.map((post) => renderedPost(post, page, site)) };
    if (groups) shown.groups = groups;
    if (last !== undefined) shown.paging = pagingOf(page, last, site);
    return [[at, shown]];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function pagingOf({ path, generated }: Page, last: number, site: Site): NonNullable<RenderedList['paging']> {
  const { first, number } = generated ?? { first: path, number: 1 };
  const { pages: label, page: name, previousPage: previous, nextPage: next } = site.words;
  return { first, number, last, label, name, previous, next };
}

function renderedPost(post: PostPreview, { generated }: Page, site: Site): RenderedList['posts'][number] {
  const { path, title, description, opening, published, event, tags, source } = post;
  const language = languageOf(post, site);
  return {
    path,
    ...(language !== site.language && { language: languageAttributes(language) }),
    title: applyTypography(title, language),
    text: typesetInline(opening?.lead ?? [description], language),
    ...(opening?.picture && { picture: opening.picture, tallPicture: opening.tallPicture }),
    date: event
      ? { date: event.begins, words: formatMoment(event.begins, event.zone, site, false) }
      : published === undefined
        ? undefined
        : formatDay(published, site.language),
    readTime: opening?.readTime,
    ...(source !== undefined && { source }),
    // The tag of the current page is not a link.
    tags: tags.map(({ name, to }) => (to === undefined || to === generated?.first ? { name } : { name, to })),
  };
}

/** Returns the page context, and the blocks with ids for headings. */
function pageContextOf(
  page: Page,
  input: RenderInput,
  site: Site,
): { blocks: Block[]; reading: PageContextValue } {
  const { blocks: anchored, headings } = addHeadingIds(page.blocks);
  const blocks = withDrawnCharts(typeset(avoidSameToneAtEnd(anchored), site), site);
  const dates = pageDates(page, site);
  const lists = listsOfPage(page, input, site);
  const { language } = site;
  const shown: PageContextValue = {
    contents: needs(blocks, 'headings') ? headings : [],
    ...(needs(blocks, 'language') && { language }),
    ...(dates && { dates }),
    ...lastChange(page, site),
    ...(lists && { lists }),
  };
  if (!isArticle(page)) return { blocks, reading: shown };
  return {
    blocks,
    reading: {
      ...shown,
      article: {
        author: page.author,
        authorPage: input.authorPage,
        published: formatDay(page.published, language),
        next: input.next && articlePreview(input.next, site),
      },
    },
  };
}

/** Returns the date of the last change, and the first block that can show it; -1 means the end of the page. */
function lastChange({ updated, blocks }: Page, { language, words }: Site): Pick<PageContextValue, 'updated'> {
  const block = blocks.findIndex((one) => needs([one], 'last change'));
  if (updated === undefined) return {};
  const { date, words: day } = formatDay(updated, language);
  return { updated: { date, words: words.updated.replace('{date}', day), block } };
}

function articlePreview(next: NextArticle, site: Site): ArticlePreview {
  const { path, title, published, opening } = next;
  const language = languageOf(next, site);
  return {
    path,
    ...(language !== site.language && { language: languageAttributes(language) }),
    title,
    published: formatDay(published, site.language),
    readTime: opening?.readTime,
    lead: opening?.lead && typesetInline(opening.lead, language),
    picture: opening?.picture,
  };
}

const collectedSettings = ['dialog', 'icon', 'language', 'src', 'to'] as const;
const last = new LastValue<ReturnType<typeof collectValuesOfEach<(typeof collectedSettings)[number]>>>();

/** Collects the values of settings that refer to something, by setting. Cached for repeated calls. */
export const mentionsIn = (blocks: readonly Block[]) =>
  last.of([blocks], () => collectValuesOfEach(blocks, collectedSettings));

type Share = NonNullable<PageView['share']>;

const localeWithCountry = memoize(50, localeOf);

/** Returns the data for link previews on other sites. */
function shareTagsOf(page: Page, input: RenderInput, site: Site): Share {
  const { title, text } = page.share ?? {};
  return {
    site: site.company,
    type: isArticle(page) ? 'article' : 'website',
    locale: localeWithCountry(site.language),
    ...(page.index === false && { url: site.url + page.path }),
    ...(title !== undefined && { title }),
    ...(text !== undefined && { text }),
    image: shareImage(page, input, site),
  };
}

/** Returns the share image of a page: the photo that the author chose, or the image that the build generates. */
export function shareImage(page: Page, { pictures }: RenderInput, site: Site): Share['image'] {
  const own = customSharePicture(page, site);
  if (!own) return { address: site.url + shareImagePath(page, site), ...shareSize };
  const address = sharePhotoVersion(own, pictures[own.src])?.address ?? encodePath(own.src);
  return { address: site.url + address, ...shareSize, alt: own.alt };
}

/**
 * Resolves a page for the renderer: with its full title and URL, the SVG elements of its icons, and the sizes of its
 * pictures. It only contains the data of the site that the page shows.
 */
export function resolvePage(written: Page, input: RenderInput, site: Site): PageView {
  const page = activePage(written, input.ended);
  const { blocks, reading } = pageContextOf(page, input, site);
  const used = mentionsIn(blocks);
  const files = [...used.to].flatMap((to): [string, string][] => {
    const words = isFilePath(to) ? input.files[to.normalize()] : undefined;
    return words === undefined ? [] : [[to, words]];
  });
  const pictures = new Set([...used.src, ...collectValues(reading, 'src')]);
  return {
    path: page.path,
    ...(site.frameLanguage !== undefined && {
      language: site.language,
      frame: languageAttributes(site.frameLanguage),
    }),
    name: page.title,
    title: `${page.title} | ${site.company}`,
    description: page.description,
    canonical: isListed(page) ? (page.canonical ?? site.url + page.path) : undefined,
    // The 404 page has no URL, and drafts are not public.
    share: isPublic(page) ? shareTagsOf(page, input, site) : undefined,
    ...(input.translations && {
      translations: input.translations.map(({ language, path }) => ({ language, href: site.url + path })),
    }),
    ...resolveHeader(page, input, site),
    ...toArrangement(site.theme),
    ...neighbours(reading.lists, site.url),
    blocks,
    reading,
    dialogs: Object.fromEntries(
      [...used.dialog].flatMap((name) => {
        const dialog = Object.hasOwn(site.dialogs, name) ? site.dialogs[name] : undefined;
        return dialog ? [[name, dialog] as const] : [];
      }),
    ),
    icons: Object.fromEntries([...used.icon].map((name) => [name, iconDrawings[name] ?? []])),
    ...(files.length > 0 && { files: Object.fromEntries(files) }),
    ...(input.linkLanguages && { linkLanguages: input.linkLanguages }),
    pictures: Object.fromEntries(
      [...pictures].flatMap((src) => {
        const data = input.pictures[src];
        return data ? [[src, data]] : [];
      }),
    ),
  };
}

function resolveHeader(
  { navigation, action, blocks: [first] }: Page,
  { languages }: RenderInput,
  site: Site,
): Pick<PageView, 'header'> {
  const isBare = navigation === 'none';
  const over = first && definitionOf(first).isBelowHeader?.(first) ? first.tone : undefined;
  if (!isBare && !action && !over && !languages) return {};
  return {
    header: {
      ...(isBare && { bare: true }),
      ...(action && { action }),
      ...(languages && { languages }),
      ...((action ?? languages) && { row: headerRow(site, action, languages) }),
      ...(over && { over }),
    },
  };
}

/** Selects the theme settings that change the layout of blocks. Defaults are left out. */
function toArrangement({ cards, heads, icons }: Site['theme']): Pick<PageView, 'arrangement'> {
  const arrangement: PageView['arrangement'] = {
    ...(cards === 'rows' && { cards }),
    ...(heads !== 'above' && { heads }),
    ...(icons === 'none' && { icons }),
  };
  return Object.keys(arrangement).length > 0 ? { arrangement } : {};
}

/** Returns the URLs of the previous and the next page of a paginated list. */
function neighbours(lists: PageView['reading']['lists'], url: string): Pick<PageView, 'prev' | 'next'> {
  const paging = Object.values(lists ?? {}).find((list) => list.paging)?.paging;
  if (!paging) return {};
  const { first, number, last } = paging;
  return {
    ...(number > 1 && { prev: url + routeOfListPage(first, number - 1) }),
    ...(number < last && { next: url + routeOfListPage(first, number + 1) }),
  };
}
