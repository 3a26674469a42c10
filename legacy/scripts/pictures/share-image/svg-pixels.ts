import { Resvg } from '@resvg/resvg-js';
import type { Pixels } from './indexed-colors.ts';

/** The colours of an SVG's pixels; nothing may shine through it. */
export function svgPixels(svg: string): Pixels {
  const { pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  const colors = new Uint32Array(pixels.length / 4);
  for (let at = 0; at < pixels.length; at += 4)
    colors[at / 4] = ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0);
  return colors;
}
