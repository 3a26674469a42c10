import { diffArrays } from 'diff';
import pixelmatch from 'pixelmatch';
import type { PagePicture, Strip } from './page-pictures.ts';

/** A part of a picture, in pixels. */
export interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where two pictures of a page differ: what is only in the first, and only in the second. */
export interface DifferingPlaces {
  before: Place[];
  after: Place[];
}

/** A strip with its pixels: four bytes each, row by row. */
interface StripPixels extends Strip {
  pixels: Uint8Array;
}

/** In pixels: what differs no further apart is one place. */
const cell = 24;

/** Finds where two pictures of the same width differ for a person. A block that only stands higher or lower does not. */
export async function differingPlaces(before: PagePicture, after: PagePicture): Promise<DifferingPlaces> {
  const places: DifferingPlaces = { before: [], after: [] };
  const { width } = after;
  const isSame = (a: StripPixels, b: StripPixels) => Buffer.compare(a.pixels, b.pixels) === 0;
  const sides = [await stripPixels(before), await stripPixels(after)] as const;
  const isPair = (a: StripPixels, b: StripPixels) => a.kind === b.kind;
  for (const [olds, news] of unmatched(sides[0], sides[1], isSame).gaps) {
    const { gaps, pairs } = unmatched(olds, news, isPair);
    for (const [gone, added] of gaps) {
      places.before.push(...gone.map((strip) => wholeStrip(strip, width)));
      places.after.push(...added.map((strip) => wholeStrip(strip, width)));
    }
    for (const [old, now] of pairs) addPlaces(places, old, now, width);
  }
  return places;
}

async function stripPixels({ png, width, strips }: PagePicture): Promise<StripPixels[]> {
  const { default: sharp } = await import('sharp');
  const pixels = await sharp(png).ensureAlpha().raw().toBuffer();
  return strips.map((strip) => ({
    ...strip,
    pixels: pixels.subarray(strip.top * width * 4, strip.bottom * width * 4),
  }));
}

interface Unmatched {
  /** What has no equal on the other side, between two pairs. */
  gaps: [StripPixels[], StripPixels[]][];
  pairs: [StripPixels, StripPixels][];
}

/** Matches two lists in their order. */
function unmatched(
  olds: readonly StripPixels[],
  news: readonly StripPixels[],
  comparator: (a: StripPixels, b: StripPixels) => boolean,
): Unmatched {
  const found: Unmatched = { gaps: [], pairs: [] };
  let gap: [StripPixels[], StripPixels[]] = [[], []];
  let [at, now] = [0, 0];
  const close = () => {
    if (gap[0].length + gap[1].length > 0) found.gaps.push(gap);
    gap = [[], []];
  };
  for (const { removed, added, count = 0 } of diffArrays([...olds], [...news], { comparator })) {
    if (removed) gap[0].push(...olds.slice(at, (at += count)));
    else if (added) gap[1].push(...news.slice(now, (now += count)));
    else {
      close();
      for (let left = count; left > 0; left--) {
        const [old, one] = [olds[at++], news[now++]];
        if (old && one) found.pairs.push([old, one]);
      }
    }
  }
  close();
  return found;
}

const wholeStrip = ({ top, bottom }: Strip, width: number): Place => ({
  left: 0,
  top,
  width,
  height: bottom - top,
});

/** Adds where two versions of a block differ: if it has grown or shrunk, the rows between its equal ends. */
function addPlaces(places: DifferingPlaces, old: StripPixels, now: StripPixels, width: number): void {
  if (old.pixels.length === now.pixels.length) {
    const found = differingCells(old.pixels, now.pixels, width);
    places.before.push(...found.map((place) => ({ ...place, top: old.top + place.top })));
    places.after.push(...found.map((place) => ({ ...place, top: now.top + place.top })));
    return;
  }
  const row = width * 4;
  const rows = [old.bottom - old.top, now.bottom - now.top] as const;
  const least = Math.min(...rows);
  const isEqual = (a: number, b: number) =>
    Buffer.compare(
      old.pixels.subarray(a * row, (a + 1) * row),
      now.pixels.subarray(b * row, (b + 1) * row),
    ) === 0;
  let start = 0;
  while (start < least && isEqual(start, start)) start++;
  let end = 0;
  while (end < least - start && isEqual(rows[0] - end - 1, rows[1] - end - 1)) end++;
  for (const [list, { top, bottom }] of [[places.before, old] as const, [places.after, now] as const]) {
    const height = bottom - top - start - end;
    if (height > 0) list.push({ left: 0, top: top + start, width, height });
  }
}

/** The places where two pictures of the same size differ. */
function differingCells(before: Uint8Array, after: Uint8Array, width: number): Place[] {
  const height = before.length / 4 / width;
  const mask = new Uint8Array(before.length);
  // Unlike the eye, bytes differ between two ways to smooth the same edge.
  if (pixelmatch(before, after, mask, width, height, { diffMask: true }) === 0) return [];
  const columns = Math.ceil(width / cell);
  const cells = new Map<number, Place>();
  for (let pixel = 0; pixel < width * height; pixel++) {
    if (mask[pixel * 4 + 3] === 0) continue;
    const place = { left: pixel % width, top: Math.floor(pixel / width), width: 1, height: 1 };
    const key = Math.floor(place.top / cell) * columns + Math.floor(place.left / cell);
    const known = cells.get(key);
    cells.set(key, known ? around(known, place) : place);
  }
  const places: Place[] = [];
  for (const [first, found] of cells) {
    cells.delete(first);
    let place = found;
    const keys = [first];
    for (const key of keys)
      for (const next of neighbours(key, columns)) {
        const other = cells.get(next);
        if (!other) continue;
        cells.delete(next);
        keys.push(next);
        place = around(place, other);
      }
    places.push(place);
  }
  return places;
}

function around(one: Place, other: Place): Place {
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)];
  const width = Math.max(one.left + one.width, other.left + other.width) - left;
  return { left, top, width, height: Math.max(one.top + one.height, other.top + other.height) - top };
}

/** The cells around one, which may be outside of the picture. */
function neighbours(one: number, columns: number): number[] {
  const column = one % columns;
  return [-1, 0, 1].flatMap((right) =>
    column + right < 0 || column + right >= columns
      ? []
      : [-columns, 0, columns].map((down) => one + down + right),
  );
}
