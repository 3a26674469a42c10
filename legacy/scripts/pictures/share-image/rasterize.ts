import type { Edge } from './outline-edges.ts';

/** How much of each pixel a shape covers, from 0 to 255, from a corner that may lie left of or above 0. */
export interface Coverage {
  left: number;
  top: number;
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** The inside of an outline as pixels with smooth edges. */
export function rasterize(edges: readonly Edge[]): Coverage {
  const xs = edges.flatMap(([fromX, , toX]) => [fromX, toX]);
  const ys = edges.flatMap(([, fromY, , toY]) => [fromY, toY]);
  if (edges.length === 0) return { left: 0, top: 0, width: 0, height: 0, pixels: new Uint8Array() };
  const [left, top] = [Math.floor(Math.min(...xs)), Math.floor(Math.min(...ys))];
  const [width, height] = [Math.ceil(Math.max(...xs)) - left, Math.ceil(Math.max(...ys)) - top];
  // What an edge along the right side hands on goes into one more column.
  const changes = new Float32Array((width + 1) * height);
  for (const [fromX, fromY, toX, toY] of edges)
    if (fromY !== toY) addEdge(changes, width + 1, [fromX - left, fromY - top, toX - left, toY - top]);
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    let covered = 0;
    for (let x = 0; x < width; x++) {
      covered += changes[y * (width + 1) + x] ?? 0;
      // Outlines that overlap cover twice.
      pixels[y * width + x] = Math.round(255 * Math.min(1, Math.abs(covered)));
    }
  }
  return { left, top, width, height, pixels };
}

/**
 * Adds to each pixel by how much more an edge covers it than the pixel left of it: the sum of a row up to a
 * pixel is then the area that is covered, exactly.
 */
function addEdge(changes: Float32Array, stride: number, [fromX, fromY, toX, toY]: Edge): void {
  const slope = (toX - fromX) / (toY - fromY);
  const [topX, top, bottom] = fromY < toY ? [fromX, fromY, toY] : [toX, toY, fromY];
  for (let y = Math.floor(top); y < bottom; y++) {
    const [start, end] = [Math.max(top, y), Math.min(bottom, y + 1)];
    const height = fromY < toY ? end - start : start - end;
    const one = topX + (start - top) * slope;
    const other = topX + (end - top) * slope;
    const [left, right] = one < other ? [one, other] : [other, one];
    let [areaBefore, coveredBefore] = [0, 0];
    for (let x = Math.floor(left); ; x++) {
      const area = areaBetween(left, right, x + 1);
      const at = y * stride + x;
      changes[at] = (changes[at] ?? 0) + (area - areaBefore - coveredBefore) * height;
      if (x >= right) break;
      coveredBefore = area - areaBefore;
      areaBefore = area;
    }
  }
}

/** The area up to a column behind an edge that goes from `left` to `right` through a row of height 1. */
function areaBetween(left: number, right: number, column: number): number {
  return column >= right ? column - (left + right) / 2 : (column - left) ** 2 / (2 * (right - left));
}
