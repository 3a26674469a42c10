import type { Coverage } from './rasterize.ts';

/** Rows of pixels that are indexes of colours, as a PNG holds them: a byte of its own begins each row. */
export interface IndexedRows {
  width: number;
  height: number;
  bits: Bits;
  bytes: Uint8Array;
  /** Of all bytes. */
  sum: number;
  /** The same, each byte as many times as there are bytes from it to the end. */
  weightedSum: number;
}

/** A pixel takes half a byte where sixteen colours are enough. */
export type Bits = 4 | 8;

/** A shape in the form that rows of one width have: its bytes, and how far each is from where it is put. */
export interface Stamp {
  distances: Int32Array;
  bytes: Uint8Array;
}

const rowLength = (width: number, bits: Bits) => 1 + Math.ceil((width * bits) / 8);

/** Rows of the first colour; what is drawn in `space` before is gone. */
export function blankRows(width: number, height: number, bits: Bits, space?: Uint8Array): IndexedRows {
  const length = height * rowLength(width, bits);
  const bytes = space && space.length >= length ? space.subarray(0, length).fill(0) : new Uint8Array(length);
  return { width, height, bits, bytes, sum: 0, weightedSum: 0 };
}

/** A shape in the shades of a colour, for rows of this width. */
export function hashOf(shape: Coverage, width: number, bits: Bits, shades: Uint8Array): Stamp {
  const byDistance = new Map<number, number>();
  for (let at = 0; at < shape.pixels.length; at++) {
    const index = shades[shape.pixels[at] ?? 0] ?? 0;
    if (index === 0) continue;
    const pixel = shape.left + (at % shape.width);
    const row = shape.top + Math.floor(at / shape.width);
    const distance = row * rowLength(width, bits) + (bits === 4 ? pixel >> 1 : pixel);
    // The left one of two pixels is the upper half of their byte.
    const half = bits === 4 && pixel % 2 === 0 ? index << 4 : index;
    byDistance.set(distance, (byDistance.get(distance) ?? 0) | half);
  }
  return { distances: Int32Array.from(byDistance.keys()), bytes: Uint8Array.from(byDistance.values()) };
}

/**
 * Puts a shape with its corner 0, 0 at a byte of a row. Where two shapes touch, the higher index stays.
 */
export function drawGlyph(rows: IndexedRows, { distances, bytes: stamp }: Stamp, x: number, y: number): void {
  const { width, bits, bytes } = rows;
  const start = y * rowLength(width, bits) + 1 + x;
  let [sum, weightedSum] = [0, 0];
  for (let next = 0; next < stamp.length; next++) {
    const at = start + (distances[next] ?? 0);
    const before = bytes[at];
    // Some letters reach above or below the rows.
    if (before === undefined) continue;
    const added = stamp[next] ?? 0;
    const now = before === 0 ? added : bits === 8 ? Math.max(before, added) : higherHalves(before, added);
    bytes[at] = now;
    sum += now - before;
    weightedSum += (now - before) * (bytes.length - at);
  }
  rows.sum += sum;
  rows.weightedSum += weightedSum;
}

const higherHalves = (one: number, other: number) =>
  Math.max(one & 240, other & 240) | Math.max(one & 15, other & 15);
