import type { Website } from '../../schema/check.ts';
import { palette, usualAccent } from '../../schema/color/palette.ts';
import type { PageSummary } from '../../schema/check/page-summary.ts';
import type { Page } from '../../schema/page.ts';
import { escape } from '../base/escape-html.ts';
import { hasIcons } from '../pictures/app-icons.ts';
import { listQuestion } from '../document/listed-posts.ts';
import type { SiteIndex } from '../document/site-index.ts';
import { structuredData } from './structured-data.ts';

/** What the head of every document of a site says about the site as a whole. */
export function siteTags(website: Website, hasFeed: boolean): string {
  const { theme } = website.site;
  const { light, dark } = palette(theme.accent ?? usualAccent).plain;
  // Browsers take the first colour whose condition holds.
  const colors =
    `<meta name="theme-color" media="(prefers-color-scheme:dark)" content="${dark.ground}">` +
    `<meta name="theme-color" content="${light.ground}">`;
  const icons = hasIcons(website.site) ? '<link rel="apple-touch-icon" href="/apple-touch-icon.png">' : '';
  const feed = hasFeed ? '<link rel="alternate" type="application/atom+xml" href="/feed.xml">' : '';
  return `<link rel="manifest" href="/manifest.webmanifest">${icons}${feed}${colors}`;
}

/** Where feed readers find the articles that a page lists. */
export function feedTag(page: PageSummary, { lists, site }: SiteIndex): string {
  const feeds = page.lists.flatMap((list) => lists.get(listQuestion(list, page))?.feed ?? []);
  const title = escape(`${page.title} | ${site.company}`);
  return feeds
    .map((feed) => `<link rel="alternate" type="application/atom+xml" title="${title}" href="${feed}">`)
    .join('');
}

/** What search engines read of a page besides its head: the things that it is about. */
export function dataTag(page: Page, website: SiteIndex): string {
  const things = { '@context': 'https://schema.org', '@graph': structuredData(page, website) };
  // `<` would end the element if a text held `</script>`.
  return `<script type="application/ld+json">${JSON.stringify(things).replaceAll('<', '\\u003c')}</script>`;
}
