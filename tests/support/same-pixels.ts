import { readFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';
import { tidyDrawing } from '../../scripts/pictures/svg-minify.ts';

const pixels = (svg: string): Buffer =>
  new Resvg(svg.replaceAll(/var\(--[a-z-]+\)/g, '#468'), {
    fitTo: { mode: 'width', value: 480 },
    font: { loadSystemFonts: false },
  }).render().pixels;

/** Those of the SVG files that render to other pixels once they are minified. */
export function changedByMinifying(files: readonly string[]): string[] {
  return files.filter((file) => {
    const svg = readFileSync(file, 'utf8');
    return !pixels(svg).equals(pixels(tidyDrawing(svg)));
  });
}
