import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineCache } from '../base/project.ts';

const folder = join(engineCache, 'pictures');
const ownCode = readFileSync(import.meta.filename, 'utf8');

/**
 * A drawing as PNG of a width. `recipe` is all that the drawing depends on: what an earlier build has drawn is
 * not drawn again.
 */
export async function drawnPng(
  recipe: string,
  width: number,
  draw: () => string | Promise<string>,
): Promise<Buffer> {
  const name = createHash('sha256')
    .update(JSON.stringify([ownCode, width, recipe]))
    .digest('hex')
    .slice(0, 32);
  const file = join(folder, `${name}.png`);
  if (existsSync(file)) return readFileSync(file);
  const png = await toPng(await draw(), width);
  mkdirSync(folder, { recursive: true });
  // Written beside and then moved, so that a build that was interrupted leaves no half picture.
  writeFileSync(`${file}.${process.pid}`, png);
  renameSync(`${file}.${process.pid}`, file);
  return png;
}

/** In as few colours as flat drawings need. */
async function toPng(svg: string, width: number): Promise<Buffer> {
  // Loaded when the first picture has to be drawn: most builds draw none.
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
