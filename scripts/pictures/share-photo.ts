import type { Page } from '../../schema/page.ts';
import type { PictureData, PictureVersion } from '../../src/entry-server.tsx';
import { shareSize } from './share-image/share-address.ts';

type SharePicture = NonNullable<NonNullable<Page['share']>['picture']>;

/** The file that is made of a page's own photo for links; nothing where photos are shown as they are. */
export function sharePhotoVersion(
  { focus = 'center' }: SharePicture,
  data: PictureData | undefined,
): PictureVersion | undefined {
  const [, , start] = data ?? [];
  if (start === undefined) return undefined;
  const part = focus === 'center' ? '' : `-${focus}`;
  return { address: `${start}-share${part}.jpg`, ...shareSize, format: 'jpg', focus };
}
