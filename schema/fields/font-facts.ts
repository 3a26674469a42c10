import type { BuiltInFont } from './built-in-fonts.ts';

/** The characters that the fonts of a site support. */
export interface FontCoverage {
  /** The characters that all fonts support. */
  common: Ranges;
  /** Set if texts use a built-in font: the font name, and the characters that all files of the font support. */
  builtIn?: { name: string; letters: Ranges };
  hasCustomFont: boolean;
}

export type Ranges = FontFacts['letters'];

export interface FontFacts {
  /** The supported code points, as inclusive ranges. */
  letters: readonly (readonly [first: number, last: number])[];
  /** The range of font weights. */
  weights: readonly [min: number, max: number];
  /** The average width of a character, the ascent and the descent, in em. */
  width: number;
  ascent: number;
  descent: number;
  bytes: number;
}

type FontProblem = 'no-font' | 'damaged';
export type FontState = FontFacts | { problem: FontProblem };

export const hasCharacter = ({ letters }: Pick<FontFacts, 'letters'>, code: number): boolean =>
  letters.some(([first, last]) => first <= code && code <= last);

const parseRanges = (text: string): Ranges =>
  text.split(' ').map((range) => {
    const [first = 0, last = first] = range.split('-').map((code) => Number.parseInt(code, 16));
    return [first, last];
  });

/**
 * The characters that Figtree and Space Grotesk support. Other built-in fonts list those that they lack. Tests compare
 * all lists with the font files.
 */
export const builtInFontCharacters: Ranges = parseRanges(
  '20-7E A0-AC AE-113 116-127 12A-12B 12E-137 139-13E 141-148 14A-14D 150-161 164-165 16A-17E 1CD-1CE ' +
    '218-21B 237 2C6-2C7 2DA 2DC-2DD 300-301 303-304 308 1E80-1E85 1E9E 1EF2-1EF3 2013-2014 2018-201A ' +
    '201C-201E 2020 2022 2026 2039-203A 2044 20AC 20B9 2122 2191 2193 2212 2215',
);

/** Returns the characters that all given fonts support. */
export const findCommonLetters = (fonts: readonly BuiltInFont[]): Ranges =>
  fonts
    .flatMap(({ lacks }) => (lacks === undefined ? [] : parseRanges(lacks)))
    .reduce(subtractRange, builtInFontCharacters);

const subtractRange = (ranges: Ranges, [begin, end]: Ranges[number]): Ranges =>
  ranges.flatMap(([first, last]) =>
    end < first || last < begin
      ? [[first, last] as const]
      : [[first, begin - 1] as const, [end + 1, last] as const].filter(([from, to]) => from <= to),
  );

/** Matches characters of right-to-left scripts, which the build cannot draw in pictures. */
export const rightToLeftLetter =
  /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}\p{sc=Rohg}\p{sc=Mand}\p{sc=Samr}]/u;
