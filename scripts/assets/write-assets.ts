import { readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { isSvg } from '../../schema/fields/file-types.ts';
import type { Site } from '../../schema/site/site.ts';
import { listPublic, settledStatHash } from '../system/files.ts';
import { mapWithConcurrency } from '../system/worker.ts';
import { engineFolder, type SiteFolders } from '../system/project.ts';
import type { PutFile } from '../system/cache.ts';
import type { RenderedPicture } from '../../src/render/entry-server.tsx';
import { encodedPhoto, type Photo, type PhotoFormat, type PhotoSize } from './photos.ts';
import type { SitePictures } from './pictures.ts';
import { publishedSvgFile } from './svg.ts';

/**
 * Writes `public/` to the output, with optimized and themed SVGs. `writePhotos` writes the photos on pages.
 * Returns the paths of the files.
 */
export async function writePublicFiles(
  { theme }: Site,
  { public: source, cache }: SiteFolders,
  { photos }: SitePictures,
  put: PutFile,
): Promise<string[]> {
  const shown = new Set([...photos.values()].map(({ file }) => file));
  const files = listPublic(source).files.filter((path) => !shown.has(join(source, path)));
  for (const path of files) {
    const from = join(source, path);
    const svg = () => publishedSvgFile(readFileSync(from, 'utf8'), theme, cache);
    const state = settledStatHash(statSync(from));
    const key = isSvg(path) ? state && `${state} ${JSON.stringify(theme)}` : state;
    await put(path.normalize(), key, isSvg(path) ? svg : () => from);
  }
  // The favicon of a site without a logo.
  if (theme.logo === undefined && !files.includes('favicon.svg')) {
    const icon = join(engineFolder, 'scripts/assets/favicon.svg');
    await put('favicon.svg', icon, () => icon);
  }
  return files.map((path) => path.normalize());
}

/** Longest side in pixels of a fallback photo, and of a logo, which is never shown larger than on a home screen. */
const largest = { photo: 1600, logo: 512 };

/** Returns the format and size of a photo at its original path, for old browsers and other programs. */
export function fallbackOf(src: string, { theme }: Site): { format: PhotoFormat; size: PhotoSize } {
  const side = src === theme.logo ? largest.logo : largest.photo;
  return { format: photoFormat(src), size: { width: side, height: side } };
}

/** Writes the versions of photos that pages use, and the fallbacks at the original paths. */
export async function writePhotos(
  site: Site,
  { photos }: SitePictures,
  { drawn, fallbacks }: { drawn: readonly RenderedPicture[]; fallbacks: readonly string[] },
  cache: string,
  put: PutFile,
): Promise<void> {
  const wanted = new Map<string, { key: string; encode: () => Promise<string> }>();
  const want = (address: string, photo: Photo, format: PhotoFormat, size: PhotoSize) =>
    wanted.set(address, {
      key: JSON.stringify([photo.contentHash, format, size]),
      encode: () => encodedPhoto(photo, format, size, cache),
    });
  for (const src of fallbacks) {
    const photo = photos.get(src);
    if (!photo) continue;
    const { format, size } = fallbackOf(src, site);
    want(src, photo, format, size);
  }
  for (const { src, versions } of drawn) {
    const photo = photos.get(src);
    if (!photo) continue;
    for (const { address, format, ...size } of versions) want(address, photo, format, size);
  }
  // Two at a time, because of memory: a photo of 12 megapixels takes 36 MB.
  await mapWithConcurrency(2, [...wanted], ([address, { key, encode }]) => put(address, key, encode));
}

// Pages only use photos with these extensions. Browsers recognize a JPEG by its content, whatever its extension.
const photoFormat = (src: string) =>
  extname(src)
    .slice(1)
    .toLowerCase()
    .replace(/^(jpeg|jfif|hei[cf])$/, 'jpg') as PhotoFormat;
