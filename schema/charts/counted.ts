import { chartWidths } from '../content/chart-widths.ts';
import type { ChartContent, ChartPlace, ChartSign } from '../content/chart-fields.ts';
import type { Mark } from './drawn-chart.ts';
import type { ValueFormat } from './value-format.ts';

/** The usual width of the page, as in src/components/theme.ts. */
const pageWidth = 1200;

/** How groups stand: as in their place, or as a `handful` of large signs. */
type Arrangement = Exclude<ChartPlace, 'half'> | 'handful';

const narrowest: Record<ChartPlace, number> = { block: 160, field: 320, half: 320, beside: 160, small: 120 };
const widest: Record<ChartPlace, number> = { block: 1180, field: 1800, half: 1000, beside: 800, small: 360 };
/** Below this, groups of a block stand below each other. */
const stacked = 420;
const heights: Record<Arrangement, number> = { block: 320, field: 240, beside: 320, small: 64, handful: 240 };
/** The room between two groups. */
const gap: Record<Arrangement, number> = { block: 40, field: 16, beside: 40, small: 12, handful: 40 };

const pitches = [128, 96, 72, 56, 48, 40, 32, 24, 20, 16, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3];
const largest: Record<Arrangement, number> = { block: 24, field: 128, beside: 40, small: 16, handful: 72 };
/** The largest squares of a block that is as wide as the page. */
const acrossPage = 40;
/** More squares than this would be too small to be seen on a telephone. */
const maxSquares = 12_000;

/** Fewer squares than this stand within the margins of the page, and not from edge to edge of the window. */
const few = 250;
/** A group of fewer stands within them too: at the edge of the window it would look cut off. */
const smallGroup = 60;
/** Fewer than this make a small block beside their words, as large squares far apart would not be read as one picture. */
const handful = 30;

/** Fewer signs than this would not show how many things there are. */
const fewestSigns = 12;
/** Nor would fewer than this of one group, where each stands for several. */
const fewestOfGroup = 8;

/** What a drawing says below its marks, of which each stands for several things. */
export type NoteOfMarks = (each: number, counts: readonly number[]) => string | undefined;

/** The pitch of squares, and in how many rows or columns each group is counted out. */
type Grid = { pitch: number } & ({ rows: number; columns?: never } | { columns: number; rows?: never });

/** Counts groups out in squares or signs. */
export function drawCounted(
  chart: ChartContent,
  format: ValueFormat,
  where: ChartPlace,
  noteOf: NoteOfMarks,
): { marks: Mark[]; isInset?: true } {
  const counts = chart.items.map(({ value }) => Math.max(0, Math.round(value ?? 0)));
  const all = counts.reduce((sum, count) => sum + count, 0);
  const isSome = chart.items.some(({ mark, lost }) => mark || lost);
  const widths = chartWidths.filter((width) => width >= narrowest[where] && width <= widest[where]);
  const isField = where === 'half' || where === 'field';
  const place = !isField ? where : all < handful ? 'handful' : 'field';
  const isInset = isField && (all < few || Math.min(...counts) < smallGroup);
  // Three groups beside the words of a hero would be narrow columns.
  const isStack = where === 'beside' && chart.items.length > 2;
  const texts = chart.items.map(({ value }) => format.full(value).length);
  const steps = widths.map((width) => {
    // A group of a block is as wide as its number, in the size that the styles give it.
    const block = texts.map((length) => Math.max(112, length * (width < 700 ? 15 : 21)));
    const words = {
      block,
      beside: block,
      handful: block,
      // The words of two groups stand at both ends, however narrow a group is.
      field: texts.length > 2 ? texts.map(() => 96) : [],
      small: [],
    }[place];
    const gridOf = (squares: readonly number[]) =>
      isStack
        ? gridBelow(squares, width, place)
        : gridFor(squares, isInset ? within(width, where) : width, place, words);
    return { width, ...countedOut(counts, chart.sign, gridOf) };
  });
  const patterns = new Map<string, Mark>();
  const groups = chart.items.map(({ label, value, mark, lost }, index): Mark => {
    const look = mark ? 'answer' : lost || !isSome ? 'ink' : 'rest';
    // The squares of the last group end at the edge of the window or page.
    const isLast = index > 0 && index === chart.items.length - 1 && place === 'field';
    const drawings = steps.map(({ width, grid, sign, squares }): Mark => {
      const { pitch } = grid;
      const id = `${look}-${pitch}`;
      if (!patterns.has(id)) patterns.set(id, patternOf(id, pitch, look, sign));
      const { path, width: own, height } = pathOf(squares[index] ?? 0, grid, isLast);
      return ['svg', { 'data-from': width, width: own, height }, ['path', { d: path, fill: `url(#${id})` }]];
    });
    return [
      'div',
      { 'data-group': look },
      ['p', {}, ['strong', {}, format.full(value)], ' ', ['span', {}, label]],
      ...((counts[index] ?? 0) > 0
        ? drawings
        : value === null
          ? [['span', { 'data-missing': '' }, format.full(null)] as Mark]
          : []),
    ];
  });
  const notes = steps.flatMap(({ width, each }): Mark[] => {
    const note = noteOf(each, counts);
    return note === undefined ? [] : [['p', { 'data-from': width, 'data-each': '' }, note]];
  });
  // A hidden SVG could not lend its patterns.
  const defs: Mark = [
    'svg',
    { 'data-patterns': '', width: 0, height: 0 },
    ['defs', {}, ...patterns.values()],
  ];
  return {
    marks: [
      defs,
      [
        'div',
        { 'data-groups': isStack ? 'stack' : place === 'beside' || place === 'handful' ? 'block' : place },
        ...groups,
      ],
      ...notes,
    ],
    ...(isInset && { isInset }),
  };
}

