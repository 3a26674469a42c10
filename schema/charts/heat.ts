import type { ChartContent } from '../content/chart-fields.ts';
import type { Mark } from './drawn-chart.ts';
import type { ValueFormat } from './value-format.ts';

interface Cell {
  text: string;
  /** From 1 to 4; 0 if it was not measured. */
  level: number;
  lost?: true;
}

/** A table whose cells get darker with their value; turned on a telephone if that makes it narrower. */
export function drawHeat({ items, columns = [] }: ChartContent, format: ValueFormat): Mark[] {
  const known = items.flatMap(({ cells = [] }) => cells).filter((value) => typeof value === 'number');
  const [lowest, highest] = known.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Infinity, -Infinity],
  );
  const from = Math.min(0, lowest);
  const cells = items.map(({ cells: row = [], lost }) =>
    columns.map((_, at): Cell => {
      const value = row[at];
      if (typeof value !== 'number') return { text: '–', level: 0 };
      const share = (value - from) / (highest - from || 1);
      return {
        text: format.plain(value),
        level: Math.min(4, 1 + Math.floor(share * 4 * 0.999)),
        ...(lost && { lost }),
      };
    }),
  );
  const rows = items.map(({ label }) => label);
  const turned = columns.map((_, at) => cells.flatMap((row) => row[at] ?? []));
  const isTurned = rows.length < columns.length;
  const longest = Math.max(...cells.flat().map(({ text }) => text.length), 1);
  return [
    table(columns, rows, cells, longest, isTurned ? 'not-narrow' : 'any'),
    ...(isTurned ? [table(rows, columns, turned, longest, 'narrow')] : []),
  ];
}

/** How much of three arrangements is left for cells. */
const roomForCells = [190, 310, 560];

/** The first arrangement in which columns have a width, or 3 if there is none. */
const firstWithRoom = (columns: number, width: number): number => {
  const found = roomForCells.findIndex((room) => room / columns >= width);
  return found < 0 ? roomForCells.length : found;
};

function table(
  columns: readonly string[],
  rows: readonly string[],
  cells: readonly (readonly Cell[])[],
  longest: number,
  shown: string,
): Mark {
  const width = Math.max(26, longest * 8.5 + 10);
  // ValueFormat, and the words above them, only where they have room; words also stand upright.
  const numbersFrom = firstWithRoom(columns.length, width);
  const longestWord = Math.max(
    ...columns.flatMap((column) => column.split(/\s/).map(({ length }) => length)),
    1,
  );
  const levelFrom = firstWithRoom(columns.length, longestWord * 8 + 4);
  const wordsFrom = firstWithRoom(columns.length, 20);
  return [
    'div',
    { 'data-shown': shown, 'data-format': numbersFrom, 'data-words': wordsFrom, 'data-upright': levelFrom },
    [
      'table',
      {},
      [
        'thead',
        {},
        ['tr', {}, ['td', {}], ...columns.map((column): Mark => ['th', {}, ['span', {}, column]])],
      ],
      [
        'tbody',
        {},
        ...rows.map((label, at): Mark => [
          'tr',
          {},
          ['th', {}, label],
          ...(cells[at] ?? []).map(({ text, level, lost }): Mark => [
            'td',
            { 'data-level': level, ...(lost && { 'data-lost': '' }) },
            ['span', {}, text],
          ]),
        ]),
      ],
    ],
    ['p', { 'data-ends': '' }, ['span', {}, columns[0] ?? ''], ['span', {}, columns.at(-1) ?? '']],
  ];
}
