import type { CommandFunction } from 'opentype.js/dist/opentype.mjs';

/** A straight piece of an outline. */
export type Edge = readonly [fromX: number, fromY: number, toX: number, toY: number];

/** The outline of a letter, enlarged and moved to the right, in straight pieces. */
export function outlineEdges(commands: readonly CommandFunction[], scale: number, moveX: number): Edge[] {
  const edges: Edge[] = [];
  let [startX, startY, x, y] = [0, 0, 0, 0];
  const lineTo = (toX: number, toY: number) => {
    edges.push([x, y, toX, toY]);
    [x, y] = [toX, toY];
  };
  // Fonts count y upwards, pictures downwards.
  const point = (pointX: number, pointY: number) => [pointX * scale + moveX, -pointY * scale] as const;
  for (const defineCommand of commands) {
    if (defineCommand.type === 'M') [startX, startY] = [x, y] = point(defineCommand.x, defineCommand.y);
    else if (defineCommand.type === 'L') lineTo(...point(defineCommand.x, defineCommand.y));
    else if (defineCommand.type === 'Z') lineTo(startX, startY);
    // The curves of a TrueType font have one point between their ends.
    else if (defineCommand.type === 'Q') {
      const [fromX, fromY] = [x, y];
      const [bendX, bendY] = point(defineCommand.x1, defineCommand.y1);
      const [endX, endY] = point(defineCommand.x, defineCommand.y);
      const bend = Math.hypot(fromX - 2 * bendX + endX, fromY - 2 * bendY + endY);
      // So many that none is further from the curve than a twentieth of a pixel.
      const pieces = Math.ceil(Math.sqrt(5 * bend));
      for (let piece = 1; piece < pieces; piece++) {
        const [t, rest] = [piece / pieces, 1 - piece / pieces];
        const on = (from: number, middle: number, to: number) =>
          from * rest ** 2 + 2 * middle * t * rest + to * t ** 2;
        lineTo(on(fromX, bendX, endX), on(fromY, bendY, endY));
      }
      lineTo(endX, endY);
    }
  }
  return edges;
}
