import { scaleQuantize } from 'd3-scale';
import type { ChartContent } from '../fields/chart-fields.ts';
import type { ChartMark } from './drawn-chart.ts';
import type { ValueFormat } from './value-format.ts';

/** The maximum number of characters in a row of cells, for each of three widths. */
const rooms = [24, 40, 70];

/** Draws a table with darker cells for higher values. */
export function drawHeat({ items, columns = [] }: ChartContent, format: ValueFormat): ChartMark[] {
  const known = items.flatMap(({ cells = [] }) => cells.filter((value) => value !== null));
  const [lowest, highest] = [Math.min(0, ...known), Math.max(...known)];
  const levelOf = scaleQuantize([lowest, highest > lowest ? highest : lowest + 1], [1, 2, 3, 4]);
  const rows = items.map(({ label, cells = [], lost }): ChartMark => [
    'tr',
    {},
    ['th', {}, label],
    ...columns.map((_, at): ChartMark => {
      const value = cells[at] ?? null;
      return [
        'td',
        {
          'data-level': value === null ? 0 : levelOf(value),
          ...(value !== null && lost && { 'data-lost': '' }),
        },
        ['span', {}, value === null ? '–' : format.plain(value)],
      ];
    }),
  ]);
  // Show numbers and column headings only at widths where they fit.
  const longest = Math.max(
    ...known.map((value) => format.plain(value).length),
    ...columns.flatMap((column) => column.split(/\s/).map(({ length }) => length)),
  );
  const from = rooms.findIndex((room) => columns.length * (longest + 1) <= room);
  return [
    [
      'table',
      { 'data-texts': from < 0 ? 'never' : from },
      [
        'thead',
        {},
        ['tr', {}, ['td', {}], ...columns.map((column): ChartMark => ['th', {}, ['span', {}, column]])],
      ],
      ['tbody', {}, ...rows],
    ],
    ['div', { 'data-ends': '' }, ['span', {}, columns[0] ?? ''], ['span', {}, columns.at(-1) ?? '']],
  ];
}
