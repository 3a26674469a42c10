import type { PageSummary } from '../../schema/checker/page-summary.ts';
import { isArticle, isIndexed } from '../../schema/content/page.ts';
import { escape } from '../system/format.ts';

/** The sitemap (sitemaps.org) of all indexable pages. */
export function sitemap(pages: readonly PageSummary[], site: string): string {
  const entries = pages.filter(isIndexed).map((page) => {
    // Most pages state no date of change; an invented date would be worse than none.
    const date = page.updated ?? (isArticle(page) ? page.published : undefined);
    const changed = date === undefined ? '' : `<lastmod>${date}</lastmod>`;
    return `  <url><loc>${escape(site + page.path)}</loc>${changed}</url>\n`;
  });
  const start = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';
  return `<?xml version="1.0" encoding="UTF-8"?>\n${start}\n${entries.join('')}</urlset>\n`;
}

/** Allows robots everything, and names the sitemap. */
export const robotsText = (site: string): string =>
  `User-agent: *\nAllow: /\n\nSitemap: ${site}/sitemap.xml\n`;
