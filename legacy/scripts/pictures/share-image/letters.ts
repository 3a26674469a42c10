import type { Font, Glyph } from 'opentype.js/dist/opentype.mjs';
import { glyphOf, outlineFont, packedFont } from '../../../../scripts/assets/svg-text.ts';
import { remembered } from './remembered.ts';

/** A letter of a font; lengths are in parts of the font's size. */
export interface Letter {
  character: string;
  font: Font;
  glyph: Glyph;
  advance: number;
  /** Where its ink begins and ends; for a blank both are 0. */
  from: number;
  to: number;
  /** What the font adds to the distance of the letter behind it. */
  kerning: (next: Letter) => number;
}

/** How letters look. The same object each time, as all letters of a face are made once. */
export interface Face {
  weight: number;
  /** How much is added to the distance of its letters, in parts of the size. */
  spacing: number;
  /** WOFF2 files whose letters go before the usual ones. */
  fonts?: readonly string[];
}

/** A letter of the face; where its fonts lack it, the box that stands for such letters. */
export const letterOf = (character: string, face: Face): Letter => charactersOf(face)(character);

const charactersOf = remembered((face: Face) =>
  remembered((character: string): Letter => {
    const font = fontWith(character, face);
    const glyph = glyphOf(font, character, face.weight);
    const { x1, x2 } = glyph.getBoundingBox();
    const inEm = (units: number) => units / font.unitsPerEm;
    const kerning = remembered((next: Letter) =>
      inEm(next.font === font ? font.getKerningValue(glyph, next.glyph) : 0),
    );
    return {
      character,
      font,
      glyph,
      advance: inEm(glyph.advanceWidth),
      from: inEm(x1),
      to: inEm(x2),
      kerning,
    };
  }),
);

/** Rarer letters are in a font of their own. */
function fontWith(character: string, { weight, fonts = [] }: Face): Font {
  const own = fonts.map(packedFont).find((font) => font.charToGlyph(character).index !== 0);
  if (own) return own;
  const usual = outlineFont(weight);
  if (usual.charToGlyph(character).index !== 0) return usual;
  const rarer = outlineFont(weight, 'latin-ext');
  return rarer.charToGlyph(character).index === 0 ? usual : rarer;
}
