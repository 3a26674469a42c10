import { diffArrays } from 'diff';
import pixelmatch from 'pixelmatch';
import type { PagePicture, Strip } from './page-pictures.ts';

/** A rectangle in a picture, in pixels. */
export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The areas in which two pictures of the same page differ. */
export interface PictureDifferences {
  before: Area[];
  after: Area[];
}

/** A strip of a page with its pixels: four bytes per pixel, row by row. */
interface StripPixels extends Strip {
  pixels: Uint8Array;
}

/** The size of a cell in pixels. Differences in the same cell or in adjacent cells are merged into one area. */
const cellSize = 24;

/** Returns the visible differences between two pictures of the same width. Ignores blocks that have only moved. */
export async function comparePictures(before: PagePicture, after: PagePicture): Promise<PictureDifferences> {
  const areas: PictureDifferences = { before: [], after: [] };
  const { width } = after;
  const isSame = (a: StripPixels, b: StripPixels) => Buffer.compare(a.pixels, b.pixels) === 0;
  const isSameKind = (a: StripPixels, b: StripPixels) => a.kind === b.kind;
  for (const gap of matchStrips(await readStrips(before), await readStrips(after), isSame).gaps) {
    const { gaps, pairs } = matchStrips(...gap, isSameKind);
    for (const [removed, added] of gaps) {
      areas.before.push(...removed.map((strip) => toArea(strip, width)));
      areas.after.push(...added.map((strip) => toArea(strip, width)));
    }
    for (const pair of pairs) addDifferences(areas, ...pair, width);
  }
  return areas;
}

async function readStrips({ png, width, strips }: PagePicture): Promise<StripPixels[]> {
  const { default: sharp } = await import('sharp');
  const pixels = await sharp(png).ensureAlpha().raw().toBuffer();
  return strips.map((strip) => ({
    ...strip,
    pixels: pixels.subarray(strip.top * width * 4, strip.bottom * width * 4),
  }));
}

interface MatchedStrips {
  pairs: [before: StripPixels, after: StripPixels][];
  /** The strips without a match: those before the first pair, between two pairs, and after the last pair. */
  gaps: [removed: StripPixels[], added: StripPixels[]][];
}

/** Matches the strips of two pictures in order. */
function matchStrips(
  before: readonly StripPixels[],
  after: readonly StripPixels[],
  comparator: (a: StripPixels, b: StripPixels) => boolean,
): MatchedStrips {
  const matchedStrips: MatchedStrips = { pairs: [], gaps: [] };
  let gap: MatchedStrips['gaps'][number] = [[], []];
  let [beforeIndex, afterIndex] = [0, 0];
  const closeGap = () => {
    if (gap[0].length + gap[1].length > 0) matchedStrips.gaps.push(gap);
    gap = [[], []];
  };
  for (const { removed, added, count = 0 } of diffArrays([...before], [...after], { comparator })) {
    if (removed) gap[0].push(...before.slice(beforeIndex, (beforeIndex += count)));
    else if (added) gap[1].push(...after.slice(afterIndex, (afterIndex += count)));
    else {
      closeGap();
      for (let remaining = count; remaining > 0; remaining--) {
        const [old, current] = [before[beforeIndex++], after[afterIndex++]];
        if (old && current) matchedStrips.pairs.push([old, current]);
      }
    }
  }
  closeGap();
  return matchedStrips;
}

const toArea = ({ top, bottom }: Strip, width: number): Area => ({
  left: 0,
  top,
  width,
  height: bottom - top,
});

/**
 * Adds the differences between two versions of a block. If their heights differ, adds everything between the equal rows
 * at the top and the equal rows at the bottom.
 */
function addDifferences(
  areas: PictureDifferences,
  before: StripPixels,
  after: StripPixels,
  width: number,
): void {
  if (before.pixels.length === after.pixels.length) {
    const differences = findDifferences(before.pixels, after.pixels, width);
    areas.before.push(...differences.map((area) => ({ ...area, top: before.top + area.top })));
    areas.after.push(...differences.map((area) => ({ ...area, top: after.top + area.top })));
    return;
  }
  const rowLength = width * 4;
  const heights = [before.bottom - before.top, after.bottom - after.top] as const;
  const minHeight = Math.min(...heights);
  const isEqual = (a: number, b: number) =>
    Buffer.compare(
      before.pixels.subarray(a * rowLength, (a + 1) * rowLength),
      after.pixels.subarray(b * rowLength, (b + 1) * rowLength),
    ) === 0;
  let start = 0;
  while (start < minHeight && isEqual(start, start)) start++;
  let end = 0;
  while (end < minHeight - start && isEqual(heights[0] - end - 1, heights[1] - end - 1)) end++;
  for (const [list, { top, bottom }] of [[areas.before, before] as const, [areas.after, after] as const]) {
    const height = bottom - top - start - end;
    if (height > 0) list.push({ left: 0, top: top + start, width, height });
  }
}

/** Returns the areas in which two pictures of the same size differ. */
function findDifferences(before: Uint8Array, after: Uint8Array, width: number): Area[] {
  const height = before.length / 4 / width;
  const mask = new Uint8Array(before.length);
  // Do not compare bytes, because Chromium may smooth the same edge in different ways.
  if (pixelmatch(before, after, mask, width, height, { diffMask: true }) === 0) return [];
  const columns = Math.ceil(width / cellSize);
  const cells = new Map<number, Area>();
  for (let index = 0; index < width * height; index++) {
    if (mask[index * 4 + 3] === 0) continue;
    const pixel = { left: index % width, top: Math.floor(index / width), width: 1, height: 1 };
    const key = Math.floor(pixel.top / cellSize) * columns + Math.floor(pixel.left / cellSize);
    const cell = cells.get(key);
    cells.set(key, cell ? mergeAreas(cell, pixel) : pixel);
  }
  const areas: Area[] = [];
  for (const [first, firstArea] of cells) {
    cells.delete(first);
    let area = firstArea;
    const keys = [first];
    for (const key of keys)
      for (const nextKey of listAdjacentCells(key, columns)) {
        const adjacent = cells.get(nextKey);
        if (!adjacent) continue;
        cells.delete(nextKey);
        keys.push(nextKey);
        area = mergeAreas(area, adjacent);
      }
    areas.push(area);
  }
  return areas;
}

function mergeAreas(a: Area, b: Area): Area {
  const [left, top] = [Math.min(a.left, b.left), Math.min(a.top, b.top)];
  const width = Math.max(a.left + a.width, b.left + b.width) - left;
  return { left, top, width, height: Math.max(a.top + a.height, b.top + b.height) - top };
}

/** Returns the keys of the cells around a cell. Keys above the first row or below the last row belong to no cell. */
function listAdjacentCells(key: number, columns: number): number[] {
  const column = key % columns;
  return [-1, 0, 1].flatMap((right) =>
    column + right < 0 || column + right >= columns
      ? []
      : [-columns, 0, columns].map((down) => key + down + right),
  );
}
