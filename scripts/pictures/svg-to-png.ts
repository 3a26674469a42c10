import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedFile } from '../base/cached-file.ts';

const ownCode = readFileSync(import.meta.filename, 'utf8');

/**
 * An SVG as the file of a PNG of a width, from the cache where an earlier build drew it. `key` is all that
 * the SVG depends on; `draw` makes it.
 */
export async function cachedPng(
  key: string,
  width: number,
  draw: () => string | Promise<string>,
  cache: string,
): Promise<string> {
  const name = createHash('sha256')
    .update(JSON.stringify([ownCode, width, key]))
    .digest('hex')
    .slice(0, 32);
  return cachedFile(join(cache, 'pictures', `${name}.png`), async () => toPng(await draw(), width));
}

/** In as few colours as flat drawings need. */
async function toPng(svg: string, width: number): Promise<Buffer> {
  // Loaded for the first picture: most builds draw none.
  const [{ renderAsync }, { default: sharp }] = await Promise.all([
    import('@resvg/resvg-js'),
    import('sharp'),
  ]);
  const drawn = await renderAsync(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false },
  });
  return sharp(drawn.pixels, { raw: { width: drawn.width, height: drawn.height, channels: 4 } })
    .png({ palette: true, colours: 32, dither: 0, effort: 1, compressionLevel: 9 })
    .toBuffer();
}
