import type { PageSummary } from '../../schema/check/page-summary.ts';
import { isArticle, isIndexable } from '../../schema/site/page.ts';
import { decodePath, isDisallowed } from '../../schema/site/robots.ts';
import { getBasePath, outputPaths } from '../../schema/base/routes.ts';
import type { Site } from '../../schema/site/site.ts';
import { escapeMarkup } from '../system/format.ts';

/**
 * Formats the sitemap (sitemaps.org) of all pages that search engines may read and index. Search engines report an
 * error if a sitemap lists addresses that `robots.txt` excludes.
 */
export function formatSitemap(
  pages: readonly PageSummary[],
  { url, robots }: Pick<Site, 'url' | 'robots'>,
): string {
  const entries = pages
    .filter((page) => isIndexable(page) && !isDisallowed(page.path, robots.disallow))
    .map((page) => {
      // Most pages do not state the date of their last change. Omit the date then, because an invented date would be
      // worse.
      const date = page.updated ?? (isArticle(page) ? page.published : undefined);
      const lastModified = date === undefined ? '' : `<lastmod>${date}</lastmod>`;
      return `  <url><loc>${escapeMarkup(url + page.path)}</loc>${lastModified}</url>\n`;
    });
  const start = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';
  return `<?xml version="1.0" encoding="UTF-8"?>\n${start}\n${entries.join('')}</urlset>\n`;
}

/** Formats `robots.txt` (RFC 9309): the paths that robots must not read, and the address of the sitemap. */
export function formatRobotsText({ url, robots: { block, disallow } }: Pick<Site, 'url' | 'robots'>): string {
  const base = getBasePath(url);
  const blockedGroup = [...block.map((name) => `User-agent: ${name}`), `Disallow: ${base}/`];
  const otherRules =
    disallow.length === 0
      ? [`Allow: ${base}/`]
      : disallow.map((path) => `Disallow: ${base}${encodeURI(decodePath(path))}`);
  const groups = [...(block.length === 0 ? [] : [blockedGroup]), ['User-agent: *', ...otherRules]];
  return `${groups.map((lines) => lines.join('\n')).join('\n\n')}\n\nSitemap: ${url}${outputPaths.sitemap}\n`;
}
