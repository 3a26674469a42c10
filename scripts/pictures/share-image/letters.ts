import type { Font, Glyph } from 'opentype.js/dist/opentype.mjs';
import { outlineFont } from '../outline-font.ts';
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

/** A letter of the font; where the font lacks it, the box that stands for such letters. */
export const letterOf = (character: string, weight: number): Letter => lettersOf(weight)(character);

const lettersOf = remembered((weight: number) =>
  remembered((character: string): Letter => {
    const font = fontWith(character, weight);
    const glyph = font.charToGlyph(character);
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
function fontWith(character: string, weight: number): Font {
  const usual = outlineFont(weight);
  if (usual.charToGlyph(character).index !== 0) return usual;
  const rarer = outlineFont(weight, 'latin-ext');
  return rarer.charToGlyph(character).index === 0 ? usual : rarer;
}
