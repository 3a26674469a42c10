import type { PageContextValue } from '../../schema/resolve/page-context.ts';
import type { PageView } from '../../schema/resolve/page-view.ts';
import type { Website } from '../../schema/check/check.ts';
import { planOf } from '../../schema/check/collect-fields.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import { type Block, blocks as schemas, labelOfBlock } from '../../schema/blocks/index.ts';
import { type Site, site as siteSchema } from '../../schema/site/site.ts';
import type { Words } from '../../schema/fields/words.ts';
import { mapValues, type Path } from '../../schema/base/data.ts';
import type { MarkedTexts, TextOrigin } from '../../src/editor/marked-texts.ts';
import { Marks, type Place } from './marks.ts';
import type { BlockFile, TextPlaces } from './text-places.ts';

/** A page whose texts are marked with the numbers of their origins. It is never shown to visitors. */
export type MarkedPage = { view: PageView; site: Site } & Pick<MarkedTexts, 'origins' | 'texts' | 'blocks'>;

/** Marks every text of a page with its origin. `viewIndexByBlock` has the index in the view of each block in the file. */
export function markedPage(
  { view, page, drawn }: { view: PageView; page: SitePage; drawn: readonly (number | undefined)[] },
  { pages }: Pick<Website, 'pages'>,
  site: Site,
  places: TextPlaces,
): MarkedPage {
  const marks = new Marks(places);
  const files: (BlockFile | undefined)[] = [];
  for (const [at, file] of places.blocks(page.path, 'page').entries()) {
    const index = drawn[at];
    if (index !== undefined && index >= 0) files[index] = file;
  }
  const texts = view.blocks.map((_, at) => (files[at] ? places.allIn(files[at]) : []));
  const own = places.pageFile(page.path);
  const ofPage = (path: Path): TextOrigin =>
    (own === undefined ? undefined : places.at(own, path, 'plain', 'page')) ?? {
      why: page.generated ? 'generated' : 'built-in',
    };
  const ofSite: Place = (path, kind) => places.at('_site.yaml', path, kind, 'site');
  const blocks = view.blocks.map((block, at) => {
    const file = files[at];
    const place: Place = (path, kind, shown) =>
      file ? places.inBlock(file, path, kind, shown) : (places.word(shown) ?? ofPage([]));
    return marks.inside(block, planOf([schemas[block.type]]), [], place) as Block; // marks change only texts
  });
  const { action } = view.header ?? {};
  return {
    view: {
      ...view,
      name: marks.text(view.name, ofPage(['title'])),
      ...(action && {
        header: {
          ...view.header,
          action: { ...action, label: marks.text(action.label, ofPage(['action', 'label'])) },
        },
      }),
      blocks,
      reading: markedReading(view.reading, marks, places, pages, {
        title: ofPage,
        date: (path) => ({ why: 'date', ...(own !== undefined && { file: own, path }) }),
        // The time of an event comes from a text of a block that begins with it.
        time: (begins) => {
          const found = texts.flat().find(({ source }) => source.startsWith(begins));
          return { why: 'date', ...(found && { file: found.file, path: found.path }) };
        },
      }),
      dialogs: mapValues(
        view.dialogs,
        (dialog, name) =>
          marks.inside(
            dialog,
            planOf([siteSchema]).child('dialogs').child(name),
            ['dialogs', name],
            ofSite,
          ) as typeof dialog, // marks change only texts
      ),
    },
    site: {
      ...(marks.inside({ ...site, words: {} }, planOf([siteSchema]), [], ofSite) as Site), // marks change only texts
      url: site.url,
      language: site.language,
      theme: site.theme,
      words: mapValues(site.words, (text, name) =>
        marks.text(text, places.wordOf(name as keyof Words)),
      ) as Words, // with the same keys
    },
    origins: marks.origins,
    texts,
    blocks: view.blocks.map(({ type }, at) => {
      const file = files[at];
      if (!file) return null;
      const { entry, users } = file;
      return {
        ...entry,
        label: labelOfBlock(type),
        data: places.dataAt(entry),
        ...(users !== undefined && { users }),
      };
    }),
  };
}

interface PageOrigins {
  title(path: Path): TextOrigin;
  date(path: Path): TextOrigin;
  time(begins: string): TextOrigin;
}

/** Marks the texts that come from other pages and from the settings of the page. */
function markedReading(
  reading: PageContextValue,
  marks: Marks,
  places: TextPlaces,
  pages: Website['pages'],
  own: PageOrigins,
): PageContextValue {
  const { article, updated, lists, dates } = reading;
  const dayOf = (route: string): TextOrigin => {
    const file = places.pageFile(route);
    return { why: 'date', ...(file !== undefined && { file, path: ['published'] }) };
  };
  const ofOther = (route: string, origin: () => TextOrigin): TextOrigin =>
    pages.has(route) ? origin() : { why: 'list' };
  const preview = (route: string): TextOrigin => {
    const page = pages.get(route);
    return page ? places.preview(page) : { why: 'list' };
  };
  const time = (route: string) =>
    ofOther(route, () => places.inOpening(route, ['byline', 'readTime'], 'plain'));
  return {
    ...reading,
    contents: reading.contents.map((one) => ({ ...one, heading: marks.asHeading(one.id, one.heading) })),
    ...(updated && { updated: { ...updated, words: marks.text(updated.words, { why: 'date' }) } }),
    ...(dates && {
      dates: mapValues(dates, (one, name) => {
        const [begins = '', ends = ''] = name.split('/');
        const until = one.until && marks.text(one.until, own.time(ends));
        return { ...one, words: marks.text(one.words, own.time(begins)), until };
      }),
    }),
    ...(article && {
      article: {
        ...article,
        author: marks.text(article.author, own.title(['author'])),
        published: {
          ...article.published,
          words: marks.text(article.published.words, own.date(['published'])),
        },
        next: article.next && {
          ...article.next,
          title: marks.text(article.next.title, places.title(article.next.path)),
          lead: article.next.lead && marks.inline(article.next.lead, preview(article.next.path)),
          published: {
            ...article.next.published,
            words: marks.text(article.next.published.words, dayOf(article.next.path)),
          },
          ...(article.next.readTime !== undefined && {
            readTime: marks.text(article.next.readTime, time(article.next.path)),
          }),
        },
      },
    }),
    ...(lists && {
      lists: mapValues(lists, (list) => ({
        ...list,
        posts: list.posts.map((post) => ({
          ...post,
          title: marks.text(
            post.title,
            ofOther(post.path, () => places.title(post.path)),
          ),
          text: marks.inline(post.text, preview(post.path)),
          ...(post.date && { date: { ...post.date, words: marks.text(post.date.words, dayOf(post.path)) } }),
          ...(post.readTime !== undefined && { readTime: marks.text(post.readTime, time(post.path)) }),
          tags: post.tags.map((tag, at) => ({
            ...tag,
            name: marks.text(
              tag.name,
              ofOther(post.path, () => places.ofPage(post.path, ['tags', at])),
            ),
          })),
        })),
        ...(list.paging && {
          paging: {
            ...list.paging,
            previous: marks.text(list.paging.previous, places.wordOf('previousPage')),
            next: marks.text(list.paging.next, places.wordOf('nextPage')),
          },
        }),
      })),
    }),
  };
}
