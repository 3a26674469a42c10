import type { Texts } from '../blocks/block-definition.ts';
import type { ChartContent, ChartItem } from '../fields/chart-fields.ts';
import { drawEach, drawPattern, toSquares } from './counted.ts';
import type { ChartMark } from './drawn-chart.ts';
import { drawNote } from './plot.ts';
import { drawKey } from './rows.ts';
import type { ValueFormat } from './value-format.ts';

/** The two arrangements: the highest share of the width, the most squares side by side, and the most labels below. */
const arrangements = {
  narrow: { height: 0.36, across: 96, labels: 4 },
  wide: { height: 0.19, across: 300, labels: 8 },
} as const;

/** Counts groups out in squares column by column, such as hour by hour. What is marked stands at the bottom. */
export function drawSkyline(
  { items, columns = [] }: ChartContent,
  format: ValueFormat,
  site: Texts,
  id: string,
): ChartMark[] {
  const isSome = items.some(({ mark }) => mark);
  const lookOf = ({ mark }: ChartItem) => (mark ? 'answer' : isSome ? 'rest' : 'ink');
  const groups = items
    .map((item) => ({
      look: lookOf(item),
      counts: columns.map((_, at) => Math.max(0, Math.round(item.cells?.[at] ?? 0))),
    }))
    .toSorted((one, other) => Number(other.look === 'answer') - Number(one.look === 'answer'));
  const totals = columns.map((_, at) => groups.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0));
  const highest = Math.max(...totals, 0);
  const peak = totals.indexOf(highest);
  const largest = Math.max(...groups.map(({ counts }) => counts[peak] ?? 0));
  // A note at the right of the middle ends with its column.
  const peakAt = (100 * (peak >= columns.length / 2 ? peak + 1 : peak)) / columns.length;
  const drawings = (['narrow', 'wide'] as const).map((shown): ChartMark => {
    const { height, across, labels } = arrangements[shown];
    const { each, side } = fitSkylineGrid(highest, columns.length, height, across);
    const { paths, rows } = stackSquares(
      groups.map(({ counts }) => counts.map((count) => toSquares(count, each))),
      side,
      isSome,
    );
    const every = Math.ceil(columns.length / labels);
    return [
      'div',
      { 'data-shown': shown },
      drawNote(peakAt, ['strong', {}, format.full(largest)], ' ', columns[peak] ?? ''),
      [
        'svg',
        { viewBox: `0 0 ${columns.length * side} ${rows}`, width: '100%' },
        ...groups.flatMap(({ look }, at): ChartMark[] => [
          drawPattern(`${id}-${shown}-${at}`, 'square', look),
          // Up is down in SVG, so the first row is the last one.
          [
            'path',
            {
              d: paths[at] ?? '',
              transform: `translate(0 ${rows}) scale(1 -1)`,
              fill: `url(#${id}-${shown}-${at})`,
            },
          ],
        ]),
      ],
      [
        'div',
        { 'data-hours': '' },
        ...columns.flatMap((label, at): ChartMark[] => (at % every === 0 ? [['span', {}, label]] : [])),
      ],
      ...drawEach(
        each,
        groups.flatMap(({ counts }) => counts),
        site,
      ),
    ];
  });
  return [
    ...drawings,
    [
      'ul',
      {},
      ...items.map((item): ChartMark => [
        'li',
        {},
        drawKey(lookOf(item)),
        [
          'span',
          {},
          ['strong', {}, format.full((item.cells ?? []).reduce<number>((sum, cell) => sum + (cell ?? 0), 0))],
          ' ',
          item.label,
        ],
      ]),
    ],
  ];
}

/** How many squares stand side by side in a column, and how many things each counts. */
function fitSkylineGrid(highest: number, columns: number, height: number, across: number) {
  for (let each = 1; ; each *= 10) {
    const side = Math.max(1, Math.ceil(Math.sqrt(highest / each / (height * columns))));
    if (side * columns <= across || highest / each <= 1) return { each, side };
  }
}

/** The squares of groups on top of each other, `side` of them side by side in each column. */
function stackSquares(groups: readonly (readonly number[])[], side: number, isFirstMarked: boolean) {
  const below = (groups[0] ?? []).map(() => 0);
  const paths = groups.map((counts, group) =>
    counts
      .map((count, at) => {
        const from = below[at] ?? 0;
        const to = from + count;
        // Marked squares have separate rows, to stay visible among the others.
        below[at] = isFirstMarked && group === 0 ? Math.ceil(to / side) * side : to;
        return blockOf(from, to, at * side, side);
      })
      .join(''),
  );
  return { paths, rows: Math.max(...below.map((count) => Math.ceil(count / side)), 1) };
}

/** The squares from one number to another, row by row from the bottom, as a path of at most three boxes. */
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
