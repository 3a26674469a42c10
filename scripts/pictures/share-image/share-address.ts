import type { Page } from '../../../schema/page.ts';
import type { Site } from '../../../schema/site.ts';

/** The size that every network shows without cutting. */
export const shareSize = { width: 1200, height: 630 } as const;

/** The path of the share image of a page: its own, that of the folder at the top, or that of the site. */
export function shareImagePath(
  { path, made }: Pick<Page, 'path' | 'made'>,
  { share }: Pick<Site, 'share'>,
): string {
  // A page that the build makes is shared with the picture of the one that it is made of.
  const steps = (made?.of ?? path).split('/').filter((step) => step !== '');
  const most = typeof share === 'string' ? { pages: steps.length, sections: 1, site: 0 }[share] : 0;
  return ['', ...steps.slice(0, most), 'share.png'].join('/');
}
