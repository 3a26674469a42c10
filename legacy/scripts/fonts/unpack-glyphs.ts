/** Reads one stream of a packed table after the other. */
class Stream {
  at = 0;
  private readonly data: DataView;

  constructor(data: DataView) {
    this.data = data;
  }

  byte(): number {
    return this.data.getUint8(this.at++);
  }

  textWithDefault(): number {
    this.at += 2;
    return this.data.getUint16(this.at - 2);
  }

  /** A number that is mostly small (`255UInt16`). */
  small(): number {
    const first = this.byte();
    if (first === 253) return this.textWithDefault();
    if (first === 255) return this.byte() + 253;
    return first === 254 ? this.byte() + 506 : first;
  }
}

/** The tables of the glyphs as other programs read them, without what improves them on coarse screens. */
export function unpackGlyphs(packed: DataView): { glyf: Buffer; loca: Buffer } {
  const count = packed.getUint16(4);
  let start = 36;
  const [contours, points, flags, places, parts] = Array.from({ length: 5 }, (_, index) => {
    const length = packed.getUint32(8 + 4 * index);
    start += length;
    return new Stream(new DataView(packed.buffer, packed.byteOffset + start - length, length));
  }) as [Stream, Stream, Stream, Stream, Stream]; // as many as are asked for
  const glyphs: Buffer[] = [];
  const loca = Buffer.alloc(4 * (count + 1));
  let end = 0;
  for (let index = 0; index < count; index++) {
    const kind = contours.textWithDefault();
    const glyph =
      kind === 0 ? none : kind === 0xffff ? composed(parts, places) : drawn(kind, points, flags, places);
    glyphs.push(glyph);
    loca.writeUInt32BE((end += glyph.length), 4 * (index + 1));
  }
  return { glyf: Buffer.concat(glyphs), loca };
}

const none = Buffer.alloc(0);

/** A glyph that is made of others: they are written as they came, at even places. */
function composed(parts: Stream, places: Stream): Buffer {
  const words: number[] = [];
  let hasInstructions = false;
  for (let shouldContinue = true; shouldContinue;) {
    const flags = parts.textWithDefault();
    shouldContinue = (flags & 0x20) !== 0;
    hasInstructions ||= (flags & 0x100) !== 0;
    words.push(flags & ~0x100, parts.textWithDefault());
    const scale = flags & 0x8 ? 1 : flags & 0x40 ? 2 : flags & 0x80 ? 4 : 0;
    for (let rest = (flags & 1 ? 2 : 1) + scale; rest > 0; rest--) words.push(parts.textWithDefault());
  }
  if (hasInstructions) places.small();
  const glyph = Buffer.alloc(10 + 2 * words.length);
  glyph.writeInt16BE(-1, 0);
  for (const [at, textWithDefault] of words.entries()) glyph.writeUInt16BE(textWithDefault, 10 + 2 * at);
  return glyph;
}

/** A glyph of points, each with its whole distance from the one before. */
function drawn(contours: number, points: Stream, flags: Stream, places: Stream): Buffer {
  const ends: number[] = [];
  for (let contour = 0; contour < contours; contour++) ends.push((ends.at(-1) ?? -1) + points.small());
  const count = (ends.at(-1) ?? -1) + 1;
  const head = 12 + 2 * contours;
  const glyph = Buffer.alloc((head + 5 * count + 3) & ~3);
  glyph.writeInt16BE(contours, 0);
  for (const [at, end] of ends.entries()) glyph.writeUInt16BE(end, 10 + 2 * at);
  for (let point = 0; point < count; point++) {
    const flag = flags.byte();
    const [dx, dy] = distance(flag & 127, places);
    glyph.writeUInt8(flag < 128 ? 1 : 0, head + point);
    glyph.writeInt16BE(dx, head + count + 2 * point);
    glyph.writeInt16BE(dy, head + 3 * count + 2 * point);
  }
  places.small();
  return glyph;
}

const signed = (flag: number, size: number) => (flag & 1 ? size : -size);

/** https://www.w3.org/TR/WOFF2/#triplet_decoding */
function distance(flag: number, places: Stream): readonly [number, number] {
  const first = places.byte();
  if (flag < 10) return [0, signed(flag, ((flag & 14) << 7) + first)];
  if (flag < 20) return [signed(flag, (((flag - 10) & 14) << 7) + first), 0];
  const both = (x: number, y: number) => [signed(flag, x), signed(flag >> 1, y)] as const;
  if (flag < 84) {
    const base = flag - 20;
    return both(1 + (base & 0x30) + (first >> 4), 1 + ((base & 0xc) << 2) + (first & 15));
  }
  const second = places.byte();
  if (flag < 120) {
    const base = flag - 84;
    return both(1 + (Math.floor(base / 12) << 8) + first, 1 + (((base % 12) >> 2) << 8) + second);
  }
  const third = places.byte();
  if (flag < 124) return both((first << 4) + (second >> 4), ((second & 15) << 8) + third);
  return both((first << 8) + second, (third << 8) + places.byte());
}
