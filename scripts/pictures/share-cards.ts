import type { Website } from '../../schema/check.ts';
import type { PageSummary } from '../../schema/check/page-summary.ts';
import { sectionOf } from '../pages/site-map.ts';
import { isPublic } from '../../schema/page.ts';
import { ownSharePicture } from './share-photo.ts';
import { shareImagePath } from './share-image/share-address.ts';
import type { ShareCard } from './share-image/share-painter.ts';

/** What the share images of a site show, by their paths. */
export function shareCards(website: Website): Map<string, ShareCard> {
  // In the same order in whatever order they were read.
  const pages = [...website.pages.values()]
    .filter((page) => isPublic(page) && !ownSharePicture(page, website.site) && !page.made)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const shown = Map.groupBy(pages, (page) => shareImagePath(page, website.site));
  return new Map([...shown].map(([path, all]) => [path, cardOf(path, all, website)]));
}

/** An image shows the page that it lies beside, or where there is none the section of its pages. */
function cardOf(path: string, pages: readonly PageSummary[], website: Website): ShareCard {
  const own = pages.find((page) => shareImagePath(page, { share: 'pages' }) === path);
  if (own) return { title: own.title, section: sectionOf(own, website), kind: own.kind };
  const { share, company } = website.site;
  const named = share === 'site' ? undefined : pages.find((page) => sectionOf(page, website) !== undefined);
  return { title: (named && sectionOf(named, website)) ?? company };
}
