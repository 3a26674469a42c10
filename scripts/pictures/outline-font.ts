import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Font, parse } from 'opentype.js/dist/opentype.mjs';

const require = createRequire(import.meta.url);
const weights = [400, 600, 700] as const;
const fonts = new Map<string, Font>();

/** The font that text is outlined in, in the nearest of three weights; `latin-ext` has rarer letters. */
export function outlineFont(weight: number, range: 'latin' | 'latin-ext' = 'latin'): Font {
  const nearest = weights.toSorted((a, b) => Math.abs(a - weight) - Math.abs(b - weight))[0] ?? 400;
  const name = `@fontsource/figtree/files/figtree-${range}-${nearest}-normal.woff`;
  const loaded = fonts.get(name);
  if (loaded) return loaded;
  const file = readFileSync(require.resolve(name));
  const font = parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
  fonts.set(name, font);
  return font;
}
