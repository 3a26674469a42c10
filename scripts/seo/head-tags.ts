import type { Website } from '../../schema/check.ts';
import { palette, usualAccent } from '../../schema/color/palette.ts';
import type { Page } from '../../schema/page.ts';
import { escape } from '../base/escape-html.ts';
import { hasIcons } from '../pictures/app-icons.ts';
import { shareSize } from '../pictures/share-image.ts';
import { shareImagePath } from '../pictures/write-share-images.ts';
import type { PageView } from '../../src/entry-server.tsx';
import { postList } from './atom-feed.ts';
import { structuredData } from './structured-data.ts';

/** What the head of every document of a site says about the site as a whole. */
export function siteTags(website: Website): string {
  const { theme } = website.site;
  const { light, dark } = palette(theme.accent ?? usualAccent).plain;
  // Browsers take the first colour whose condition holds.
  const colors = `<meta name="theme-color" media="(prefers-color-scheme:dark)" content="${dark.ground}"><meta name="theme-color" content="${light.ground}">`;
  const icons = hasIcons(website.site) ? '<link rel="apple-touch-icon" href="/apple-touch-icon.png">' : '';
  const feed = postList(website) ? '<link rel="alternate" type="application/atom+xml" href="/feed.xml">' : '';
  return `<link rel="manifest" href="/manifest.webmanifest">${icons}${feed}${colors}`;
}

/** What search engines, and networks where a page is shared, read of it besides its title and description. */
export function sharingTags(page: Page, view: PageView, website: Website): string {
  const { site } = website;
  const properties = {
    site_name: site.company,
    type: page.kind === 'article' ? 'article' : 'website',
    title: page.title,
    url: site.url + page.path,
    image: site.url + shareImagePath(page),
    'image:width': String(shareSize.width),
    'image:height': String(shareSize.height),
    'image:alt': view.title,
  };
  const tags = Object.entries(properties).map(
    ([name, content]) => `<meta property="og:${name}" content="${escape(content)}">`,
  );
  // Everything else that a card of Twitter needs it takes from the above.
  return `${tags.join('')}<meta name="twitter:card" content="summary_large_image">${dataScript(structuredData(page, website))}`;
}

function dataScript(things: object[]): string {
  // `<` would end the element if a text held `</script>`.
  return `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replaceAll('<', '\\u003c')}</script>`;
}
