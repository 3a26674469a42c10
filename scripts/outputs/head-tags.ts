import type { Website } from '../../schema/checker/check.ts';
import { palette, defaultAccent } from '../../schema/content/colors.ts';
import type { PageSummary } from '../../schema/checker/page-summary.ts';
import type { Page } from '../../schema/content/page.ts';
import type { Site } from '../../schema/content/site.ts';
import { escape } from '../system/format.ts';
import { hasSvgLogo } from '../assets/app-icons.ts';
import { listKey } from '../view/lists.ts';
import type { RenderInput } from '../view/render-input.ts';
import { structuredData } from './structured-data.ts';

/** What the head of every document of a site says about the site as a whole. */
export function siteTags(website: Website, hasFeed: boolean): string {
  const { theme } = website.site;
  const { light, dark } = palette(theme.accent ?? defaultAccent).plain;
  // Browsers take the first colour whose condition holds.
  const colors =
    `<meta name="theme-color" media="(prefers-color-scheme:dark)" content="${dark.ground}">` +
    `<meta name="theme-color" content="${light.ground}">`;
  const icons = hasSvgLogo(website.site) ? '<link rel="apple-touch-icon" href="/apple-touch-icon.png">' : '';
  const feed = hasFeed ? '<link rel="alternate" type="application/atom+xml" href="/feed.xml">' : '';
  return `<link rel="manifest" href="/manifest.webmanifest">${icons}${feed}${colors}`;
}

/** Where feed readers find the articles that a page lists. */
export function feedTag(page: PageSummary, { lists }: RenderInput, site: Site): string {
  const feeds = page.lists.flatMap((list) => lists[listKey(list, page)]?.feed ?? []);
  const title = escape(`${page.title} | ${site.company}`);
  return feeds
    .map((feed) => `<link rel="alternate" type="application/atom+xml" title="${title}" href="${feed}">`)
    .join('');
}

/** What search engines read of a page besides its head: the things that it is about. */
export function dataTag(page: Page, input: RenderInput, site: Site): string {
  const things = { '@context': 'https://schema.org', '@graph': structuredData(page, input, site) };
  // `<` would end the element if a text held `</script>`.
  return `<script type="application/ld+json">${JSON.stringify(things).replaceAll('<', '\\u003c')}</script>`;
}
