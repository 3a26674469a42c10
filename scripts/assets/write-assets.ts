import { readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { isSvg } from '../../schema/fields/file-types.ts';
import type { Site } from '../../schema/site/site.ts';
import { listPublicFiles, toSettledStateHash } from '../system/files.ts';
import { mapWithConcurrency } from '../system/worker.ts';
import { engineFolder, type SiteFolders } from '../system/project.ts';
import type { PutFile } from '../system/cache.ts';
import type { RenderedPicture } from '../../src/render/entry-server.tsx';
import { encodedPhoto, type Photo, type PhotoFormat, type PhotoSize } from './photos.ts';
import type { SitePictures } from './pictures.ts';
import { getPublishedSvgFile } from './svg.ts';

/**
 * Writes the files in `public/` to the output, with optimized and themed SVGs. Omits photos on pages, because
 * `writePhotos` writes them. Returns the paths of the written files.
 */
export async function writePublicFiles(
  { theme }: Site,
  { public: source, cache }: SiteFolders,
  { photos }: SitePictures,
  put: PutFile,
): Promise<string[]> {
  const photoFiles = new Set([...photos.values()].map(({ file }) => file));
  const files = listPublicFiles(source).files.filter((path) => !photoFiles.has(join(source, path)));
  for (const path of files) {
    const from = join(source, path);
    const createSvg = () => getPublishedSvgFile(readFileSync(from, 'utf8'), theme, cache);
    const statHash = toSettledStateHash(statSync(from));
    const key = isSvg(path) ? statHash && `${statHash} ${JSON.stringify(theme)}` : statHash;
    await put(path.normalize(), key, isSvg(path) ? createSvg : () => from);
  }
  // A site without a logo gets the default favicon, unless `public/` contains a favicon.
  if (theme.logo === undefined && !files.includes('favicon.svg')) {
    const icon = join(engineFolder, 'scripts/assets/favicon.svg');
    await put('favicon.svg', icon, () => icon);
  }
  return files.map((path) => path.normalize());
}

/**
 * The maximum lengths of the longer side of fallback photos and logos, in pixels. Logos are shown largest on a home
 * screen.
 */
const maxSides = { photo: 1600, logo: 512 };

/** Returns the format and size of a photo at its original path, for old browsers and other programs. */
export function getFallback(src: string, { theme }: Site): { format: PhotoFormat; size: PhotoSize } {
  const side = src === theme.logo ? maxSides.logo : maxSides.photo;
  return { format: getPhotoFormat(src), size: { width: side, height: side } };
}

/** Writes the photo versions that pages use, and the fallback photos at the original paths. */
export async function writePhotos(
  site: Site,
  { photos }: SitePictures,
  { drawn, fallbacks }: { drawn: readonly RenderedPicture[]; fallbacks: readonly string[] },
  cache: string,
  put: PutFile,
): Promise<void> {
  const photosByPath = new Map<string, { key: string; encode: () => Promise<string> }>();
  const addPhoto = (urlPath: string, photo: Photo, format: PhotoFormat, size: PhotoSize) =>
    photosByPath.set(urlPath, {
      key: JSON.stringify([photo.contentHash, format, size]),
      encode: () => encodedPhoto(photo, format, size, cache),
    });
  for (const src of fallbacks) {
    const photo = photos.get(src);
    if (!photo) continue;
    const { format, size } = getFallback(src, site);
    addPhoto(src, photo, format, size);
  }
  for (const { src, versions } of drawn) {
    const photo = photos.get(src);
    if (!photo) continue;
    for (const { address: urlPath, format, ...size } of versions) addPhoto(urlPath, photo, format, size);
  }
  // Encode only two photos at a time to limit memory: a photo of 12 megapixels needs 36 MB.
  await mapWithConcurrency(2, [...photosByPath], ([urlPath, { key, encode }]) => put(urlPath, key, encode));
}

// Photos with other extensions, such as `.heic`, are published as JPEG. Browsers recognize a JPEG by its content.
const getPhotoFormat = (src: string) =>
  extname(src)
    .slice(1)
    .toLowerCase()
    .replace(/^(jpeg|jfif|hei[cf])$/, 'jpg') as PhotoFormat;
