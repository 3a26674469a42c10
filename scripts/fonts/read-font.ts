import type { FontFacts, FontState } from '../../schema/base/font-facts.ts';
import { type Letters, lettersOf } from './letters-of.ts';
import { isWoff2, type Woff2Table, woff2Tables } from './woff2-tables.ts';

/** What pages and the checker need to know of a WOFF2 file. */
export function readFont(file: Buffer): FontState {
  if (!isWoff2(file)) return { fault: 'no-font' };
  try {
    return factsOf(woff2Tables(file), file.length);
  } catch {
    return { fault: 'damaged' };
  }
}

function factsOf(tables: ReadonlyMap<string, Woff2Table>, bytes: number): FontFacts {
  const table = (name: string): Woff2Table => {
    const found = tables.get(name);
    if (!found) throw new Error(`The table ${name} is missing.`);
    return found;
  };
  const unitsPerEm = table('head').data.getUint16(18);
  const [hhea, os2] = [table('hhea').data, tables.get('OS/2')?.data];
  // What the font itself asks browsers to take.
  const [source, at] = os2 && os2.getUint16(62) & 128 ? [os2, 68] : [hhea, 4];
  const letters = lettersOf(table('cmap').data);
  const advance = advancesOf(table('hmtx'), hhea.getUint16(34));
  return {
    letters: rangesOf(letters),
    weights: weightsOf(tables.get('fvar')?.data) ?? [os2?.getUint16(4) ?? 400, os2?.getUint16(4) ?? 400],
    width: usualWidth(letters, advance) / unitsPerEm,
    ascent: source.getInt16(at) / unitsPerEm,
    descent: -source.getInt16(at + 2) / unitsPerEm,
    bytes,
  };
}

/** How far the next letter is from a glyph; the last ones of a table are all as wide as each other. */
function advancesOf({ data, isTransformed }: Woff2Table, count: number): (glyph: number) => number {
  const [start, step] = isTransformed ? [1, 2] : [0, 4];
  return (glyph) => data.getUint16(start + Math.min(glyph, count - 1) * step);
}

// How often a letter comes in some thousand of English text, the blank first.
const signs = ' abcdefghijklmnopqrstuvwxyz';
const often = [
  180, 67, 12, 23, 35, 104, 18, 17, 50, 57, 1, 6, 33, 20, 57, 62, 16, 1, 49, 52, 74, 23, 8, 19, 1, 16, 1,
];

/** How wide a letter of usual text is. */
function usualWidth(letters: Letters, advance: (glyph: number) => number): number {
  let [sum, count] = [0, 0];
  for (const [at, times] of often.entries()) {
    sum += times * advance(letters.get(signs.codePointAt(at) ?? 0) ?? 0);
    count += times;
  }
  return sum / count;
}

/** The weights of a font that has several in one file. */
function weightsOf(fvar: DataView | undefined): [number, number] | undefined {
  if (!fvar) return undefined;
  const [start, count, size] = [fvar.getUint16(4), fvar.getUint16(8), fvar.getUint16(10)];
  for (let axis = 0; axis < count; axis++) {
    const at = start + axis * size;
    // `wght`; fractions of a weight do not matter.
    if (fvar.getUint32(at) === 0x77676874) return [fvar.getInt16(at + 4), fvar.getInt16(at + 12)];
  }
  return undefined;
}

function rangesOf(letters: Letters): [number, number][] {
  const ranges: [number, number][] = [];
  for (const code of [...letters.keys()].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges;
}
