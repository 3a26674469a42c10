/** What the fonts of a site have letters for. */
export interface FontCoverage {
  /** All that each of its fonts has. */
  common: Ranges;
  /** Whether text is set in a built-in font, and whether some is set in one of the site’s own. */
  isBuiltIn: boolean;
  isOwn: boolean;
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
export type FontState = FontFacts | { fault: FontProblem };

/** Whether a font has a letter. */
export const hasCharacter = ({ letters }: Pick<FontFacts, 'letters'>, code: number): boolean =>
  letters.some(([first, last]) => first <= code && code <= last);

/** The letters that all built-in fonts have, as ranges of code points. A test reads them from the files. */
export const builtInFontCharacters: FontFacts['letters'] = [
  [0x20, 0x7e],
  [0xa0, 0xac],
  [0xae, 0x113],
  [0x116, 0x127],
  [0x12a, 0x12b],
  [0x12e, 0x137],
  [0x139, 0x13e],
  [0x141, 0x148],
  [0x14a, 0x14d],
  [0x150, 0x161],
  [0x164, 0x165],
  [0x16a, 0x17e],
  [0x1cd, 0x1ce],
  [0x218, 0x21b],
  [0x237, 0x237],
  [0x2c6, 0x2c7],
  [0x2da, 0x2da],
  [0x2dc, 0x2dd],
  [0x300, 0x301],
  [0x303, 0x304],
  [0x308, 0x308],
  [0x1e80, 0x1e85],
  [0x1e9e, 0x1e9e],
  [0x1ef2, 0x1ef3],
  [0x2013, 0x2014],
  [0x2018, 0x201a],
  [0x201c, 0x201e],
  [0x2020, 0x2020],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x2039, 0x203a],
  [0x2044, 0x2044],
  [0x20ac, 0x20ac],
  [0x20b9, 0x20b9],
  [0x2122, 0x2122],
  [0x2191, 0x2191],
  [0x2193, 0x2193],
  [0x2212, 0x2212],
  [0x2215, 0x2215],
];