/**
 * The grid of one width. Of signs that would be too small to be seen, each stands for ten things, or for more; for two
 * or five where a small group would be too few.
 */
function countedOut(
  counts: readonly number[],
  wanted: ChartSign,
  gridOf: (squares: readonly number[]) => Grid,
): { each: number; sign: ChartSign; squares: number[]; grid: Grid } {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const least = wanted === 'square' ? 0 : signs[wanted].from;
  const counted = (each: number, sign: ChartSign) => {
    const squares = counts.map((count) => (count === 0 ? 0 : Math.max(1, Math.round(count / each))));
    return { each, sign, squares, grid: gridOf(squares) };
  };
  let first = 1;
  while (all / first > maxSquares) first *= 10;
  for (let each = first; each === first || all / each >= fewestSigns; each *= 10) {
    const found = [each, each / 2, each / 5]
      .filter((divisor) => Number.isInteger(divisor) && all / divisor <= maxSquares)
      .map((divisor) => counted(divisor, wanted))
      .filter(({ grid }) => grid.pitch >= least);
    const isEnough = ({ squares }: { squares: number[] }) =>
      Math.min(...squares.filter((count) => count > 0)) >= fewestOfGroup;
    const chosen = found.find(isEnough) ?? found.at(-1);
    if (chosen) return chosen;
  }
  return counted(first, 'square');
}

/** The width between the margins of the page, of a window or of its half. */
function within(width: number, where: ChartPlace): number {
  const margin = (window: number) => Math.max(Math.min(8 + 0.032 * window, 48), 20, (window - pageWidth) / 2);
  return where === 'half' && width > 448
    ? width - margin(2 * width) - margin(width)
    : width - 2 * margin(width);
}

/** The largest squares with which all groups fit into a width. */
const gridFor = (
  squares: readonly number[],
  width: number,
  place: Arrangement,
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
  place: Arrangement,
  words: readonly number[],
): Grid | undefined {
  const height = heights[place];
  const most = Math.max(...squares, 1);
  let best: { pitch: number; rows: number; cost: number } | undefined;
  for (const pitch of pitches) {
    if (pitch > (place === 'block' && width >= 700 ? acrossPage : largest[place])) continue;
    const fewest = rowsFor(squares, pitch, width, words);
    if (fewest === undefined) continue;
    // Few squares make a block, not a line. A field is as wide as it can be.
    const rows = place === 'field' ? fewest : Math.max(fewest, Math.min(5, Math.ceil(Math.sqrt(most / 5))));
    if (rows * pitch > 1.2 * height) continue;
    if (place !== 'field') return { pitch, rows };
    const used = squares.reduce((sum, count) => sum + Math.ceil(count / rows) * pitch, 0);
    const cost = Math.abs(rows * pitch - height) / height + (2 * (width - used)) / width;
    if (!best || cost < best.cost) best = { pitch, rows, cost };
  }
  return best && { pitch: best.pitch, rows: best.rows };
}

