// The package brings no types. What is used of it:
declare module 'opentype.js/dist/opentype.mjs' {
  export type CommandFunction =
    | { type: 'M' | 'L'; x: number; y: number }
    | { type: 'Q'; x1: number; y1: number; x: number; y: number }
    | { type: 'C'; x1: number; y1: number; x2: number; y2: number; x: number; y: number }
    | { type: 'Z' };
  export interface Glyph {
    /** Its place in the font; 0 stands for every character which the font lacks. */
    index: number;
    /** Its outline in the font's own units, with y upwards. */
    path: { commands: CommandFunction[] };
    /** How far the next letter is from it. */
    advanceWidth: number;
    /** What its outline fills: from `x1` to `x2`. */
    getBoundingBox(): { x1: number; x2: number };
  }
  export interface Font {
    unitsPerEm: number;
    /** Of a font that has several weights in one file. */
    variation?: { getTransform(glyph: Glyph, coordinates: { wght: number }): Glyph };
    charToGlyph(character: string): Glyph;
    /** What is added to the distance of two letters. */
    getKerningValue(left: Glyph, right: Glyph): number;
    /**
     * Calls back for every sign of a line that starts at a point, moved by kerning; returns where the line
     * ends.
     */
    forEachGlyph(
      text: string,
      x: number,
      y: number,
      size: number,
      options: object | undefined,
      callback: (glyph: Glyph, x: number) => void,
    ): number;
  }
  /** Reads a font in TrueType, OpenType or WOFF. */
  export function parse(file: ArrayBuffer): Font;
}
