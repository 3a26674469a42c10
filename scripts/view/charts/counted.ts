import { figureWidths } from '../../../schema/content/figure-widths.ts';
import type { ChartContent } from '../../../schema/content/chart-fields.ts';
import type { Mark } from '../../../src/render/entry-server.tsx';
import type { Numbers } from './numbers.ts';

/** The usual width of the page, as in src/components/theme.ts. */
const pageWidth = 1200;

/** Where a drawing stands: in a block of its own, across the window or half of it, beside the words of a hero, or in an item. */
export type Place = 'block' | 'field' | 'half' | 'beside' | 'small';

const narrowest: Record<Place, number> = { block: 160, field: 320, half: 320, beside: 160, small: 120 };
const widest: Record<Place, number> = { block: 1180, field: 1800, half: 1000, beside: 800, small: 360 };
/** Below this, groups of a block stand below each other. */
const stacked = 420;
const heights: Record<Exclude<Place, 'half'>, number> = { block: 320, field: 240, beside: 320, small: 64 };
/** The room between two groups. */
const gap: Record<Exclude<Place, 'half'>, number> = { block: 40, field: 16, beside: 40, small: 12 };

const pitches = [128, 96, 72, 56, 48, 40, 32, 24, 20, 16, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3];
const largest: Record<Exclude<Place, 'half'>, number> = { block: 16, field: 128, beside: 40, small: 16 };
/** The largest squares of a block that is as wide as the page. */
const acrossPage = 40;
/** More squares than this would be too small to be seen on a telephone. */
const maxSquares = 12_000;

/** Fewer squares than this stand within the margins of the page, and not from edge to edge of the window. */
const few = 250;
/** Fewer than this make a small block beside their words, as large squares far apart would not be read as one picture. */
const handful = 30;

/** The pitch of squares, and in how many rows or columns each group is counted out. */
type Grid = { pitch: number } & ({ rows: number; columns?: never } | { columns: number; rows?: never });

/** Counts groups out in squares. */
export function drawCounted(
  chart: ChartContent,
  numbers: Numbers,
  where: Place,
): { marks: Mark[]; each: number; isInset?: true } {
  const counts = chart.items.map(({ value }) => Math.max(0, Math.round(value ?? 0)));
  const all = counts.reduce((sum, count) => sum + count, 0);
  let each = 1;
  while (all / each > maxSquares) each *= 10;
  const squares = counts.map((count) => (count === 0 ? 0 : Math.max(1, Math.round(count / each))));
  const isSome = chart.items.some(({ mark, lost }) => mark || lost);
  const steps = figureWidths.filter((width) => width >= narrowest[where] && width <= widest[where]);
  const isField = where === 'half' || where === 'field';
  const place = !isField ? where : all < handful ? 'beside' : 'field';
  const isInset = isField && all < few;
  const texts = chart.items.map(({ value }) => numbers.full(value).length);
  const grids = steps.map((width) => {
    // A group of a block is as wide as its number, in the size that the styles give it.
    const block = texts.map((length) => Math.max(112, length * (width < 700 ? 15 : 21)));
    const words = {
      block,
      beside: block,
      // The words of the second of two begin with its squares, and end with the page.
      field: texts.map((_, at) => (!isInset && at === 1 && texts.length === 2 ? wordsAtEnd(width) : 96)),
      small: [],
    }[place];
    return [width, gridFor(squares, isInset ? within(width, where) : width, place, words)] as const;
  });
  const patterns = new Map<string, Mark>();
  const groups = chart.items.map(({ label, value, mark, lost }, index): Mark => {
    const look = mark ? 'answer' : lost || !isSome ? 'ink' : 'rest';
    const count = squares[index] ?? 0;
    const drawings = grids.map(([width, grid]): Mark => {
      const { pitch } = grid;
      const id = `${look}-${pitch}`;
      if (!patterns.has(id)) patterns.set(id, patternOf(id, pitch, look));
      const { path, width: own, height } = pathOf(count, grid);
      return ['svg', { 'data-from': width, width: own, height }, ['path', { d: path, fill: `url(#${id})` }]];
    });
    return [
      'div',
      { 'data-group': look },
      ['p', {}, ['strong', {}, numbers.full(value)], ' ', ['span', {}, label]],
      ...(count > 0
        ? drawings
        : value === null
          ? [['span', { 'data-missing': '' }, numbers.full(null)] as Mark]
          : []),
    ];
  });
  // A hidden SVG could not lend its patterns.
  const defs: Mark = [
    'svg',
    { 'data-patterns': '', width: 0, height: 0 },
    ['defs', {}, ...patterns.values()],
  ];
  return {
    marks: [defs, ['div', { 'data-groups': place === 'beside' ? 'block' : place }, ...groups]],
    each,
    ...(isInset && { isInset }),
  };
}

/** The width between the margins of the page, of a window or of its half. */
function within(width: number, where: Place): number {
  const margin = (window: number) => Math.max(Math.min(8 + 0.032 * window, 48), 20, (window - pageWidth) / 2);
  return where === 'half' && width > 448
    ? width - margin(2 * width) - margin(width)
    : width - 2 * margin(width);
}

