import type { Coverage } from './rasterize.ts';

/** Rows of pixels that are indexes of colours, as a PNG holds them: a byte of its own begins each row. */
export interface IndexedRows {
  width: number;
  height: number;
  bits: Bits;
  bytes: Uint8Array;
}

/** A pixel takes half a byte where sixteen colours are enough. */
export type Bits = 4 | 8;

/** A shape in the form that rows have. */
export interface Stamp {
  bits: Bits;
  /** The first of its bytes in a row, counted from where it is put. */
  left: number;
  top: number;
  /** Bytes of a row. */
  width: number;
  height: number;
  bytes: Uint8Array;
}

const rowLength = ({ width, bits }: Pick<IndexedRows, 'width' | 'bits'>) => 1 + Math.ceil((width * bits) / 8);

/** Rows of the first colour. */
export function blankRows(width: number, height: number, bits: Bits): IndexedRows {
  return { width, height, bits, bytes: new Uint8Array(height * rowLength({ width, bits })) };
}

/** A shape in the shades of a colour. */
export function stampOf(shape: Coverage, bits: Bits, shades: Uint8Array): Stamp {
  const inByte = 8 / bits;
  const left = Math.floor(shape.left / inByte);
  const width = Math.ceil((shape.left + shape.width) / inByte) - left;
  const bytes = new Uint8Array(width * shape.height);
  const first = shape.left - left * inByte;
  for (let row = 0, from = 0; row < shape.height; row++) {
    for (let pixel = first; pixel < first + shape.width; pixel++, from++) {
      const covered = shape.pixels[from] ?? 0;
      if (covered === 0) continue;
      const index = shades[covered] ?? 0;
      const at = row * width + (bits === 4 ? pixel >> 1 : pixel);
      // The left one of two pixels is the upper half of their byte.
      bytes[at] = (bytes[at] ?? 0) | (bits === 4 && pixel % 2 === 0 ? index << 4 : index);
    }
  }
  return { bits, left, top: shape.top, width, height: shape.height, bytes };
}

/**
 * Puts a shape with its corner 0, 0 at a byte of a row. Where two shapes touch, the higher index stays.
 */
export function putStamp(rows: IndexedRows, stamp: Stamp, x: number, y: number): void {
  const { bytes } = rows;
  const start = 1 + x + stamp.left;
  const top = y + stamp.top;
  const end = Math.min(stamp.height, rows.height - top);
  for (let row = Math.max(0, -top); row < end; row++) {
    let to = (top + row) * rowLength(rows) + start;
    let from = row * stamp.width;
    for (const last = from + stamp.width; from < last; from++, to++) {
      const added = stamp.bytes[from] ?? 0;
      if (added === 0) continue;
      const byte = bytes[to] ?? 0;
      bytes[to] = byte === 0 ? added : rows.bits === 8 ? Math.max(byte, added) : higherHalves(byte, added);
    }
  }
}

const higherHalves = (one: number, other: number) =>
  Math.max(one & 240, other & 240) | Math.max(one & 15, other & 15);
