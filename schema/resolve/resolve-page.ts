import { iconElements } from '../fields/icons.ts';
import type { PageContextValue, RenderedList, ArticlePreview } from './page-context.ts';
import type { PageView } from './page-view.ts';
import { type Page, isArticle, isListed, isPublic } from '../site/page.ts';
import { addHeadingIds } from './heading-ids.ts';
import type { PageNeed } from '../blocks/block-definition.ts';
import { type Block, getDefinition, getBlockSummary } from '../blocks/index.ts';
import type { Site } from '../site/site.ts';
import { languageAttributes, toOpenGraphLocale } from '../fields/language.ts';
import { typesetInline, applyTypography } from '../markdown/typography.ts';
import { type PostPreview, toListKey } from './lists.ts';
import { formatDay, formatDateTime, formatPageDates } from './dates.ts';
import { computeHeaderRow } from './header-row.ts';
import type { NextArticle, RenderInput } from './render-input.ts';
import { getPageLanguage } from './site-in-language.ts';
import { typesetPageBlocks } from './typeset.ts';
import { avoidSameToneAtEnd } from './closing-tone.ts';
import { LatestResult, memoize } from '../base/cache.ts';
import { collectValuesBySetting, collectValues } from '../base/data.ts';
import { encodePath, isFilePath } from '../fields/file-types.ts';
import {
  selectSharePicture,
  getShareImagePath,
  selectSharePhotoVersion,
  shareSize,
} from './share-picture.ts';
import { toListPageRoute } from '../base/routes.ts';
import { removeExpiredBlocks } from './visibility.ts';
import { drawPageCharts } from '../charts/page-charts.ts';

const hasNeed = (blocks: readonly Block[], need: PageNeed): boolean =>
  blocks.some((block) => getBlockSummary(block).needs?.includes(need));

/** Returns the content that the lists on a page show, by block index. */
function resolveLists(page: Page, input: RenderInput, site: Site): PageContextValue['lists'] {
  const listsByBlock = page.blocks.flatMap((block, blockIndex): [number, RenderedList][] => {
    const { list } = getBlockSummary(block);
    const listResult = list && input.lists[toListKey(list, page)];
    if (!listResult) return [];
    const { posts, groups, last: lastReferences } = listResult;
    const shown: RenderedList = { posts: posts.map((post) => toPostCard(post, page, site)) };
    if (groups) shown.groups = groups;
    if (lastReferences !== undefined) shown.paging = createPaging(page, lastReferences, site);
    return [[blockIndex, shown]];
  });
  return listsByBlock.length === 0 ? undefined : Object.fromEntries(listsByBlock);
}

function createPaging(
  { path, generated }: Page,
  pageCount: number,
  site: Site,
): NonNullable<RenderedList['paging']> {
  const { first, number } = generated ?? { first: path, number: 1 };
  const { pages: label, page: name, previousPage: previous, nextPage: next } = site.words;
  return { first, number, last: pageCount, label, name, previous, next };
}

function toPostCard(post: PostPreview, { generated }: Page, site: Site): RenderedList['posts'][number] {
  const { path, title, description, opening, published, event, tags, source } = post;
  const language = getPageLanguage(post, site);
  return {
    path,
    ...(language !== site.language && { language: languageAttributes(language) }),
    title: applyTypography(title, language),
    text: typesetInline(opening?.lead ?? [description], language),
    ...(opening?.picture && { picture: opening.picture, tallPicture: opening.tallPicture }),
    date: event
      ? { date: event.begins, words: formatDateTime(event.begins, event.zone, site, false) }
      : published === undefined
        ? undefined
        : formatDay(published, site.language),
    readTime: opening?.readTime,
    ...(source !== undefined && { source }),
    // On the page about a tag, the tag itself is not a link.
    tags: tags.map(({ name, to }) => (to === undefined || to === generated?.first ? { name } : { name, to })),
  };
}

/** Returns the data about the page that its blocks need, and the blocks with heading ids. */
function createPageContext(
  page: Page,
  input: RenderInput,
  site: Site,
): { blocks: Block[]; reading: PageContextValue } {
  const { blocks: blocksWithIds, headings } = addHeadingIds(page.blocks);
  const blocks = drawPageCharts(typesetPageBlocks(avoidSameToneAtEnd(blocksWithIds), site), site);
  const dates = formatPageDates(page, site);
  const lists = resolveLists(page, input, site);
  const { language } = site;
  const shown: PageContextValue = {
    contents: hasNeed(blocks, 'headings') ? headings : [],
    ...(hasNeed(blocks, 'language') && { language }),
    ...(dates && { dates }),
    ...describeLastChange(page, site),
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
        next: input.next && toArticlePreview(input.next, site),
      },
    },
  };
}

/**
 * Returns the date of the last change, and the index of the first block that can show it. The index -1 means that the
 * date is shown at the end of the page.
 */
function describeLastChange(
  { updated, blocks }: Page,
  { language, words }: Site,
): Pick<PageContextValue, 'updated'> {
  const block = blocks.findIndex((candidate) => hasNeed([candidate], 'last change'));
  if (updated === undefined) return {};
  const { date, words: day } = formatDay(updated, language);
  return { updated: { date, words: words.updated.replace('{date}', day), block } };
}

