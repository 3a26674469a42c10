import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { crops } from '../../schema/content/crop.ts';
import type { Cut } from '../../src/render/entry-server.tsx';
import { getCachedFile } from '../system/cache.ts';

const formats = {
  // More effort makes AVIF a few hundredths smaller and takes several times as long.
  avif: (image: Sharp) => image.avif({ quality: 45, effort: 2 }),
  webp: (image: Sharp) => image.webp({ quality: 70 }),
  jpg: (image: Sharp) => image.jpeg({ quality: 72, mozjpeg: true }),
  png: (image: Sharp) => image.png({ palette: true, quality: 80 }),
};
export type PhotoFormat = keyof typeof formats;

/** Pixels: of its width when it is cut, of a box that it fits into or, with a `focus`, is cut to. */
export interface PhotoSize {
  width: number;
  height?: number;
  focus?: Cut['focus'];
  cut?: Cut;
}

/** A change of the settings above makes other files. */
export const encoderSource = readFileSync(import.meta.filename);

/**
 * The file of a photo in a format, of a width or inside a square; encoded once for each content, however many
 * builds and pages ask for it.
 */
export async function encodedPhoto(
  { file, fingerprint }: Photo,
  format: PhotoFormat,
  { cut, focus, ...box }: PhotoSize,
  cache: string,
): Promise<string> {
  const part = cut ? `${cut.crop}-${cut.focus}-` : focus ? `${focus}-` : '';
  const name = `${fingerprint}-${part}${Object.values(box).join('x')}.${format}`;
  return getCachedFile(join(cache, 'photos', name), async () => {
    const { default: sharp } = await import('sharp');
    // Metadata, such as where a photo was taken, is dropped.
    const image = sharp(file)
      .autoOrient()
      .resize(
        cut
          ? partOf({ ...box, height: Math.round(box.width / crops[cut.crop]) }, cut.focus)
          : focus
            ? partOf(box, focus)
            : { ...box, fit: 'inside', withoutEnlargement: true },
      );
    return formats[format](image).toBuffer();
  });
}

const partOf = (box: { width: number; height?: number }, focus: Cut['focus']) => ({
  ...box,
  fit: 'cover' as const,
  // sharp names the side before the height.
  position: focus.split('-').toReversed().join(' '),
});

/** A raster picture in `public/`, of which visitors get smaller versions. */
export interface Photo {
  file: string;
  /** A hash of its content and of how it is encoded. */
  fingerprint: string;
  /** How the paths of its versions begin. */
  versions: string;
}
