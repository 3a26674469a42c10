import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Font, parse } from 'opentype.js/dist/opentype.mjs';

const require = createRequire(import.meta.url);
const weights = [400, 600, 700] as const;
const fonts = new Map<number, Font>();

/** The font that text is outlined in, in the nearest of three weights. */
export function outlineFont(weight: number): Font {
  const nearest = weights.toSorted((a, b) => Math.abs(a - weight) - Math.abs(b - weight))[0] ?? 400;
  const loaded = fonts.get(nearest);
  if (loaded) return loaded;
  const file = readFileSync(
    require.resolve(`@fontsource/figtree/files/figtree-latin-${nearest}-normal.woff`),
  );
  const font = parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
  fonts.set(nearest, font);
  return font;
}
