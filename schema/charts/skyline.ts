import type { ChartContent, ChartItem } from '../content/chart-fields.ts';
import type { Mark } from './drawn-chart.ts';
import type { NoteOfMarks } from './counted.ts';
import type { ValueFormat } from './value-format.ts';
import { key, spacer } from './rows.ts';

/** The two arrangements: the highest share of the width, the most squares side by side, and the most labels below. */
const arrangements = {
  narrow: { height: 0.36, across: 96, labels: 4 },
  wide: { height: 0.19, across: 300, labels: 8 },
} as const;

/** Counts groups out in squares column by column, such as hour by hour. What is marked stands at the bottom. */
export function drawSkyline(
  { items, columns = [] }: ChartContent,
  format: ValueFormat,
  noteOf: NoteOfMarks,
): Mark[] {
  const lookOf = ({ mark }: ChartItem) => (mark ? 'answer' : items.some((one) => one.mark) ? 'rest' : 'ink');
  const groups = items
    .map((item) => ({
      look: lookOf(item),
      counts: columns.map((_, at) => Math.max(0, Math.round(item.cells?.[at] ?? 0))),
    }))
    .toSorted((one, other) => Number(other.look === 'answer') - Number(one.look === 'answer'));
  const totals = columns.map((_, at) => groups.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0));
  const peak = peakOf(columns, totals, groups, format);
  const drawings = (['narrow', 'wide'] as const).map((name): Mark => {
    const { height, across, labels } = arrangements[name];
    const { each, side } = gridOf(Math.max(...totals, 1), columns.length, height, across);
    const squares = (count: number) => (count === 0 ? 0 : Math.max(1, Math.round(count / each)));
    const below = columns.map(() => 0);
    const paths = groups.map(({ look, counts }) => {
      const path = counts.map((count, at) => {
        const [start = 0, more] = [below[at], squares(count)];
        // Marked squares have separate rows, to stay visible among the others.
        below[at] = look === 'answer' ? Math.ceil((start + more) / side) * side : start + more;
        return blockOf(start, start + more, at * side, side);
      });
      return { look, path: path.join('') };
    });
    const rows = Math.max(...below.map((count) => Math.ceil(count / side)), 1);
    const note = noteOf(
      each,
      groups.flatMap(({ counts }) => counts),
    );
    // Up is down in SVG, so the first row is the last one.
    const flip = `translate(0 ${rows}) scale(1 -1)`;
    return [
      'div',
      { 'data-skyline': name },
      peak,
      [
        'svg',
        { viewBox: `0 0 ${columns.length * side} ${rows}`, width: '100%' },
        ['defs', {}, ...paths.map(({ look }) => patternOf(`${name}-${look}`, look))],
        ...paths.map(({ look, path }): Mark => [
          'path',
          { d: path, transform: flip, fill: `url(#${name}-${look})` },
        ]),
      ],
      ['div', { 'data-hours': '' }, ...labelsBelow(columns, labels)],
      ...(note === undefined ? [] : [['p', { 'data-each': '' }, note] as Mark]),
    ];
  });
  return [
    ...drawings,
    [
      'ul',
      {},
      ...items.map((item): Mark => [
        'li',
        {},
        key(lookOf(item)),
        ['strong', {}, format.full((item.cells ?? []).reduce<number>((sum, cell) => sum + (cell ?? 0), 0))],
        ' ',
        ['span', {}, item.label],
      ]),
    ],
  ];
}

/** How many squares stand side by side in a column, and how many things each counts. */
function gridOf(highest: number, columns: number, height: number, across: number) {
  for (let each = 1; ; each *= 10) {
    const side = Math.max(1, Math.ceil(Math.sqrt(highest / each / (height * columns))));
    if (side * columns <= across || highest / each <= 1) return { each, side };
  }
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

/** A label for the highest column, with its largest number. It starts or ends with the column. */
function peakOf(
  columns: readonly string[],
  totals: readonly number[],
  groups: readonly { counts: readonly number[] }[],
  format: ValueFormat,
): Mark {
  const at = totals.indexOf(Math.max(...totals));
  const largest = Math.max(...groups.map(({ counts }) => counts[at] ?? 0));
  const isLate = at >= columns.length / 2;
  const room = isLate ? columns.length - at - 1 : at;
  return [
    'p',
    { 'data-peak': isLate ? 'end' : '' },
    spacer((100 * room) / columns.length),
    ['span', {}, ['strong', {}, format.full(largest)], ' ', columns[at] ?? ''],
  ];
}

/** Labels at the beginning of their columns, as many as have room. */
function labelsBelow(columns: readonly string[], most: number): Mark[] {
  const every = Math.ceil(columns.length / most);
  return columns.flatMap((label, at): Mark[] => (at % every === 0 ? [['span', {}, label]] : []));
}

const patternOf = (id: string, look: string): Mark => [
  'pattern',
  { id, width: 1, height: 1, patternUnits: 'userSpaceOnUse' },
  ['rect', { width: 0.8, height: 0.8, 'data-look': look }],
];
