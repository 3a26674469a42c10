import type { PictureData } from '../../schema/resolve/page-view.ts';
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isSvg } from '../../schema/fields/file-types.ts';
import type { Website } from '../../schema/check/check.ts';
import { parseSvg, getSvgSize } from '../../schema/check/svg-parser.ts';
import { collectValues } from '../../schema/base/data.ts';
import { findPublicFile } from '../system/files.ts';
import { type Photo, encoderSource } from './photos.ts';

/** The pictures on the pages of a site, by path in `public/`. */
export interface SitePictures {
  sizes: ReadonlyMap<string, readonly [width: number, height: number]>;
  photos: ReadonlyMap<string, Photo>;
}

/** Converts pictures to the data that rendering needs: the sizes of all pictures, and the versions of photos. */
export function toPictureData({ sizes, photos }: SitePictures): Map<string, PictureData> {
  return new Map(
    [...sizes].map(([src, size]) => {
      const photo = photos.get(src);
      return [src, photo ? [...size, photo.versions] : size];
    }),
  );
}

/** Returns the paths and URLs of all pictures on pages. */
export const collectShownPictures = ({ pages, site }: Pick<Website, 'pages' | 'site'>): Set<string> =>
  new Set([
    ...[...pages.values()].flatMap(({ pictures }) => pictures),
    ...collectValues(site, 'src'),
    ...(site.theme.logo === undefined ? [] : [site.theme.logo]),
  ]);

/** Returns the sizes of all pictures on pages, and the photos among them. */
export function readPictures(website: Website, folder: string): SitePictures {
  const { photos: knownPhotos } = website;
  const [sizes, photos] = [new Map<string, readonly [number, number]>(), new Map<string, Photo>()];
  for (const src of collectShownPictures(website)) {
    const size = readPictureSize(src, website, folder);
    const photo = knownPhotos.get(src);
    if (size) sizes.set(src, size);
    if (photo && 'width' in photo)
      photos.set(src, createPhoto(src, findPublicFile(folder, src), photo.contentHash));
  }
  return { sizes, photos };
}

/** Returns the width and height of a picture in `public/`, or `undefined` for a picture on another site. */
export function readPictureSize(
  src: string,
  { photos }: Pick<Website, 'photos'>,
  folder: string,
): readonly [width: number, height: number] | undefined {
  if (src.startsWith('https://')) return undefined;
  const photo = photos.get(src);
  if (photo && 'width' in photo) return [photo.width, photo.height];
  return isSvg(src) ? readSvgSize(findPublicFile(folder, src)) : undefined;
}

/** Returns the size of an SVG, or `undefined` if the file is unreadable. The checker reports unreadable files. */
function readSvgSize(file: string): readonly [number, number] | undefined {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) return undefined;
  const { root } = parseSvg(readFileSync(file, 'utf8'));
  return root && getSvgSize(root);
}

/** Returns the photo at the path `src`. Its published versions have a hash of `content` in their names. */
export function createPhoto(src: string, file: string, content: string): Photo {
  const contentHash = createHash('sha256').update(encoderSource).update(content).digest('hex').slice(0, 12);
  return { file, contentHash, versions: `/assets/${toSlug(src)}-${contentHash}` };
}

/** Returns the name of a photo in URLs: letters without diacritics, digits and hyphens. */
const toSlug = (src: string) =>
  basename(src)
    .replace(/\.\w+$/, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60) || 'photo';
