import type { Block } from '../../schema/blocks/index.ts';
import { isArticle, type Page } from '../../schema/page.ts';
import { setInline } from '../../schema/text/typeset.ts';
import { withAnchors } from './anchors.ts';
import { dayOf, pageDates } from './page-dates.ts';
import { shownLists } from './shown-lists.ts';
import { type Announced, authorQuestion, type SiteIndex } from './site-index.ts';
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
  const lists = shownLists(page, website);
  const language = blocks.some(({ type }) => type === 'glossary') && { language: website.site.language };
  const shown: PageReading = { contents, ...language, ...(dates && { dates }), ...(lists && { lists }) };
  if (!isArticle(page)) return { blocks, reading: shown };
  // What no block shows is not asked for: the page would be made anew with it.
  const hasNext = blocks.some(({ type }) => type === 'next-article');
  const hasByline = blocks.some((block) => block.type === 'hero' && block.byline !== undefined);
  const next = hasNext ? website.nextArticles.get(page.path) : undefined;
  return {
    blocks,
    reading: {
      ...shown,
      article: {
        author: page.author,
        authorPage: hasByline ? website.groupPages.get(authorQuestion(page)) : undefined,
        published: dayOf(page.published, website.site.language),
        next: next && announced(next, website),
      },
    },
  };
}

function announced(article: Announced, website: SiteIndex): ArticlePreview {
  const { opening } = article;
  return {
    path: article.path,
    title: article.title,
    published: dayOf(article.published, website.site.language),
    readTime: opening?.readTime,
    lead: opening?.lead && setInline(opening.lead, website.site.language),
    picture: opening?.picture,
  };
}
