import { unpackGlyphs } from './unpack-glyphs.ts';
import { woff2Tables } from '../../../scripts/source/read-font.ts';

/** A WOFF2 file as the TrueType or OpenType font that was packed in it. */
export function unpackFont(file: Buffer): Buffer {
  const packed = woff2Tables(file);
  const tables = new Map([...packed].map(([name, { data }]) => [name, bytesOf(data)] as const));
  const [glyf, hmtx, head] = [packed.get('glyf'), packed.get('hmtx'), tables.get('head')];
  if (glyf?.isTransformed && head) {
    const { glyf: glyphs, loca } = unpackGlyphs(glyf.data);
    const long = Buffer.from(head);
    long.writeInt16BE(1, 50);
    tables.set('glyf', glyphs).set('loca', loca).set('head', long);
  }
  const hhea = packed.get('hhea')?.data;
  if (hmtx?.isTransformed && hhea) tables.set('hmtx', advancesOnly(hmtx.data, hhea.getUint16(34)));
  return assembled(file.subarray(4, 8), tables);
}

const bytesOf = (data: DataView) => Buffer.from(data.buffer, data.byteOffset, data.byteLength);

/** Where glyphs begin is left out: their outlines say it. */
function advancesOnly(packed: DataView, count: number): Buffer {
  const made = Buffer.alloc(4 * count);
  for (let glyph = 0; glyph < count; glyph++) made.writeUInt16BE(packed.getUint16(1 + 2 * glyph), 4 * glyph);
  return made;
}

function assembled(flavor: Buffer, tables: ReadonlyMap<string, Buffer>): Buffer {
  const directory = Buffer.alloc(12 + 16 * tables.size);
  flavor.copy(directory);
  directory.writeUInt16BE(tables.size, 4);
  let [entry, offset] = [12, directory.length];
  const parts = [...tables].map(([name, table]) => {
    directory.write(name.replace('_', ' '), entry, 'latin1');
    directory.writeUInt32BE(offset, entry + 8);
    directory.writeUInt32BE(table.length, entry + 12);
    const padded = Buffer.alloc((table.length + 3) & ~3);
    table.copy(padded);
    [entry, offset] = [entry + 16, offset + padded.length];
    return padded;
  });
  return Buffer.concat([directory, ...parts]);
}
