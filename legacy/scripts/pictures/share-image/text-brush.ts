import { type Bits, type IndexedRows, drawGlyph, hashOf } from './indexed-rows.ts';
import type { Letter } from './letters.ts';
import { outlineEdges } from './outline-edges.ts';
import { rasterize } from './rasterize.ts';
import { remembered } from './remembered.ts';
import { inkStart, type Line } from './set-line.ts';

/** Draws a line in a size, beginning at `x`. */
export type TextBrush = (rows: IndexedRows, line: Line, size: number, x: number, baseline: number) => void;

/** Letters stand at halves of a pixel: with whole ones their distances look uneven. */
const places = 2;

/**
 * Draws text in shades of a colour on rows of a width; makes each letter once for a size and a place within a
 * byte.
 */
export function textBrush(shades: Uint8Array, width: number, bits: Bits): TextBrush {
  const perByte = (8 / bits) * places;
  const stamp = remembered(({ glyph, font }: Letter) =>
    remembered((size: number) =>
      remembered((place: number) => {
        const edges = outlineEdges(glyph.path.commands, size / font.unitsPerEm, place / places);
        return hashOf(rasterize(edges), width, bits, shades);
      }),
    ),
  );
  return (rows, line, size, x, baseline) => {
    const start = inkStart(line);
    for (const { letter, x: inLine } of line) {
      const place = Math.round((x + (inLine - start) * size) * places);
      const byte = Math.floor(place / perByte);
      drawGlyph(rows, stamp(letter)(size)(place - byte * perByte), byte, baseline);
    }
  };
}
