import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import type { FontFacts, FontState } from '../../schema/fields/font-facts.ts';

const require = createRequire(import.meta.url);

/** Reads those properties of a WOFF2 font that pages and the checker need. */
export function readFont(file: Buffer): FontState {
  if (file.toString('latin1', 0, 4) !== 'wOF2') return { problem: 'no-font' };
  // Loaded lazily, because most sites have no custom fonts.
  const { create } = require('fontkit') as typeof import('fontkit'); // `require` is untyped
  try {
    const font = create(file);
    return 'fonts' in font ? { problem: 'damaged' } : toFontFacts(font, file.length);
  } catch {
    return { problem: 'damaged' };
  }
}

function toFontFacts(font: Font, bytes: number): FontFacts {
  const { unitsPerEm, hhea, 'OS/2': os2, variationAxes } = font;
  // Browsers use the metrics that the font's flag `useTypoMetrics` selects.
  const [ascent, descent] = os2?.fsSelection.useTypoMetrics
    ? [os2.typoAscender, os2.typoDescender]
    : [hhea.ascent, hhea.descent];
  const weight = os2?.usWeightClass ?? 400;
  const axis = variationAxes['wght'];
  return {
    letters: toRanges(font.characterSet.filter((code) => font.glyphForCodePoint(code).id !== 0)),
    weights: axis ? [Math.floor(axis.min), Math.floor(axis.max)] : [weight, weight],
    width: computeAverageWidth(font) / unitsPerEm,
    ascent: ascent / unitsPerEm,
    descent: -descent / unitsPerEm,
    bytes,
  };
}

// The number of occurrences of each character per 1,000 characters of English text. The space is first.
const letters = ' abcdefghijklmnopqrstuvwxyz';
const frequencies = [
  180, 67, 12, 23, 35, 104, 18, 17, 50, 57, 1, 6, 33, 20, 57, 62, 16, 1, 49, 52, 74, 23, 8, 19, 1, 16, 1,
];

/** Returns the average width of a character in English text, in font units. */
function computeAverageWidth(font: Font): number {
  let [sum, count] = [0, 0];
  for (const [index, frequency] of frequencies.entries()) {
    sum += frequency * font.glyphForCodePoint(letters.codePointAt(index) ?? 0).advanceWidth;
    count += frequency;
  }
  return sum / count;
}

function toRanges(codes: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const code of codes.toSorted((a, b) => a - b)) {
    const lastRange = ranges.at(-1);
    if (lastRange?.[1] === code - 1) lastRange[1] = code;
    else ranges.push([code, code]);
  }
  return ranges;
}