/** The room for words between the beginning of their squares and the edge of a window. */
const wordsAtEnd = (width: number): number =>
  width < 640 ? 116 : 160 + Math.max(8 + 0.032 * width, (width - pageWidth) / 2);

/** The largest squares with which all groups fit into a width. */
const gridFor = (
  squares: readonly number[],
  width: number,
  place: Exclude<Place, 'half'>,
  words: readonly number[],
): Grid =>
  (place === 'small' || (place !== 'field' && width < stacked)
    ? undefined
    : gridBeside(squares, width - gap[place] * (squares.length - 1), place, words)) ??
  (place === 'field' ? tallField(squares, width - gap[place] * (squares.length - 1), words) : undefined) ??
  gridBelow(squares, width, place);

/** The groups of a field stand beside each other, also where the smallest squares need more than its height. */
function tallField(squares: readonly number[], width: number, words: readonly number[]): Grid | undefined {
  const pitch = 3;
  const rows = rowsFor(squares, pitch, width, words);
  return rows === undefined ? undefined : { pitch, rows };
}

/** Groups beside each other, all with the same number of rows. */
function gridBeside(
  squares: readonly number[],
  width: number,
  place: Exclude<Place, 'half'>,
  words: readonly number[],
): Grid | undefined {
  const height = heights[place];
  const most = Math.max(...squares, 1);
  let best: { pitch: number; rows: number } | undefined;
  for (const pitch of pitches) {
    if (pitch > (place === 'block' && width >= 700 ? acrossPage : largest[place])) continue;
    const fewest = rowsFor(squares, pitch, width, words);
    if (fewest === undefined) continue;
    // Few squares make a block, not a line. A field is as wide as it can be.
    const rows = place === 'field' ? fewest : Math.max(fewest, Math.min(5, Math.ceil(Math.sqrt(most / 5))));
    if (rows * pitch > 1.2 * height) continue;
    if (place !== 'field') return { pitch, rows };
    if (!best || Math.abs(rows * pitch - height) < Math.abs(best.rows * best.pitch - height))
      best = { pitch, rows };
  }
  return best;
}

/** Groups below each other, all across the whole width. */
function gridBelow(squares: readonly number[], width: number, place: Exclude<Place, 'half'>): Grid {
  const sum = (columns: number) => squares.reduce((rows, count) => rows + Math.ceil(count / columns), 0);
  const fitting = pitches.find((pitch) => {
    const columns = Math.floor(width / pitch);
    return pitch <= largest[place] && columns > 0 && sum(columns) * pitch <= heights[place];
  });
  const pitch = fitting ?? 3;
  return { pitch, columns: Math.floor(width / pitch) };
}

/** The fewest rows with which groups fit into a width beside each other. */
function rowsFor(
  squares: readonly number[],
  pitch: number,
  width: number,
  least: readonly number[],
): number | undefined {
  const isFitting = (rows: number) =>
    squares.reduce((sum, count, at) => sum + Math.max(least[at] ?? 0, Math.ceil(count / rows) * pitch), 0) <=
    width;
  let [low, high] = [1, Math.max(...squares, 1)];
  if (!isFitting(high)) return undefined;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isFitting(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A group as one path: whole columns, or rows, and what is left in a last one. */
function pathOf(
  count: number,
  { pitch, rows, columns }: Grid,
): { path: string; width: number; height: number } {
  const across = rows ?? columns;
  const full = Math.floor(count / across);
  const left = (count - full * across) * pitch;
  const [length, depth] = [full * pitch, across * pitch];
  const end = left > 0 ? length + pitch : length;
  const side = full > 0 ? depth : left;
  if (rows !== undefined)
    return {
      path:
        (full > 0 ? `M0 0h${length}v${depth}H0z` : '') +
        (left > 0 ? `M${length} 0h${pitch}v${left}h-${pitch}z` : ''),
      width: end,
      height: side,
    };
  return {
    path:
      (full > 0 ? `M0 0h${depth}v${length}H0z` : '') + (left > 0 ? `M0 ${length}h${left}v${pitch}H0z` : ''),
    width: side,
    height: end,
  };
}

/** One square of a group. Answers are full, the rest is small. */
function patternOf(id: string, pitch: number, look: string): Mark {
  const border = pitch >= 24 ? Math.round(pitch / 10) : pitch >= 8 ? 2 : 1;
  const size = look === 'rest' ? Math.max(1, Math.round(pitch * 0.4)) : pitch - border;
  // They begin at one edge, with their words, and stand in the middle of their row.
  const start = look === 'rest' ? Math.floor((pitch - size) / 2) : 0;
  return [
    'pattern',
    { id, width: pitch, height: pitch, patternUnits: 'userSpaceOnUse' },
    ['rect', { ...(start > 0 && { y: start }), width: size, height: size, 'data-look': look }],
  ];
}
