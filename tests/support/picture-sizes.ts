import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { inject } from 'vitest';

/**
 * Pictures without width and height, with those of another proportion than their own, or that cannot be
 * shown.
 */
export const wrongPictureSizes = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const images = [...document.images];
    // Also those that the browser would fetch later, or never.
    for (const image of images) image.loading = 'eager';
    await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
    return images.flatMap((image) => {
      const [width, height] = [image.getAttribute('width'), image.getAttribute('height')].map(Number);
      const name = image.getAttribute('src');
      if (!width || !height) return [`${name} has no width or height`];
      if (!image.naturalWidth) return [`${name} cannot be shown`];
      // A pixel of rounding on the shortest side.
      const off = Math.abs(width / height - image.naturalWidth / image.naturalHeight) / (width / height);
      return off > 1 / (Math.min(width, height, image.naturalWidth, image.naturalHeight) - 1)
        ? [`${name} says ${width} × ${height} and is ${image.naturalWidth} × ${image.naturalHeight}`]
        : [];
    });
  });

/** SVGs whose smallest words are drawn less than 12 px high. */
export async function illegibleWords(page: Page): Promise<string[]> {
  const pictures = await page.locator('main img[src$=".svg"]').evaluateAll((images) =>
    images.map((image) => ({
      src: image.getAttribute('src') ?? '',
      width: image.getBoundingClientRect().width,
    })),
  );
  return pictures.flatMap(({ src, width }) => {
    const svg = readFileSync(join(inject('out'), src), 'utf8');
    const sizes = [...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
    const height = (width * Math.min(...sizes)) / Number(/viewBox="\S+ \S+ ([\d.]+)/.exec(svg)?.[1]);
    return height < 12 ? [`the words in ${src} are ${height.toFixed(1)} px high`] : [];
  });
}
