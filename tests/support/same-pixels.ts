import { readFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';
import { optimizeSvg } from '../../scripts/assets/svg.ts';

const pixels = (svg: string): Buffer =>
  new Resvg(svg.replaceAll(/var\(--[a-z-]+\)/g, '#468'), {
    fitTo: { mode: 'width', value: 480 },
    font: { loadSystemFonts: false },
  }).render().pixels;

/** The SVG files whose pixels change, or whose size grows, when they are optimized. */
export async function changedByOptimizing(files: readonly string[]): Promise<string[]> {
  const changed: string[] = [];
  for (const file of files) {
    const svg = readFileSync(file, 'utf8');
    const optimized = await optimizeSvg(svg);
    if (optimized.length > svg.length || !pixels(optimized).equals(pixels(svg))) changed.push(file);
  }
  return changed;
}
