import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { optimizeSvg } from '../../scripts/assets/svg.ts';

const renderPixels = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg.replaceAll(/var\(--[a-z-]+\)/g, '#468')))
    .resize(480)
    .raw()
    .toBuffer();

/** Returns the SVG files whose optimised version has different pixels or is larger. */
export async function findOptimizationChanges(files: readonly string[]): Promise<string[]> {
  const changedFiles: string[] = [];
  for (const file of files) {
    const svg = readFileSync(file, 'utf8');
    const optimized = await optimizeSvg(svg);
    const isSame = (await renderPixels(optimized)).equals(await renderPixels(svg));
    if (optimized.length > svg.length || !isSame) changedFiles.push(file);
  }
  return changedFiles;
}
