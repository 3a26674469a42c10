/** What the fonts of a site have letters for. */
export interface FontCoverage {
  /** All that each of its fonts has. */
  common: Ranges;
  /** Whether text is set in a built-in font, and whether some is set in one of the site’s own. */
  isBuiltIn: boolean;
  hasCustomFont: boolean;
}

export type Ranges = FontFacts['letters'];

/** What is known of a font file. */
export interface FontFacts {
  /** The code points that it has letters for, as pairs of the first and the last. */
  letters: readonly (readonly [first: number, last: number])[];
  /** The weights that it has: one, or from the lightest to the boldest. */
  weights: readonly [least: number, most: number];
  /** How wide a usual text is, and how far letters reach up and down, in parts of their size. */
  width: number;
  ascent: number;
  descent: number;
  bytes: number;
}

/** Why a file cannot be used: it is none, or a part of it cannot be read. */
export type FontProblem = 'no-font' | 'damaged';
export type FontState = FontFacts | { problem: FontProblem };

/** Whether a font has a letter. */
export const hasCharacter = ({ letters }: Pick<FontFacts, 'letters'>, code: number): boolean =>
  letters.some(([first, last]) => first <= code && code <= last);

/** The characters that all built-in fonts have, as hexadecimal ranges. A test reads them from the font files. */
export const builtInFontCharacters: FontFacts['letters'] = (
  '20-7E A0-AC AE-113 116-127 12A-12B 12E-137 139-13E 141-148 14A-14D 150-161 164-165 16A-17E 1CD-1CE ' +
  '218-21B 237 2C6-2C7 2DA 2DC-2DD 300-301 303-304 308 1E80-1E85 1E9E 1EF2-1EF3 2013-2014 2018-201A ' +
  '201C-201E 2020 2022 2026 2039-203A 2044 20AC 20B9 2122 2191 2193 2212 2215'
)
  .split(' ')
  .map((range) => {
    const [first = 0, last = first] = range.split('-').map((code) => Number.parseInt(code, 16));
    return [first, last];
  });
