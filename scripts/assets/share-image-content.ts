import { isPublic } from '../../schema/site/page.ts';
import { selectSharePicture, getShareImagePath } from '../../schema/resolve/share-picture.ts';
import type { ShareImageContent } from './share-image.ts';
import type { Website } from '../../schema/check/check.ts';
import type { PageSummary } from '../../schema/check/page-summary.ts';
import { findSectionName } from '../../schema/resolve/public-pages.ts';

/** Returns the contents of all share images, by path. */
export function collectShareImages(website: Website): Map<string, ShareImageContent> {
  const pagesByPath = Map.groupBy(listPagesWithShareImage(website), (page) =>
    getShareImagePath(page, website.site),
  );
  return new Map(
    [...pagesByPath].map(([path, imagePages]) => [path, createShareImageContent(path, imagePages, website)]),
  );
}

/** Returns the content of a page's share image. The page may be unpublished. */
export function getShareImageContent(page: PageSummary, website: Website): ShareImageContent {
  const path = getShareImagePath(page, website.site);
  const otherPages = listPagesWithShareImage(website).filter(
    (otherPage) => getShareImagePath(otherPage, website.site) === path,
  );
  return createShareImageContent(
    path,
    [...otherPages.filter((otherPage) => otherPage.path !== page.path), page],
    website,
  );
}

/**
 * Lists the pages with a generated share image. They are sorted by path, because the order in which files are read
 * varies.
 */
const listPagesWithShareImage = ({ pages, site }: Website): PageSummary[] =>
  [...pages.values()]
    .filter((page) => isPublic(page) && !selectSharePicture(page, site) && !page.generated)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));

/** Creates the content of a share image for one page, or for the section of several pages that share the image. */
function createShareImageContent(
  path: string,
  pages: readonly PageSummary[],
  website: Website,
): ShareImageContent {
  const ownPage = pages.find((page) => getShareImagePath(page, { share: 'pages' }) === path);
  if (ownPage)
    return { title: ownPage.title, section: findSectionName(ownPage, website), kind: ownPage.kind };
  const { share, company } = website.site;
  const pageInSection =
    share === 'site' ? undefined : pages.find((page) => findSectionName(page, website) !== undefined);
  return { title: (pageInSection && findSectionName(pageInSection, website)) ?? company };
}
