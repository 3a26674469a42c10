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
export type FontFault = 'no-font' | 'damaged';
export type FontState = FontFacts | { fault: FontFault };

/** Whether a font has a letter. */
export const hasLetter = ({ letters }: Pick<FontFacts, 'letters'>, code: number): boolean =>
  letters.some(([first, last]) => first <= code && code <= last);
