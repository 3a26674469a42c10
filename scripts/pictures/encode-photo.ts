import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { engineFolder } from '../base/project.ts';

const folder = join(engineFolder, '.cache/photos');

const formats = {
  // More effort makes AVIF a few hundredths smaller and takes several times as long.
  avif: (image: Sharp) => image.avif({ quality: 45, effort: 2 }),
  webp: (image: Sharp) => image.webp({ quality: 70 }),
  jpg: (image: Sharp) => image.jpeg({ quality: 72, mozjpeg: true }),
  png: (image: Sharp) => image.png({ palette: true, quality: 80 }),
};
export type PhotoFormat = keyof typeof formats;

/** A change of the settings above makes other files. */
export const photoCode = readFileSync(import.meta.filename);

type Size = { width: number; height?: number };

const encoding = new Map<string, Promise<void>>();

/**
 * The file of a photo in a format, of a width or inside a square; encoded once for each content, however many
 * builds and pages ask for it.
 */
export async function encodedPhoto(
  { file, fingerprint }: Photo,
  format: PhotoFormat,
  size: Size,
): Promise<string> {
  const encoded = join(folder, `${fingerprint}-${Object.values(size).join('x')}.${format}`);
  // Two photos may have the same content.
  const work =
    encoding.get(encoded) ??
    (existsSync(encoded)
      ? undefined
      : encode(file, format, size, encoded).finally(() => encoding.delete(encoded)));
  if (work) encoding.set(encoded, work);
  await work;
  return encoded;
}

async function encode(file: string, format: PhotoFormat, size: Size, encoded: string): Promise<void> {
  const { default: sharp } = await import('sharp');
  // Metadata, such as where a photo was taken, is dropped.
  const image = sharp(file)
    .autoOrient()
    .resize({ ...size, fit: 'inside', withoutEnlargement: true });
  const bytes = await formats[format](image).toBuffer();
  mkdirSync(folder, { recursive: true });
  // Written beside and then moved, so that a build that was interrupted leaves no incomplete picture.
  writeFileSync(`${encoded}.${process.pid}`, bytes);
  renameSync(`${encoded}.${process.pid}`, encoded);
}

/** A raster picture in `public/`, of which visitors get smaller versions. */
export interface Photo {
  file: string;
  /** A hash of its content and of how it is encoded. */
  fingerprint: string;
  /** How the paths of its versions begin. */
  versions: string;
}
