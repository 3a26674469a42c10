import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import sharp, { type Sharp } from 'sharp';

/**
 * Creates a picture that looks like a photo, with soft shapes,
 * surfaces and grain. Always returns the same bytes for a size.
 */
export function createSamplePhoto(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  let seed = 1;
  for (let offset = 0, y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      const surface =
        (Math.imul(Math.imul(x >> 4, 73_856_093) ^ Math.imul(y >> 4, 19_349_663), 2_654_435_761) >>> 24) / 12;
      const noise = (seed >>> 24) / 8 + surface;
      const light = 96 + 60 * Math.sin((6 * x) / width) * Math.cos((5 * y) / height);
      pixels[offset++] = light + noise;
      pixels[offset++] = light * 0.8 + noise;
      pixels[offset++] = 200 - light + noise;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Creates a photo with only one colour, for tests of sizes. A detailed photo would take longer to encode. */
export const createPlainPhoto = (width: number, height: number, background = '#89a'): Sharp =>
  sharp({ create: { width, height, channels: 3, background } }).jpeg();

/**
 * Writes an upright photo with the metadata that a phone adds. By default, it has 12 megapixels and about 6 megabytes.
 */
export async function writePhonePhoto(file: string, width = 4032, height = 3024): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  await createSamplePhoto(width, height)
    .withExif({ IFD0: { Make: 'Telephone' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 96 })
    .toFile(file);
}
