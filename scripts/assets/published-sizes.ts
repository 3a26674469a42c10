import { readFileSync, statSync } from 'node:fs';
import { fileEndings, isHeic, isSvg } from '../../schema/fields/file-types.ts';
import type { Website } from '../../schema/check/check.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import { collectValues } from '../../schema/base/data.ts';
import { findFile } from '../system/files.ts';
import type { SiteFolders } from '../system/project.ts';
import { mapWithConcurrency } from '../system/worker.ts';
import { encodedPhoto } from './photos.ts';
import { photoOf, shownPictures } from './pictures.ts';
import { publishedSvgFile } from './svg.ts';
import { fallbackOf } from './write-assets.ts';

/**
 * Returns the website with the published sizes of the pictures that these pages, the header or the footer link to. SVGs
 * are minified, and photos on pages are encoded again.
 */
export async function withPublishedSizes(
  website: Website,
  pages: Iterable<SitePage>,
  folders: SiteFolders,
): Promise<Website> {
  const { site, files } = website;
  const links = [
    ...[...pages].flatMap((page) => page.files ?? []),
    ...collectValues([site.announcement, site.navigation, site.footer, site.languages], 'to'),
  ];
  const isPicture = (path: string) => files.has(path) && (fileEndings.picture.test(path) || isHeic(path));
  const linked = [...new Set(links.map((path) => path.normalize()))].filter(isPicture);
  if (linked.length === 0) return website;
  const sizes = new Map(files);
  const shown = shownPictures(website);
  await mapWithConcurrency(2, linked, async (path) => {
    const published = await publishedFile(path, shown.has(path), website, folders);
    if (published !== undefined) sizes.set(path, statSync(published).size);
  });
  return { ...website, files: sizes };
}

/** Returns the published file of a picture. Returns undefined if the picture is published unchanged. */
async function publishedFile(
  path: string,
  isShown: boolean,
  { site, photos }: Website,
  { public: folder, cache }: SiteFolders,
): Promise<string | undefined> {
  const file = findFile(folder, path);
  if (isSvg(path)) return publishedSvgFile(readFileSync(file, 'utf8'), site.theme, cache);
  const photo = photos.get(path);
  if (!isShown || !photo || 'problem' in photo) return undefined;
  const { format, size } = fallbackOf(path, site);
  return encodedPhoto(photoOf(path, file, photo.contentHash), format, size, cache);
}
