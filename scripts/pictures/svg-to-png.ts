import { readFileSync } from 'node:fs';
import { keptPng } from './kept-png.ts';

const ownCode = readFileSync(import.meta.filename, 'utf8');

/** An SVG as the file of a PNG of a width, from the cache where an earlier build drew it. */
export async function svgToPng(svg: string, width: number, cache: string): Promise<string> {
  return keptPng([ownCode, width, svg], () => draw(svg, width), cache);
}

/** In as few colours as flat drawings need. */
async function draw(svg: string, width: number): Promise<Buffer> {
  // Loaded for the first picture: most builds draw none.
  const [{ renderAsync }, { default: sharp }] = await Promise.all([
    import('@resvg/resvg-js'),
    import('sharp'),
  ]);
  const drawn = await renderAsync(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false },
  });
  // Level 9 would take several times as long to save a tenth.
  return sharp(drawn.pixels, { raw: { width: drawn.width, height: drawn.height, channels: 4 } })
    .png({ palette: true, colours: 32, dither: 0, effort: 1, compressionLevel: 6 })
    .toBuffer();
}
