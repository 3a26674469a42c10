import { type Page, isPublic } from '../../schema/content/page.ts';
import type { Site } from '../../schema/content/site.ts';
import type { PictureData, PictureVersion } from '../../src/render/entry-server.tsx';
import { type ShareCard, shareSize, shareImagePath } from './share-image.ts';
import type { Website } from '../../schema/checker/check.ts';
import type { PageSummary } from '../../schema/checker/page-summary.ts';
import { sectionOf } from '../source/site-map.ts';

type SharePicture = NonNullable<NonNullable<Page['share']>['picture']>;

/** Returns the share picture that the author chose for the page or the site. */
export const customSharePicture = (
  page: Pick<Page, 'share'>,
  { share }: Pick<Site, 'share'>,
): SharePicture | undefined => page.share?.picture ?? (typeof share === 'string' ? undefined : share.picture);

/** Returns the version for share previews; undefined in dev, where photos are used unchanged. */
export function sharePhotoVersion(
  { focus = 'center' }: SharePicture,
  data: PictureData | undefined,
): PictureVersion | undefined {
  const [, , start] = data ?? [];
  if (start === undefined) return undefined;
  const part = focus === 'center' ? '' : `-${focus}`;
  return { address: `${start}-share${part}.jpg`, ...shareSize, format: 'jpg', focus };
}

/** Returns the content of the share images, by path. */
export function shareCards(website: Website): Map<string, ShareCard> {
  const shown = Map.groupBy(pagesWithCard(website), (page) => shareImagePath(page, website.site));
  return new Map([...shown].map(([path, all]) => [path, shareCardForPath(path, all, website)]));
}

/** Returns the content of the share image of a page, also of one that is not public yet. */
export function shareCardFor(page: PageSummary, website: Website): ShareCard {
  const path = shareImagePath(page, website.site);
  const others = pagesWithCard(website).filter((other) => shareImagePath(other, website.site) === path);
  return shareCardForPath(path, [...others.filter((other) => other.path !== page.path), page], website);
}

/** Sorted, so that the order of reading does not matter. */
const pagesWithCard = ({ pages, site }: Website): PageSummary[] =>
  [...pages.values()]
    .filter((page) => isPublic(page) && !customSharePicture(page, site) && !page.generated)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));

/** Returns the content of a share image: that of its page, otherwise of the section of its pages. */
function shareCardForPath(path: string, pages: readonly PageSummary[], website: Website): ShareCard {
  const own = pages.find((page) => shareImagePath(page, { share: 'pages' }) === path);
  if (own) return { title: own.title, section: sectionOf(own, website), kind: own.kind };
  const { share, company } = website.site;
  const named = share === 'site' ? undefined : pages.find((page) => sectionOf(page, website) !== undefined);
  return { title: (named && sectionOf(named, website)) ?? company };
}
