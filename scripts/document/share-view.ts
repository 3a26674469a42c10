import { urlOf } from '../../schema/base/file-kinds.ts';
import { isArticle, type Page } from '../../schema/page.ts';
import { shareImagePath, shareSize } from '../pictures/share-image/share-address.ts';
import { ownSharePicture, sharePhotoVersion } from '../pictures/share-photo.ts';
import type { SiteIndex } from './site-index.ts';
import type { PageView } from '../../src/entry-server.tsx';

type Share = NonNullable<PageView['share']>;

/** How a link to a page is shown elsewhere. */
export function shareView(page: Page, website: SiteIndex): Share {
  const { site } = website;
  const { title, text } = page.share ?? {};
  return {
    site: site.company,
    type: isArticle(page) ? 'article' : 'website',
    ...(page.index === false && { url: site.url + page.path }),
    ...(title !== undefined && { title }),
    ...(text !== undefined && { text }),
    image: shareImage(page, website),
  };
}

/** The picture that a link to a page is shown with: its own photo, or the one that the build draws. */
export function shareImage(page: Page, { site, pictures }: SiteIndex): Share['image'] {
  const own = ownSharePicture(page, site);
  if (!own) return { address: site.url + shareImagePath(page, site), ...shareSize };
  const address = sharePhotoVersion(own, pictures.get(own.src))?.address ?? urlOf(own.src);
  return { address: site.url + address, ...shareSize, alt: own.alt };
}
