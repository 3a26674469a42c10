import { brotliDecompressSync } from 'node:zlib';

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
