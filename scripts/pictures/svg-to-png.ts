import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineCache } from '../base/project.ts';

const folder = join(engineCache, 'pictures');
const ownCode = readFileSync(import.meta.filename, 'utf8');

/**
 * An SVG as PNG of a width, from the cache where an earlier build drew it. `key` is all that the SVG depends
 * on; `draw` makes it.
 */
export async function cachedPng(
  key: string,
  width: number,
  draw: () => string | Promise<string>,
): Promise<Buffer> {
  const name = createHash('sha256')
    .update(JSON.stringify([ownCode, width, key]))
    .digest('hex')
    .slice(0, 32);
  const file = join(folder, `${name}.png`);
  if (existsSync(file)) return readFileSync(file);
  const png = await toPng(await draw(), width);
  mkdirSync(folder, { recursive: true });
  // Written beside and then moved, so that a build that was interrupted leaves no incomplete picture.
  writeFileSync(`${file}.${process.pid}`, png);
  renameSync(`${file}.${process.pid}`, file);
  return png;
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
