import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font, Glyph, Path } from 'fontkit';
import { chunk } from '../../schema/base/lists.ts';

const require = createRequire(import.meta.url);
const weights = [400, 600, 700] as const;
const fonts = new Map<string, Font>();

/**
 * Opens the built-in font in the weight that is nearest to `weight`. The range `latin-ext` has additional Latin
 * letters.
 */
export function openBuiltInFont(weight: number, range: 'latin' | 'latin-ext' = 'latin'): Font {
  const nearestWeight = weights.toSorted((a, b) => Math.abs(a - weight) - Math.abs(b - weight))[0] ?? 400;
  const name = `@fontsource/figtree/files/figtree-${range}-${nearestWeight}-normal.woff`;
  const font = fonts.get(name) ?? parseFont(readFileSync(require.resolve(name)));
  fonts.set(name, font);
  return font;
}

/** Opens a WOFF2 file. A variable font is opened in the given weight. */
export async function openFont(file: string, weight: number): Promise<Font> {
  // Include the state of the file in the key, because the file may be replaced while a command runs.
  const { mtimeMs, size } = statSync(file);
  const key = `${file} ${mtimeMs} ${size} ${weight}`;
  const cachedFont = fonts.get(key);
  if (cachedFont) return cachedFont;
  // Decompress the file first, because fontkit 2 cannot change the weight of a compressed font.
  const { default: decompress } = await import('woff2-encoder/decompress');
  const font = parseFont(Buffer.from(await decompress(readFileSync(file))));
  const fontAtWeight = 'wght' in font.variationAxes ? font.getVariation({ wght: weight }) : font;
  fonts.set(key, fontAtWeight);
  return fontAtWeight;
}

function parseFont(file: Buffer): Font {
  // Loaded lazily, because most builds draw no text.
  const { create } = require('fontkit') as typeof import('fontkit'); // `require` is untyped
  const font = create(file);
  if ('fonts' in font) throw new Error('The file contains several fonts.');
  return font;
}

const pathCommands = {
  moveTo: 'm',
  lineTo: 'l',
  quadraticCurveTo: 'q',
  bezierCurveTo: 'c',
  closePath: 'z',
} as const;

const pathsByFont = new WeakMap<Font, Map<number, string>>();

/**
 * Returns the outline of a glyph as the `d` attribute of a path. The outline is cached, because fontkit parses it at
 * each access.
 */
export function getGlyphPath(font: Font, glyph: Glyph): string {
  const pathByGlyph = pathsByFont.get(font) ?? new Map<number, string>();
  pathsByFont.set(font, pathByGlyph);
  const path = pathByGlyph.get(glyph.id) ?? toPathData(glyph.path);
  pathByGlyph.set(glyph.id, path);
  return path;
}

/** Converts an outline to relative SVG path data in whole units, with y pointing down. */
function toPathData({ commands }: Path): string {
  let [x, y] = [0, 0];
  let [startX, startY] = [0, 0];
  return commands
    .map(({ command, args }) => {
      if (command === 'closePath') {
        [x, y] = [startX, startY];
        return 'z';
      }
      const points = chunk(args, 2).map(([toX = 0, toY = 0]) => [Math.round(toX), -Math.round(toY)] as const);
      const steps = points.map(([toX, toY]) => [toX - x, toY - y] as const);
      [x, y] = points.at(-1) ?? [x, y];
      if (command === 'moveTo') [startX, startY] = [x, y];
      const [[right = 0, down = 0] = []] = steps;
      if (command === 'lineTo' && down === 0) return `h${right}`;
      if (command === 'lineTo' && right === 0) return `v${down}`;
      return pathCommands[command] + steps.flat().join(' ').replaceAll(' -', '-');
    })
    .join('');
}
