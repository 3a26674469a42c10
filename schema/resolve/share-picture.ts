import type { Page } from '../site/page.ts';
import type { Site } from '../site/site.ts';
import type { PictureData } from './page-view.ts';

type SharePicture = NonNullable<NonNullable<Page['share']>['image']>;

/** The size of share images in pixels. No social network crops images of this size. */
export const shareSize = { width: 1200, height: 630 } as const;

/**
 * Returns the path of the share image for a page. Depending on the site settings, each page, each section or only the
 * site has a share image.
 */
export function getShareImagePath(
  { path, generated }: Pick<Page, 'path' | 'generated'>,
  { share }: Pick<Site, 'share'>,
): string {
  // A generated page has the same share image as its source page.
  const steps = (generated?.sourceRoutes ?? path).split('/').filter((step) => step !== '');
  const max = typeof share === 'string' ? { pages: steps.length, sections: 1, site: 0 }[share] : 0;
  return ['', ...steps.slice(0, max), 'share.png'].join('/');
}

/** Returns the share picture that the author selected for the page or the site, if any. */
export const selectSharePicture = (
  page: Pick<Page, 'share'>,
  { share }: Pick<Site, 'share'>,
): SharePicture | undefined => page.share?.image ?? (typeof share === 'string' ? undefined : share.image);

/** Returns the version of a photo for link previews, or `undefined` in dev, where photos have no versions. */
export function selectSharePhotoVersion({ focus = 'center' }: SharePicture, data: PictureData | undefined) {
  const [, , urlStart] = data ?? [];
  if (urlStart === undefined) return undefined;
  const focusSuffix = focus === 'center' ? '' : `-${focus}`;
  return { address: `${urlStart}-share${focusSuffix}.jpg`, ...shareSize, format: 'jpg' as const, focus };
}
