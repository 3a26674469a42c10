/** Which glyph stands for a code point. */
export type Letters = ReadonlyMap<number, number>;

/** The letters of a font, from its table `cmap`. */
export function lettersOf(cmap: DataView): Letters {
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
