import type { Page } from '../../schema/page.ts';
import type { Site } from '../../schema/site.ts';
import type { PictureData, PictureVersion } from '../../src/entry-server.tsx';
import { shareSize } from './share-image/share-address.ts';

type SharePicture = NonNullable<NonNullable<Page['share']>['picture']>;

/** The photo of the author that links to a page are shown with: its own, or that of the site. */
export const ownSharePicture = (
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
