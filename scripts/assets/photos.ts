import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { crops } from '../../schema/fields/crop.ts';
import type { PictureCrop } from '../../src/render/entry-server.tsx';
import { toReadablePhoto } from '../site/heic.ts';
import { getCachedFile } from '../system/cache.ts';

const encoders = {
  // A higher effort saves a few percent and takes several times as long.
  avif: (image: Sharp) => image.avif({ quality: 45, effort: 2 }),
  webp: (image: Sharp) => image.webp({ quality: 70 }),
  jpg: (image: Sharp) => image.jpeg({ quality: 72, mozjpeg: true }),
  png: (image: Sharp) => image.png({ palette: true, quality: 80 }),
};
export type PhotoFormat = keyof typeof encoders;

/** In pixels: WebP and AVIF can hold no more. A longer photo is encoded smaller. */
const maxSide = 16_383;

/** In pixels: the width of a crop, a box to fit into or, with `focus`, a box to fill. */
export interface PhotoSize {
  width: number;
  height?: number;
  focus?: PictureCrop['focus'];
  cut?: PictureCrop;
}

/** Part of each hash, so that a change of the settings above leads to new files. */
export const encoderSource = readFileSync(import.meta.filename);

/** Encodes a photo in a format and size. Cached by content. */
export async function encodedPhoto(
  { file, contentHash }: Photo,
  format: PhotoFormat,
  { cut, focus, ...box }: PhotoSize,
  cache: string,
): Promise<string> {
  const part = cut ? `${cut.crop}-${cut.focus}-` : focus ? `${focus}-` : '';
  const name = `${contentHash}-${part}${Object.values(box).join('x')}.${format}`;
  return getCachedFile(join(cache, 'photos', name), async () => {
    const { default: sharp } = await import('sharp');
    // Metadata, such as the location, is dropped.
    const whole = sharp((await toReadablePhoto(file, cache)) ?? file).autoOrient();
    if (!focus) {
      const options = cut
        ? coverOptions({ ...box, height: Math.ceil(box.width / crops[cut.crop]) }, cut.focus)
        : { height: maxSide, ...box, fit: 'inside' as const, withoutEnlargement: true };
      return encoders[format](whole.resize(options)).toBuffer();
    }
    // A narrow photo has too many pixels if it is enlarged before it is cut.
    const part = whole.resize({ ...coverOptions(box, focus), withoutEnlargement: true });
    return encoders[format](sharp(await part.png().toBuffer()).resize(coverOptions(box, focus))).toBuffer();
  });
}

const coverOptions = (box: { width: number; height?: number }, focus: PictureCrop['focus']) => ({
  ...box,
  fit: 'cover' as const,
  // sharp names the horizontal position first.
  position: focus.split('-').toReversed().join(' '),
});

/** A raster picture in `public/`. */
export interface Photo {
  file: string;
  /** A hash of its content and of the encoder settings. */
  contentHash: string;
  /** The start of the URLs of its versions. */
  versions: string;
}
