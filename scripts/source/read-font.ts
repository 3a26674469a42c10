import { brotliDecompressSync } from 'node:zlib';
import type { FontFacts, FontState } from '../../schema/content/font-facts.ts';

/** Which glyph stands for a code point. */
export type Letters = ReadonlyMap<number, number>;

/** The letters of a font, from its table `cmap`. */
export function charactersOf(cmap: DataView): Letters {
  const offsets = Array.from({ length: cmap.getUint16(2) }, (_, index) => ({
    platform: cmap.getUint16(4 + index * 8),
    offset: cmap.getUint32(8 + index * 8),
  }));
  const found = new Map<number, number>();
  for (const { platform, offset } of offsets) {
    // Unicode, as one or the other calls it; 1 is what old computers had.
    if (platform === 1) continue;
    const format = cmap.getUint16(offset);
    if (format === 4) readSegments(cmap, offset, found);
    if (format === 12) readGroups(cmap, offset, found);
  }
  return found;
}

function readSegments(table: DataView, start: number, found: Map<number, number>): void {
  const double = table.getUint16(start + 6);
  const [ends, begins] = [start + 14, start + 16 + double];
  for (let at = 0; at < double; at += 2) {
    const [first, last] = [table.getUint16(begins + at), table.getUint16(ends + at)];
    const delta = table.getUint16(begins + double + at);
    const place = begins + 2 * double + at;
    const range = table.getUint16(place);
    for (let code = first; code <= last && code < 0xffff; code++) {
      const written = range === 0 ? code : table.getUint16(place + range + 2 * (code - first));
      const glyph = range !== 0 && written === 0 ? 0 : (written + delta) & 0xffff;
      if (glyph !== 0) found.set(code, glyph);
    }
  }
}

function readGroups(table: DataView, start: number, found: Map<number, number>): void {
  const count = table.getUint32(start + 12);
  for (let group = 0; group < count; group++) {
    const at = start + 16 + group * 12;
    const [first, last, glyph] = [table.getUint32(at), table.getUint32(at + 4), table.getUint32(at + 8)];
    if (last > 0x10ffff) throw new Error('A letter of the file is none.');
    for (let code = first; code <= last; code++)
      if (glyph + code - first > 0) found.set(code, glyph + code - first);
  }
}

// https://www.w3.org/TR/WOFF2/#table_dir_format: a table that is named by a number.
const known = (
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern ' +
  'LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar ' +
  'bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat ' +
  'Gloc Feat Sill'
).split(' ');

export interface Woff2Table {
  data: DataView;
  /** Whether it is packed in a way of its own besides. */
  isTransformed: boolean;
}

/** Whether a file says that it is WOFF2. */
export const isWoff2 = (file: Buffer): boolean => file.toString('latin1', 0, 4) === 'wOF2';

/** The tables of a font, by their names; throws at a file that is damaged. */
export function woff2Tables(file: Buffer): Map<string, Woff2Table> {
  const count = file.readUInt16BE(12);
  let at = 48;
  const number = (): number => {
    let value = 0;
    for (let read = 0; read < 5; read++) {
      const byte = file.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
    throw new Error('A number of the file is too long.');
  };
  const entries = Array.from({ length: count }, () => {
    const flags = file.readUInt8(at++);
    const index = flags & 63;
    const name = index === 63 ? file.toString('latin1', at, (at += 4)) : (known[index] ?? '');
    const version = flags >> 6;
    const length = number();
    // Of these two version 3 is the plain one.
    const isTransformed = name === 'glyf' || name === 'loca' ? version !== 3 : version !== 0;
    return { name, isTransformed, length: isTransformed ? number() : length };
  });
  const most = entries.reduce((sum, { length }) => sum + length, 0);
  const all = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)), {
    maxOutputLength: most + 1,
  });
  if (all.length !== most) throw new Error('The file has another length than it says.');
  let start = 0;
  return new Map(
    entries.map(({ name, isTransformed, length }) => {
      const data = new DataView(all.buffer, all.byteOffset + start, length);
      start += length;
      return [name, { data, isTransformed }];
    }),
  );
}

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
  const letters = charactersOf(table('cmap').data);
  const advance = advancesOf(table('hmtx'), hhea.getUint16(34));
  return {
    letters: rangesOf(letters),
    weights: weightsOf(tables.get('fvar')?.data) ?? [os2?.getUint16(4) ?? 400, os2?.getUint16(4) ?? 400],
    width: averageWidth(letters, advance) / unitsPerEm,
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
function averageWidth(letters: Letters, advance: (glyph: number) => number): number {
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
