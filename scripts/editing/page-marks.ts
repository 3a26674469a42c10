import type { PageContextValue } from '../../schema/resolve/page-context.ts';
import type { PageView } from '../../schema/resolve/page-view.ts';
import type { Website } from '../../schema/check/check.ts';
import { getFieldPlan } from '../../schema/check/collect-fields.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import { type Block, blocks as schemas, getBlockLabel } from '../../schema/blocks/index.ts';
import { type Site, site as siteSchema } from '../../schema/site/site.ts';
import type { Words } from '../../schema/fields/words.ts';
import { mapValues, type Path } from '../../schema/base/data.ts';
import type { MarkedTexts, TextOrigin } from '../../src/editor/marked-texts.ts';
import { TextMarker, type OriginFinder } from './text-marker.ts';
import type { BlockLocation, TextLocator } from './text-locator.ts';

/** A page in which each text has a mark: the number of its origin. Visitors never see marked pages. */
export type MarkedPage = { view: PageView; site: Site } & Pick<MarkedTexts, 'origins' | 'texts' | 'blocks'>;

/** Marks every text on a page with its origin. `viewIndexByBlock` contains the view index of each block in the file. */
export function markPage(
  {
    view,
    page,
    viewIndexByBlock,
  }: { view: PageView; page: SitePage; viewIndexByBlock: readonly (number | undefined)[] },
  { pages }: Pick<Website, 'pages'>,
  site: Site,
  locator: TextLocator,
): MarkedPage {
  const marker = new TextMarker(locator);
  const blockFiles: (BlockLocation | undefined)[] = [];
  for (const [blockIndex, file] of locator.locateBlocks(page.path, 'page').entries()) {
    const index = viewIndexByBlock[blockIndex];
    if (index !== undefined && index >= 0) blockFiles[index] = file;
  }
  const texts = view.blocks.map((_, blockIndex) =>
    blockFiles[blockIndex] ? locator.listBlockTexts(blockFiles[blockIndex]) : [],
  );
  const pageFile = locator.findPageFile(page.path);
  const findPageOrigin = (path: Path): TextOrigin =>
    (pageFile === undefined ? undefined : locator.locateSetting(pageFile, path, 'plain', 'page')) ?? {
      why: page.generated ? 'generated' : 'built-in',
    };
  const findSiteOrigin: OriginFinder = (path, kind) =>
    locator.locateSetting('_site.yaml', path, kind, 'site');
  const blocks = view.blocks.map((block, blockIndex) => {
    const file = blockFiles[blockIndex];
    const findOrigin: OriginFinder = (path, kind, shownText) =>
      file
        ? locator.locateInBlock(file, path, kind, shownText)
        : (locator.findWord(shownText) ?? findPageOrigin([]));
    return marker.markValue(block, getFieldPlan([schemas[block.type]]), [], findOrigin) as Block; // marks change only texts
  });
  const { action } = view.header ?? {};
  return {
    view: {
      ...view,
      name: marker.markText(view.name, findPageOrigin(['title'])),
      ...(action && {
        header: {
          ...view.header,
          action: { ...action, label: marker.markText(action.label, findPageOrigin(['action', 'label'])) },
        },
      }),
      blocks,
      reading: markPageContext(view.reading, marker, locator, pages, {
        title: findPageOrigin,
        date: (path) => ({ why: 'date', ...(pageFile !== undefined && { file: pageFile, path }) }),
        // The time of an event comes from text in a block. Find the text that begins with the time.
        time: (startText) => {
          const matchingText = texts.flat().find(({ source }) => source.startsWith(startText));
          return { why: 'date', ...(matchingText && { file: matchingText.file, path: matchingText.path }) };
        },
      }),
      dialogs: mapValues(
        view.dialogs,
        (dialog, name) =>
          marker.markValue(
            dialog,
            getFieldPlan([siteSchema]).child('dialogs').child(name),
            ['dialogs', name],
            findSiteOrigin,
          ) as typeof dialog, // marks change only texts
      ),
    },
    site: {
      ...(marker.markValue({ ...site, words: {} }, getFieldPlan([siteSchema]), [], findSiteOrigin) as Site), // marks change only texts
      url: site.url,
      language: site.language,
      theme: site.theme,
      words: mapValues(site.words, (text, name) =>
        marker.markText(text, locator.locateWord(name as keyof Words)),
      ) as Words, // `site.words` has the same keys
    },
    origins: marker.origins,
    texts,
    blocks: view.blocks.map(({ type }, blockIndex) => {
      const file = blockFiles[blockIndex];
      if (!file) return null;
      const { entry, users } = file;
      return {
        ...entry,
        label: getBlockLabel(type),
        data: locator.readData(entry),
        ...(users !== undefined && { users }),
      };
    }),
  };
}

