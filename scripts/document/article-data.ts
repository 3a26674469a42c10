import { oncePerText } from '../../schema/base/once-per-text.ts';
import type { Block } from '../../schema/blocks/index.ts';
import { isArticle, type Page } from '../../schema/page.ts';
import { setInline } from '../../schema/text/typeset.ts';
import { withAnchors } from './anchors.ts';
import { pageDates } from './page-dates.ts';
import type { Announced, SiteIndex } from './site-index.ts';
import type { ArticlePreview, PageReading } from '../../src/entry-server.tsx';
import { typeset } from './typeset.ts';

/**
 * What a page that is read at some length shows besides what its author wrote, and its blocks with the ids
 * that this leads to.
 */
export function pageReading(page: Page, website: SiteIndex): { blocks: Block[]; reading: PageReading } {
  const { blocks: anchored, contents } = withAnchors(page.blocks);
  const blocks = typeset(anchored, website.site);
  const dates = pageDates(page, website.site);
  const shown = dates ? { contents, dates } : { contents };
  if (!isArticle(page)) return { blocks, reading: shown };
  const next = website.nextArticles.get(page.path);
  return {
    blocks,
    reading: {
      ...shown,
      article: {
        author: page.author,
        published: dayOf(page, website),
        next: next && announced(next, website),
      },
    },
  };
}

function dayOf(
  { published }: Pick<Announced, 'published'>,
  { site }: SiteIndex,
): ArticlePreview['published'] {
  return { date: published, words: longDates(site.language).format(new Date(published)) };
}

/** To make one takes a hundred times as long as to use it. */
const longDates = oncePerText(
  20,
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }),
);

function announced(article: Announced, website: SiteIndex): ArticlePreview {
  const { opening } = article;
  return {
    path: article.path,
    title: article.title,
    published: dayOf(article, website),
    readTime: opening?.readTime,
    lead: opening?.lead && setInline(opening.lead, website.site.language),
    picture: opening?.picture,
  };
}
