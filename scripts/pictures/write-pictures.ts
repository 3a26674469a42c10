import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { Site } from '../../schema/site.ts';
import { fewAtOnce } from '../base/few-at-once.ts';
import { listPublic } from '../pages/list-files.ts';
import type { RenderedPicture } from '../../src/entry-server.tsx';
import { encodedPhoto, type PhotoFormat } from './encode-photo.ts';
import type { SitePictures } from './read-pictures.ts';
import { publishedSvg } from './theme-svg.ts';

/**
 * Copies `public/` into a site: SVGs optimized and in the site's colours, and without the photos that pages
 * show (see `writePhotos`).
 */
export async function writePublicFiles(
  { theme }: Site,
  source: string,
  { photos }: SitePictures,
  folder: string,
): Promise<void> {
  const shown = new Set([...photos.values()].map(({ file }) => file));
  for (const path of listPublic(source).files) {
    const [from, to] = [join(source, path), join(folder, path)];
    if (shown.has(from)) continue;
    mkdirSync(dirname(to), { recursive: true });
    if (path.endsWith('.svg'))
      writeFileSync(to, await publishedSvg(readFileSync(from, 'utf8'), theme.accent));
    else copyFileSync(from, to);
  }
  // The favicon of a site without a logo.
  const icon = join(folder, 'favicon.svg');
  if (theme.logo === undefined && !existsSync(icon)) cpSync(join(import.meta.dirname, 'favicon.svg'), icon);
}

// Sides of the fallback of a photo, and of a logo, which is never shown larger than on a home screen.
const largest = { photo: 1600, logo: 512 };

/** Writes the versions of photos that pages ask for, and a fallback of each photo at its own address. */
export async function writePhotos(
  { theme }: Site,
  { photos }: SitePictures,
  drawn: readonly RenderedPicture[],
  cache: string,
  folder: string,
): Promise<void> {
  const wanted = new Map<string, () => Promise<string>>();
  for (const [src, photo] of photos) {
    const side = src === theme.logo ? largest.logo : largest.photo;
    wanted.set(src, () => encodedPhoto(photo, formatOf(src), { width: side, height: side }, cache));
  }
  for (const { src, versions } of drawn) {
    const photo = photos.get(src);
    if (photo)
      for (const { address, width, format } of versions)
        wanted.set(address, () => encodedPhoto(photo, format, { width }, cache));
  }
  // Two at a time, since each holds its pixels: a photo of twelve megapixels takes 36 megabytes.
  await fewAtOnce(2, [...wanted], async ([address, encode]) => {
    mkdirSync(join(folder, address, '..'), { recursive: true });
    cpSync(await encode(), join(folder, address));
  });
}

// Pages may name no other extensions than those of the formats.
const formatOf = (src: string) => extname(src).slice(1).replace('jpeg', 'jpg') as PhotoFormat;
