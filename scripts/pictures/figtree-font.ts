import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Font, parse } from 'opentype.js/dist/opentype.mjs';

const require = createRequire(import.meta.url);
const weights = [400, 600, 700] as const;
const fonts = new Map<number, Font>();

/** Figtree for drawing with, in the nearest of three weights. */
export function figtree(weight: number): Font {
  const near = weights.toSorted((a, b) => Math.abs(a - weight) - Math.abs(b - weight))[0] ?? 400;
  const known = fonts.get(near);
  if (known) return known;
  const file = readFileSync(require.resolve(`@fontsource/figtree/files/figtree-latin-${near}-normal.woff`));
  const font = parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
  fonts.set(near, font);
  return font;
}
