import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Website } from '../../schema/check.ts';
import { parseSvg } from '../../schema/svg/parse.ts';
import { svgSize } from '../../schema/svg/size.ts';
import { WrongUse } from '../base/command.ts';
import { valuesOf } from '../base/values-of-key.ts';
import type { PictureData } from '../../src/entry-server.tsx';
import { type Photo, photoCode } from './encode-photo.ts';

/** The pictures that the pages of a site show, by their path in `public/`. */
export interface SitePictures {
  sizes: ReadonlyMap<string, readonly [width: number, height: number]>;
  photos: ReadonlyMap<string, Photo>;
}

/** What a page is rendered with: sizes, and the smaller versions of photos. */
export function pictureData(
  srcs: Iterable<string>,
  { sizes, photos }: SitePictures,
): Record<string, PictureData> {
  return Object.fromEntries(
    [...srcs].flatMap((src) => {
      const [size, photo] = [sizes.get(src), photos.get(src)];
      return size ? [[src, photo ? [...size, photo.versions] : size]] : [];
    }),
  );
}

/**
 * Reads every picture that the pages show. Without `versions` photos are shown as they lie in `public/`: in
 * dev.
 */
export async function readPictures(
  { pages, site }: Website,
  folder: string,
  { versions }: { versions: boolean },
): Promise<SitePictures> {
  const [sizes, photos] = [new Map<string, readonly [number, number]>(), new Map<string, Photo>()];
  const srcs = new Set([
    ...[...pages.values()].flatMap(({ pictures }) => pictures),
    ...valuesOf(site, 'src'),
    ...(site.theme.logo === undefined ? [] : [site.theme.logo]),
  ]);
  for (const src of srcs) {
    const file = join(folder, src);
    if (src.startsWith('https://')) continue;
    if (src.endsWith('.svg')) {
      const { root } = parseSvg(readFileSync(file, 'utf8'));
      const size = root && svgSize(root);
      if (size) sizes.set(src, size);
    } else if (/\.(png|jpg|jpeg|webp|avif)$/.test(src)) {
      sizes.set(src, await photoSize(file));
      if (versions) photos.set(src, photoOf(src, file));
    }
  }
  return { sizes, photos };
}

function photoOf(src: string, file: string): Photo {
  const fingerprint = createHash('sha256')
    .update(photoCode)
    .update(readFileSync(file))
    .digest('hex')
    .slice(0, 12);
  return { file, fingerprint, versions: `/assets/${basename(src).replace(/\.\w+$/, '')}-${fingerprint}` };
}

const knownSizes = new Map<string, Promise<readonly [number, number]>>();

/** The size as shown: a photo may say that it has to be rotated. */
function photoSize(file: string): Promise<readonly [number, number]> {
  const state = `${file} ${statSync(file).mtimeMs}`;
  const size = knownSizes.get(state) ?? readSize(file);
  knownSizes.set(state, size);
  return size;
}

async function readSize(file: string): Promise<readonly [number, number]> {
  // Loaded for the first photo: many sites have none.
  const { default: sharp } = await import('sharp');
  const { autoOrient } = await sharp(file)
    .metadata()
    .catch((problem: unknown) => {
      throw new WrongUse(
        `${file} cannot be shown: ${problem instanceof Error ? problem.message : String(problem)}.`,
      );
    });
  return [autoOrient.width, autoOrient.height];
}
