import { isPublic } from '../../schema/site/page.ts';
import { customSharePicture, shareImagePath } from '../../schema/resolve/share-picture.ts';
import type { ShareCard } from './share-image.ts';
import type { Website } from '../../schema/check/check.ts';
import type { PageSummary } from '../../schema/check/page-summary.ts';
import { sectionName } from '../../schema/resolve/public-pages.ts';

/** Returns the content of the share images, by path. */
export function shareCards(website: Website): Map<string, ShareCard> {
  const shown = Map.groupBy(pagesWithCard(website), (page) => shareImagePath(page, website.site));
  return new Map([...shown].map(([path, all]) => [path, shareCardForPath(path, all, website)]));
}

/** Returns the content of the share image of a page. The page may be unpublished. */
export function shareCardFor(page: PageSummary, website: Website): ShareCard {
  const path = shareImagePath(page, website.site);
  const others = pagesWithCard(website).filter((other) => shareImagePath(other, website.site) === path);
  return shareCardForPath(path, [...others.filter((other) => other.path !== page.path), page], website);
}

/** Returns the pages with a generated share image. Sorted, so that the order in which files are read has no effect. */
const pagesWithCard = ({ pages, site }: Website): PageSummary[] =>
  [...pages.values()]
    .filter((page) => isPublic(page) && !customSharePicture(page, site) && !page.generated)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));

/** Returns the content of a share image: of its page, or otherwise of the section that its pages share. */
function shareCardForPath(path: string, pages: readonly PageSummary[], website: Website): ShareCard {
  const own = pages.find((page) => shareImagePath(page, { share: 'pages' }) === path);
  if (own) return { title: own.title, section: sectionName(own, website), kind: own.kind };
  const { share, company } = website.site;
  const named = share === 'site' ? undefined : pages.find((page) => sectionName(page, website) !== undefined);
  return { title: (named && sectionName(named, website)) ?? company };
}
