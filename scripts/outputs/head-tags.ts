import type { Website } from '../../schema/check/check.ts';
import { createPalette } from '../../schema/site/palette.ts';
import type { PageSummary } from '../../schema/check/page-summary.ts';
import type { Page } from '../../schema/site/page.ts';
import { getBasePath, getMarkdownPath, outputPaths } from '../../schema/base/routes.ts';
import type { Site } from '../../schema/site/site.ts';
import { escapeMarkup } from '../system/format.ts';
import { hasSvgLogo } from '../assets/app-icons.ts';
import { toListKey } from '../../schema/resolve/lists.ts';
import type { RenderInput } from '../../schema/resolve/render-input.ts';
import { createStructuredData } from './structured-data.ts';

/** Returns the tags in the head that all documents of a site share. */
export function createSiteTags(website: Website, hasFeed: boolean): string {
  const { theme } = website.site;
  const { light, dark } = createPalette(theme)[theme.grounds.opening];
  // Browsers use the first colour whose media query matches.
  const colors =
    `<meta name="theme-color" media="(prefers-color-scheme:dark)" content="${dark.ground}">` +
    `<meta name="theme-color" content="${light.ground}">`;
  const base = getBasePath(website.site.url);
  const icons = hasSvgLogo(website.site)
    ? `<link rel="apple-touch-icon" href="${base}/apple-touch-icon.png">`
    : '';
  const feed = hasFeed
    ? `<link rel="alternate" type="application/atom+xml" href="${base}${outputPaths.feed}">`
    : '';
  return `<link rel="manifest" href="${base}${outputPaths.manifest}">${icons}${feed}${colors}`;
}

/** Returns the links to the feeds of the articles that a page lists. */
export function createFeedTags(page: PageSummary, { lists }: RenderInput, site: Site): string {
  const feeds = page.lists.flatMap((list) => lists[toListKey(list, page)]?.feed ?? []);
  const title = escapeMarkup(`${page.title} | ${site.company}`);
  return feeds
    .map(
      (feed) =>
        `<link rel="alternate" type="application/atom+xml" title="${title}" href="${getBasePath(site.url)}${feed}">`,
    )
    .join('');
}

/** Returns the link to the Markdown version of a page. */
export const createMarkdownTag = ({ path }: PageSummary, site: Site): string =>
  `<link rel="alternate" type="text/markdown" href="${getBasePath(site.url)}${getMarkdownPath(path)}">`;

/** Returns the structured data of a page (JSON-LD). */
export function createDataTag(page: Page, input: RenderInput, site: Site): string {
  const graph = { '@context': 'https://schema.org', '@graph': createStructuredData(page, input, site) };
  // Escape `<`, because a value that contains `</script>` would end the element.
  return `<script type="application/ld+json">${JSON.stringify(graph).replaceAll('<', '\\u003c')}</script>`;
}
