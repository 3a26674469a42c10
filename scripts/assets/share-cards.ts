import { type Page, isPublic } from '../../schema/content/page.ts';
import type { Site } from '../../schema/content/site.ts';
import type { PictureData, PictureVersion } from '../../src/render/entry-server.tsx';
import { type ShareCard, shareSize, shareImagePath } from './share-image.ts';
import type { Website } from '../../schema/checker/check.ts';
import type { PageSummary } from '../../schema/checker/page-summary.ts';
import { sectionOf } from '../source/site-map.ts';

type SharePicture = NonNullable<NonNullable<Page['share']>['picture']>;

/** The photo of the author that links to a page are shown with: its own, or that of the site. */
export const customSharePicture = (
  page: Pick<Page, 'share'>,
  { share }: Pick<Site, 'share'>,
): SharePicture | undefined => page.share?.picture ?? (typeof share === 'string' ? undefined : share.picture);

/** The file that is made of it; nothing where photos are shown as they are. */
export function sharePhotoVersion(
  { focus = 'center' }: SharePicture,
  data: PictureData | undefined,
): PictureVersion | undefined {
  const [, , start] = data ?? [];
  if (start === undefined) return undefined;
  const part = focus === 'center' ? '' : `-${focus}`;
  return { address: `${start}-share${part}.jpg`, ...shareSize, format: 'jpg', focus };
}

/** What the share images of a site show, by their paths. */
export function shareCards(website: Website): Map<string, ShareCard> {
  // In the same order in whatever order they were read.
  const pages = [...website.pages.values()]
    .filter((page) => isPublic(page) && !customSharePicture(page, website.site) && !page.made)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const shown = Map.groupBy(pages, (page) => shareImagePath(page, website.site));
  return new Map([...shown].map(([path, all]) => [path, shareCardOf(path, all, website)]));
}

/** An image shows the page that it lies beside, or where there is none the section of its pages. */
function shareCardOf(path: string, pages: readonly PageSummary[], website: Website): ShareCard {
  const own = pages.find((page) => shareImagePath(page, { share: 'pages' }) === path);
  if (own) return { title: own.title, section: sectionOf(own, website), kind: own.kind };
  const { share, company } = website.site;
  const named = share === 'site' ? undefined : pages.find((page) => sectionOf(page, website) !== undefined);
  return { title: (named && sectionOf(named, website)) ?? company };
}