function toArticlePreview(article: NextArticle, site: Site): ArticlePreview {
  const { path, title, published, opening } = article;
  const language = getPageLanguage(article, site);
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
const lastReferences = new LatestResult<
  ReturnType<typeof collectValuesBySetting<(typeof collectedSettings)[number]>>
>();

/**
 * Returns the values of the settings `dialog`, `icon`, `language`, `src` and `to`, by setting name. The last result is
 * cached, because the same blocks are often passed again.
 */
export const collectPageReferences = (blocks: readonly Block[]) =>
  lastReferences.getOrCompute([blocks], () => collectValuesBySetting(blocks, collectedSettings));

type Share = NonNullable<PageView['share']>;

const toLocale = memoize(50, toOpenGraphLocale);

/** Returns the data for link previews on other sites. */
function createShareTags(page: Page, input: RenderInput, site: Site): Share {
  const { title, text } = page.share ?? {};
  return {
    site: site.company,
    type: isArticle(page) ? 'article' : 'website',
    locale: toLocale(site.language),
    ...(page.index === false && { url: site.url + page.path }),
    ...(title !== undefined && { title }),
    ...(text !== undefined && { text }),
    image: resolveShareImage(page, input, site),
  };
}

/** Returns the share image of a page: the picture that the author selected, or the image that the build generates. */
export function resolveShareImage(page: Page, { pictures }: RenderInput, site: Site): Share['image'] {
  const customPicture = selectSharePicture(page, site);
  if (!customPicture) return { address: site.url + getShareImagePath(page, site), ...shareSize };
  const imagePath =
    selectSharePhotoVersion(customPicture, pictures[customPicture.src])?.address ??
    encodePath(customPicture.src);
  return { address: site.url + imagePath, ...shareSize, alt: customPicture.alt };
}

/**
 * Resolves a page for the renderer: adds its full title and URL, the SVG elements of its icons, and the sizes of its
 * pictures. The result contains only the site data that the page shows.
 */
export function resolvePage(sourcePage: Page, input: RenderInput, site: Site): PageView {
  const page = removeExpiredBlocks(sourcePage, input.ended);
  const { blocks, reading } = createPageContext(page, input, site);
  const references = collectPageReferences(blocks);
  const files = [...references.to].flatMap((to): [string, string][] => {
    const fileDescription = isFilePath(to) ? input.files[to.normalize()] : undefined;
    return fileDescription === undefined ? [] : [[to, fileDescription]];
  });
  const pictures = new Set([...references.src, ...collectValues(reading, 'src')]);
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
    share: isPublic(page) ? createShareTags(page, input, site) : undefined,
    ...(input.translations && {
      translations: input.translations.map(({ language, path }) => ({ language, href: site.url + path })),
    }),
    ...resolveHeader(page, input, site),
    ...toArrangement(site.theme),
    ...resolveAdjacentPages(reading.lists, site.url),
    blocks,
    reading,
    dialogs: Object.fromEntries(
      [...references.dialog].flatMap((name) => {
        const dialog = Object.hasOwn(site.dialogs, name) ? site.dialogs[name] : undefined;
        return dialog ? [[name, dialog] as const] : [];
      }),
    ),
    icons: Object.fromEntries([...references.icon].map((name) => [name, iconElements[name] ?? []])),
    ...(files.length > 0 && { files: Object.fromEntries(files) }),
    ...(input.linkLanguages && { linkLanguages: input.linkLanguages }),
    pictures: Object.fromEntries(
      [...pictures].flatMap((src) => {
        const pictureData = input.pictures[src];
        return pictureData ? [[src, pictureData]] : [];
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
  const headerTone = first && getDefinition(first).isBelowHeader?.(first) ? first.tone : undefined;
  if (!isBare && !action && !headerTone && !languages) return {};
  return {
    header: {
      ...(isBare && { bare: true }),
      ...(action && { action }),
      ...(languages && { languages }),
      ...((action ?? languages) && { row: computeHeaderRow(site, action, languages) }),
      ...(headerTone && { over: headerTone }),
    },
  };
}

/** Returns the theme settings that change the layout of blocks, without those that have default values. */
function toArrangement({ cards, heads, icons }: Site['theme']): Pick<PageView, 'arrangement'> {
  const arrangement: PageView['arrangement'] = {
    ...(cards === 'rows' && { cards }),
    ...(heads !== 'above' && { heads }),
    ...(icons === 'none' && { icons }),
  };
  return Object.keys(arrangement).length > 0 ? { arrangement } : {};
}

/** Returns the URLs of the previous and the next page of a paginated list, if a list on the page has them. */
function resolveAdjacentPages(
  lists: PageView['reading']['lists'],
  url: string,
): Pick<PageView, 'prev' | 'next'> {
  const paging = Object.values(lists ?? {}).find((list) => list.paging)?.paging;
  if (!paging) return {};
  const { first, number, last: lastReferences } = paging;
  return {
    ...(number > 1 && { prev: url + toListPageRoute(first, number - 1) }),
    ...(number < lastReferences && { next: url + toListPageRoute(first, number + 1) }),
  };
}
