import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { cachedFile } from '../base/cached-file.ts';

const formats = {
  // More effort makes AVIF a few hundredths smaller and takes several times as long.
  avif: (image: Sharp) => image.avif({ quality: 45, effort: 2 }),
  webp: (image: Sharp) => image.webp({ quality: 70 }),
  jpg: (image: Sharp) => image.jpeg({ quality: 72, mozjpeg: true }),
  png: (image: Sharp) => image.png({ palette: true, quality: 80 }),
};
export type PhotoFormat = keyof typeof formats;

/** Pixels: of its width, or of a box that it fits into. */
export interface PhotoSize {
  width: number;
  height?: number;
}

/** A change of the settings above makes other files. */
export const photoCode = readFileSync(import.meta.filename);

/**
 * The file of a photo in a format, of a width or inside a square; encoded once for each content, however many
 * builds and pages ask for it.
 */
export async function encodedPhoto(
  { file, fingerprint }: Photo,
  format: PhotoFormat,
  size: PhotoSize,
  cache: string,
): Promise<string> {
  const name = `${fingerprint}-${Object.values(size).join('x')}.${format}`;
  return cachedFile(join(cache, 'photos', name), async () => {
    const { default: sharp } = await import('sharp');
    // Metadata, such as where a photo was taken, is dropped.
    const image = sharp(file)
      .autoOrient()
      .resize({ ...size, fit: 'inside', withoutEnlargement: true });
    return formats[format](image).toBuffer();
  });
}

/** A raster picture in `public/`, of which visitors get smaller versions. */
export interface Photo {
  file: string;
  /** A hash of its content and of how it is encoded. */
  fingerprint: string;
  /** How the paths of its versions begin. */
  versions: string;
}
