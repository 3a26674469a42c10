import type { Texts } from '../blocks/block-definition.ts';
import type { ChartContent, ChartItem } from '../fields/chart-fields.ts';
import { drawEach, drawPattern, toSquares } from './counted.ts';
import type { ChartMark } from './drawn-chart.ts';
import { drawNote } from './plot.ts';
import { drawKey } from './rows.ts';
import type { ValueFormat } from './value-format.ts';

/** The layouts: the maximum height as a share of the width, and the maximum numbers of squares and labels side by side. */
const arrangements = {
  narrow: { height: 0.36, across: 96, labels: 4 },
  wide: { height: 0.19, across: 300, labels: 8 },
} as const;

/** Squares of the same style, with their number in each column. */
interface SkylineGroup {
  look: ReturnType<typeof markLook>;
  counts: number[];
}

/** Draws columns of squares, such as one for each hour. Highlighted squares are at the bottom. */
export function drawSkyline(
  { items, columns = [] }: ChartContent,
  format: ValueFormat,
  site: Texts,
  id: string,
): ChartMark[] {
  const isSome = items.some(({ mark }) => mark);
  const groups = items
    .map((item): SkylineGroup => ({
      look: markLook(item, isSome),
      counts: columns.map((_, at) => Math.max(0, Math.round(item.cells?.[at] ?? 0))),
    }))
    .toSorted((one, other) => Number(other.look === 'answer') - Number(one.look === 'answer'));
  const totals = columns.map((_, at) => groups.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0));
  const highest = Math.max(...totals, 0);
  const note = peakNote(groups, columns, totals.indexOf(highest), format);
  const drawings = (['narrow', 'wide'] as const).map((shown): ChartMark => {
    const { height, across, labels } = arrangements[shown];
    const { each, side } = fitSkylineGrid(highest, columns.length, height, across);
    const every = Math.ceil(columns.length / labels);
    const shownLabels = columns.filter((_, at) => at % every === 0);
    return [
      'div',
      { 'data-shown': shown },
      note,
      drawSquares(groups, columns.length, each, side, `${id}-${shown}`),
      ['div', { 'data-hours': '' }, ...shownLabels.map((label): ChartMark => ['span', {}, label])],
      ...drawEach(
        each,
        groups.flatMap(({ counts }) => counts),
        site,
      ),
    ];
  });
  return [...drawings, ['ul', {}, ...items.map((item) => keyWithTotal(item, isSome, format))]];
}

const markLook = ({ mark }: ChartItem, isSome: boolean) => (mark ? 'answer' : isSome ? 'rest' : 'ink');

/** Draws a note above the highest column, with its largest count. */
function peakNote(
  groups: readonly SkylineGroup[],
  columns: readonly string[],
  peak: number,
  format: ValueFormat,
): ChartMark {
  const largest = Math.max(...groups.map(({ counts }) => counts[peak] ?? 0));
  // In the right half, the note ends at the right edge of its column.
  const at = (100 * (peak >= columns.length / 2 ? peak + 1 : peak)) / columns.length;
  return drawNote(at, ['strong', {}, format.full(largest)], ' ', columns[peak] ?? '');
}

function drawSquares(
  groups: readonly SkylineGroup[],
  columns: number,
  each: number,
  side: number,
  id: string,
): ChartMark {
  const squares = groups.map(({ counts }) => counts.map((count) => toSquares(count, each)));
  const { paths, rows } = stackSquares(squares, side, groups[0]?.look === 'answer');
  // The y axis of SVG points down, so flip the rows.
  const transform = `translate(0 ${rows}) scale(1 -1)`;
  return [
    'svg',
    { viewBox: `0 0 ${columns * side} ${rows}`, width: '100%' },
    ...groups.flatMap(({ look }, at): ChartMark[] => [
      drawPattern(`${id}-${at}`, 'square', look),
      ['path', { d: paths[at] ?? '', transform, fill: `url(#${id}-${at})` }],
    ]),
  ];
}

/** Draws an item of the key, with the sum of all columns. */
function keyWithTotal(item: ChartItem, isSome: boolean, format: ValueFormat): ChartMark {
  const total = (item.cells ?? []).reduce<number>((sum, cell) => sum + (cell ?? 0), 0);
  const words: ChartMark = ['span', {}, ['strong', {}, format.full(total)], ' ', item.label];
  return ['li', {}, drawKey(markLook(item, isSome)), words];
}

/** Returns the number of squares side by side in a column, and how many things each square represents. */
function fitSkylineGrid(highest: number, columns: number, height: number, across: number) {
  for (let each = 1; ; each *= 10) {
    const side = Math.max(1, Math.ceil(Math.sqrt(highest / each / (height * columns))));
    if (side * columns <= across || highest / each <= 1) return { each, side };
  }
}

/** Stacks the squares of the groups, with `side` squares side by side in each column. */
function stackSquares(groups: readonly (readonly number[])[], side: number, isFirstMarked: boolean) {
  const below = (groups[0] ?? []).map(() => 0);
  const paths = groups.map((counts, group) =>
    counts
      .map((count, at) => {
        const from = below[at] ?? 0;
        const to = from + count;
        // Highlighted squares have rows of their own, so that they stand out.
        below[at] = isFirstMarked && group === 0 ? Math.ceil(to / side) * side : to;
        return blockOf(from, to, at * side, side);
      })
      .join(''),
  );
  return { paths, rows: Math.max(...below.map((count) => Math.ceil(count / side)), 1) };
}

/** Returns a path for the squares from one index to another, counted row by row from the bottom: up to three boxes. */
function blockOf(from: number, to: number, left: number, side: number): string {
  const boxes: string[] = [];
  let at = from;
  while (at < to) {
    const [row, column] = [Math.floor(at / side), at % side];
    const rows = column === 0 ? Math.floor((to - at) / side) : 0;
    const width = rows > 0 ? side : Math.min(side - column, to - at);
    boxes.push(`M${left + column} ${row}h${width}v${Math.max(1, rows)}h-${width}z`);
    at += rows > 0 ? rows * side : width;
  }
  return boxes.join('');
}