/** Groups below each other, all across the whole width. */
function gridBelow(squares: readonly number[], width: number, place: Arrangement): Grid {
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

/** A group as one path: whole columns, or rows, and what is left in a last one, or in the first column. */
function pathOf(
  count: number,
  { pitch, rows, columns }: Grid,
  isLeftFirst: boolean,
): { path: string; width: number; height: number } {
  const across = rows ?? columns;
  const full = Math.floor(count / across);
  const left = (count - full * across) * pitch;
  const [length, depth] = [full * pitch, across * pitch];
  const end = left > 0 ? length + pitch : length;
  const side = full > 0 ? depth : left;
  if (rows !== undefined) {
    const [start, rest] = isLeftFirst && left > 0 ? [pitch, 0] : [0, length];
    return {
      path:
        (full > 0 ? `M${start} 0h${length}v${depth}H${start}z` : '') +
        (left > 0 ? `M${rest} 0h${pitch}v${left}h-${pitch}z` : ''),
      width: end,
      height: side,
    };
  }
  return {
    path:
      (full > 0 ? `M0 0h${depth}v${length}H0z` : '') + (left > 0 ? `M0 ${length}h${left}v${pitch}H0z` : ''),
    width: side,
    height: end,
  };
}

interface Sign {
  /** The minimum pitch at which it can be recognised, in pixels. */
  from: number;
  /** Its filled shape, in a square of 20 by 20. */
  path: string;
  /** Its lines, if an outline of the shape would have hollow details. */
  outline?: string;
}
const signs: Record<Exclude<ChartSign, 'square'>, Sign> = {
  dot: { from: 6, path: 'M10 1a9 9 0 0 1 0 18a9 9 0 0 1 0-18z' },
  person: {
    from: 20,
    // Lower than other signs, because people below each other would look like a chain.
    path: 'M10 2a3.6 3.6 0 0 1 0 7.2a3.6 3.6 0 0 1 0-7.2zM4 17.5v-2.3a4.6 4.6 0 0 1 4.6-4.6h2.8a4.6 4.6 0 0 1 4.6 4.6v2.3z',
  },
  door: { from: 16, path: 'M4 1h12v18H4zM12 9v2.5h2V9z', outline: 'M4 1h12v18H4zM13 9v2.5' },
  letter: { from: 16, path: 'M1 4h18v.5l-9 6l-9-6zM1 7l9 6l9-6v10H1z' },
  call: { from: 16, path: 'M1 2h18v12h-9l-5 5v-5H1z' },
  seat: { from: 20, path: 'M4 1h3v9h9v9h-2.5v-5H6.5v5H4z' },
  clock: {
    from: 20,
    path: 'M10 1a9 9 0 0 1 0 18a9 9 0 0 1 0-18zM9.1 4.5v6l4.4 2.7l.9-1.5l-3.5-2.1V4.5z',
    outline: 'M10 1a9 9 0 0 1 0 18a9 9 0 0 1 0-18zM10 4.5V10l4 2.4',
  },
  alert: {
    from: 20,
    path: 'M10 1.5L19.5 18.5H.5zM9 7v6h2V7zM9 14.5v2h2v-2z',
    outline: 'M10 1.5L19.5 18.5H.5zM10 7v6M10 14.5v2',
  },
  page: {
    from: 20,
    path: 'M3 1h10l4 4v14H3zM6 8v1.5h8V8zM6 11.5V13h8v-1.5zM6 15v1.5h5V15z',
    outline: 'M3 1h10l4 4v14H3zM6 8.5h8M6 12h8M6 15.5h5',
  },
  card: {
    from: 20,
    path: 'M1 4h18v12H1zM3.5 7v5h5V7zM11 8v1.5h5.5V8zM11 11v1.5h5.5V11z',
    outline: 'M1 4h18v12H1zM4 7.5h4v4H4zM11 8.5h5.5M11 11.5h5.5',
  },
  van: { from: 16, path: 'M1 4h11v3h4l3 4v4h-2a2 2 0 0 1-4 0H8a2 2 0 0 1-4 0H1z' },
};

/** One thing of a group. What the heading is about is full, the rest is an outline, or lighter where it is small. */
function patternOf(id: string, pitch: number, look: string, sign: ChartSign): Mark {
  const border = pitch >= 24 ? Math.round(pitch / 10) : pitch >= 8 ? 2 : 1;
  const isOutline = look === 'rest' && pitch >= 10;
  const stroke = isOutline ? (pitch < 30 ? 1 : pitch < 48 ? 1.5 : 2) : 0;
  const size = pitch - border - stroke;
  const { path, outline = path } = sign !== 'square' && pitch >= signs[sign].from ? signs[sign] : {};
  const shape = isOutline ? outline : path;
  const scale = shape === undefined ? 1 : Number((size / 20).toFixed(3));
  const paint = {
    ...(isOutline && { strokeWidth: Number((stroke / scale).toFixed(2)) }),
    // Too small for an outline, the rest is pale.
    'data-look': isOutline ? 'outline' : look === 'rest' ? 'pale' : look,
  };
  const inset = stroke / 2;
  return [
    'pattern',
    { id, width: pitch, height: pitch, patternUnits: 'userSpaceOnUse' },
    shape === undefined
      ? ['rect', { ...(inset > 0 && { x: inset, y: inset }), width: size, height: size, ...paint }]
      : [
          'path',
          {
            d: shape,
            transform: `translate(${inset} ${inset})scale(${scale})`,
            fillRule: 'evenodd',
            ...paint,
          },
        ],
  ];
}
