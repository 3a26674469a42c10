import { readFileSync, statSync } from 'node:fs';
import { fileExtensions, isHeic, isSvg } from '../../schema/fields/file-types.ts';
import type { Website } from '../../schema/check/check.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import { collectValues } from '../../schema/base/data.ts';
import { findPublicFile } from '../system/files.ts';
import type { SiteFolders } from '../system/project.ts';
import { mapWithConcurrency } from '../system/worker.ts';
import { encodedPhoto } from './photos.ts';
import { createPhoto, collectShownPictures } from './pictures.ts';
import { getPublishedSvgFile } from './svg.ts';
import { getFallback } from './write-assets.ts';

/**
 * Returns the website with the published file sizes of all pictures that these pages, the header or the footer link to.
 * Published sizes differ from those in `public/`, because SVGs are minified and photos on pages are re-encoded.
 */
export async function addPublishedSizes(
  website: Website,
  pages: Iterable<SitePage>,
  folders: SiteFolders,
): Promise<Website> {
  const { site, files } = website;
  const links = [
    ...[...pages].flatMap((page) => page.files ?? []),
    ...collectValues([site.announcement, site.navigation, site.footer, site.languages], 'to'),
  ];
  const isPicture = (path: string) => files.has(path) && (fileExtensions.picture.test(path) || isHeic(path));
  const linkedPictures = [...new Set(links.map((path) => path.normalize()))].filter(isPicture);
  if (linkedPictures.length === 0) return website;
  const sizes = new Map(files);
  const shownPaths = collectShownPictures(website);
  await mapWithConcurrency(2, linkedPictures, async (path) => {
    const publishedPath = await resolvePublishedFile(path, shownPaths.has(path), website, folders);
    if (publishedPath !== undefined) sizes.set(path, statSync(publishedPath).size);
  });
  return { ...website, files: sizes };
}

/** Returns the published version of a picture, or `undefined` if the picture is published unchanged. */
async function resolvePublishedFile(
  path: string,
  isShown: boolean,
  { site, photos }: Website,
  { public: folder, cache }: SiteFolders,
): Promise<string | undefined> {
  const file = findPublicFile(folder, path);
  if (isSvg(path)) return getPublishedSvgFile(readFileSync(file, 'utf8'), site.theme, cache);
  const photo = photos.get(path);
  if (!isShown || !photo || 'problem' in photo) return undefined;
  const { format, size } = getFallback(path, site);
  return encodedPhoto(createPhoto(path, file, photo.contentHash), format, size, cache);
}
