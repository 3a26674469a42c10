import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { Rgb } from './indexed-colors.ts';
import type { IndexedRows } from './indexed-rows.ts';

/** Rows as a part of a zlib stream (RFC 1950), which other parts can follow. */
export interface PackedRows {
  rows: Pick<IndexedRows, 'width' | 'height' | 'bits'>;
  blocks: Buffer;
  length: number;
  checksum: number;
}

/**
 * Packs rows: as small as can be where all pictures share them, less so where some do, and quickly where they
 * are those of one.
 */
export function packRows(drawn: IndexedRows, users: 'all' | 'some' | 'one'): PackedRows {
  const { bytes, sum, weightedSum, ...rows } = drawn;
  // Large letters are long pieces of one colour: to look for others like them takes twice as long.
  const how = { all: { level: 9 }, some: { level: 6 }, one: { strategy: constants.Z_RLE } }[users];
  const blocks = deflateRawSync(bytes, { ...how, finishFlush: constants.Z_SYNC_FLUSH });
  const checksum = ((bytes.length + weightedSum) % prime) * 0x10000 + ((1 + sum) % prime);
  return { rows, blocks, length: bytes.length, checksum };
}

/** A PNG of rows below each other. */
export function indexedPng(
  colors: readonly Rgb[],
  [first, ...others]: [PackedRows, ...PackedRows[]],
): Buffer {
  const { width, bits } = first.rows;
  const height = others.reduce((sum, { rows }) => sum + rows.height, first.rows.height);
  const checksum = others.reduce(joinedChecksum, first.checksum);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...chunk('IHDR', number(width), number(height), Buffer.from([bits, palette, 0, 0, 0])),
    ...chunk('PLTE', Buffer.from(colors.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]))),
    ...chunk(
      'IDAT',
      streamStart,
      first.blocks,
      ...others.map(({ blocks }) => blocks),
      lastBlock,
      number(checksum),
    ),
    ...chunk('IEND'),
  ]);
}

/** Of Adler-32. */
const prime = 65521;
/** The kind of a PNG that lists its colours. */
const palette = 3;
const streamStart = Buffer.from([0x78, 0x01]);
/** Without content. */
const lastBlock = Buffer.from([3, 0]);

/** The Adler-32 of what has one, and of rows behind it. */
function joinedChecksum(before: number, { checksum, length }: PackedRows): number {
  const sum = (before & 0xffff) + (checksum & 0xffff) - 1;
  const sums = (before >>> 16) + (checksum >>> 16) + (length % prime) * ((before & 0xffff) + prime - 1);
  return (sums % prime) * 0x10000 + ((sum + prime) % prime);
}

function chunk(type: string, ...parts: Buffer[]): Buffer[] {
  const named = [Buffer.from(type, 'latin1'), ...parts];
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return [number(length), ...named, number(named.reduce((sum, part) => crc32(part, sum), 0))];
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
