import { readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { isSvg } from '../../schema/content/file-types.ts';
import type { Site } from '../../schema/content/site.ts';
import { isOlderThanTimestampResolution, statHash, listPublic } from '../system/files.ts';
import { mapWithConcurrency } from '../system/worker.ts';
import type { SiteFolders } from '../system/project.ts';
import type { PutFile } from '../system/cache.ts';
import type { RenderedPicture } from '../../src/render/entry-server.tsx';
import { encodedPhoto, type Photo, type PhotoFormat, type PhotoSize } from './photos.ts';
import type { SitePictures } from './pictures.ts';
import { publishedSvgFile } from './svg.ts';

/**
 * Puts `public/` into a site: SVGs optimized and in the site's colours, and without the photos that pages
 * show (see `writePhotos`). Returns the paths of its files.
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
    const svg = () => publishedSvgFile(readFileSync(from, 'utf8'), theme.accent, cache);
    const state = stateOf(from);
    const key = isSvg(path) ? state && `${state} ${theme.accent}` : state;
    await put(path.normalize(), key, isSvg(path) ? svg : () => from);
  }
  // The favicon of a site without a logo.
  if (theme.logo === undefined && !files.includes('favicon.svg')) {
    const icon = join(import.meta.dirname, 'favicon.svg');
    await put('favicon.svg', icon, () => icon);
  }
  return files.map((path) => path.normalize());
}

/** The state of a file on disk; undefined if the file may change again without another state. */
function stateOf(file: string): string | undefined {
  const state = statSync(file);
  return isOlderThanTimestampResolution(state.mtimeMs) ? statHash(state) : undefined;
}

// Sides of the fallback of a photo, and of a logo, which is never shown larger than on a home screen.
const largest = { photo: 1600, logo: 512 };

/** Writes the versions of photos that pages ask for, and the fallbacks of photos at their own addresses. */
export async function writePhotos(
  { theme }: Site,
  { photos }: SitePictures,
  { drawn, fallbacks }: { drawn: readonly RenderedPicture[]; fallbacks: readonly string[] },
  cache: string,
  put: PutFile,
): Promise<void> {
  const wanted = new Map<string, { key: string; encode: () => Promise<string> }>();
  const want = (address: string, photo: Photo, format: PhotoFormat, size: PhotoSize) =>
    wanted.set(address, {
      key: JSON.stringify([photo.fingerprint, format, size]),
      encode: () => encodedPhoto(photo, format, size, cache),
    });
  for (const src of fallbacks) {
    const photo = photos.get(src);
    if (!photo) continue;
    const side = src === theme.logo ? largest.logo : largest.photo;
    want(src, photo, formatOf(src), { width: side, height: side });
  }
  for (const { src, versions } of drawn) {
    const photo = photos.get(src);
    if (!photo) continue;
    for (const { address, format, ...size } of versions) want(address, photo, format, size);
  }
  // Two at a time, since each holds its pixels: a photo of twelve megapixels takes 36 megabytes.
  await mapWithConcurrency(2, [...wanted], ([address, { key, encode }]) => put(address, key, encode));
}

// Pages may name no other extensions than those of the formats.
const formatOf = (src: string) => extname(src).slice(1).toLowerCase().replace('jpeg', 'jpg') as PhotoFormat;