interface PageOrigins {
  title(path: Path): TextOrigin;
  date(path: Path): TextOrigin;
  time(startText: string): TextOrigin;
}

/** Marks the texts on a page that come from other pages or from the settings of the page. */
function markPageContext(
  reading: PageContextValue,
  marker: TextMarker,
  locator: TextLocator,
  pages: Website['pages'],
  pageOrigins: PageOrigins,
): PageContextValue {
  const { article, updated, lists, dates } = reading;
  const findDateOrigin = (route: string): TextOrigin => {
    const file = locator.findPageFile(route);
    return { why: 'date', ...(file !== undefined && { file, path: ['published'] }) };
  };
  const findOtherOrigin = (route: string, origin: () => TextOrigin): TextOrigin =>
    pages.has(route) ? origin() : { why: 'list' };
  const findPreviewOrigin = (route: string): TextOrigin => {
    const page = pages.get(route);
    return page ? locator.locatePreview(page) : { why: 'list' };
  };
  const findReadTimeOrigin = (route: string) =>
    findOtherOrigin(route, () => locator.locateInOpening(route, ['byline', 'readTime'], 'plain'));
  return {
    ...reading,
    contents: reading.contents.map((item) => ({
      ...item,
      heading: marker.markContentsItem(item.id, item.heading),
    })),
    ...(updated && { updated: { ...updated, words: marker.markText(updated.words, { why: 'date' }) } }),
    ...(dates && {
      dates: mapValues(dates, (item, name) => {
        const [startText = '', endText = ''] = name.split('/');
        const until = item.until && marker.markText(item.until, pageOrigins.time(endText));
        return { ...item, words: marker.markText(item.words, pageOrigins.time(startText)), until };
      }),
    }),
    ...(article && {
      article: {
        ...article,
        author: marker.markText(article.author, pageOrigins.title(['author'])),
        published: {
          ...article.published,
          words: marker.markText(article.published.words, pageOrigins.date(['published'])),
        },
        next: article.next && {
          ...article.next,
          title: marker.markText(article.next.title, locator.locateTitle(article.next.path)),
          lead:
            article.next.lead &&
            marker.markInlineText(article.next.lead, findPreviewOrigin(article.next.path)),
          published: {
            ...article.next.published,
            words: marker.markText(article.next.published.words, findDateOrigin(article.next.path)),
          },
          ...(article.next.readTime !== undefined && {
            readTime: marker.markText(article.next.readTime, findReadTimeOrigin(article.next.path)),
          }),
        },
      },
    }),
    ...(lists && {
      lists: mapValues(lists, (list) => ({
        ...list,
        posts: list.posts.map((post) => ({
          ...post,
          title: marker.markText(
            post.title,
            findOtherOrigin(post.path, () => locator.locateTitle(post.path)),
          ),
          text: marker.markInlineText(post.text, findPreviewOrigin(post.path)),
          ...(post.date && {
            date: { ...post.date, words: marker.markText(post.date.words, findDateOrigin(post.path)) },
          }),
          ...(post.readTime !== undefined && {
            readTime: marker.markText(post.readTime, findReadTimeOrigin(post.path)),
          }),
          tags: post.tags.map((tag, index) => ({
            ...tag,
            name: marker.markText(
              tag.name,
              findOtherOrigin(post.path, () => locator.locatePageSetting(post.path, ['tags', index])),
            ),
          })),
        })),
        ...(list.paging && {
          paging: {
            ...list.paging,
            previous: marker.markText(list.paging.previous, locator.locateWord('previousPage')),
            next: marker.markText(list.paging.next, locator.locateWord('nextPage')),
          },
        }),
      })),
    }),
  };
}
