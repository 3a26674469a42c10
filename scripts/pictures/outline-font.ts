import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Font, type Glyph, parse } from 'opentype.js/dist/opentype.mjs';
import { unpackFont } from '../fonts/unpack-font.ts';

const require = createRequire(import.meta.url);
const weights = [400, 600, 700] as const;
const fonts = new Map<string, Font>();

/** The font that text is outlined in, in the nearest of three weights; `latin-ext` has rarer letters. */
export function outlineFont(weight: number, range: 'latin' | 'latin-ext' = 'latin'): Font {
  const nearest = weights.toSorted((a, b) => Math.abs(a - weight) - Math.abs(b - weight))[0] ?? 400;
  const name = `@fontsource/figtree/files/figtree-${range}-${nearest}-normal.woff`;
  return fontOf(name, () => readFileSync(require.resolve(name)));
}

/** The font in a WOFF2 file. */
export function packedFont(file: string): Font {
  // An author at work may put another one in its place.
  const { mtimeMs, size } = statSync(file);
  return fontOf(`${file} ${mtimeMs} ${size}`, () => unpackFont(readFileSync(file)));
}

function fontOf(name: string, read: () => Buffer): Font {
  const loaded = fonts.get(name);
  if (loaded) return loaded;
  const file = read();
  const font = parse(new Uint8Array(file).buffer);
  fonts.set(name, font);
  return font;
}

/** The glyph for a character; of a font of several weights in the one that is asked for. */
export function glyphOf(font: Font, character: string, weight: number): Glyph {
  const glyph = font.charToGlyph(character);
  return font.variation?.getTransform(glyph, { wght: weight }) ?? glyph;
}
