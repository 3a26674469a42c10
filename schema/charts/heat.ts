import { scaleQuantize } from 'd3-scale';
import type { ChartContent } from '../fields/chart-fields.ts';
import type { ChartMark } from './drawn-chart.ts';
import type { ValueFormat } from './value-format.ts';

/** Maximum number of characters that fit in a row of cells, for each of three chart widths. */
const maxRowLengths = [24, 40, 70];

/** Draws a heat map: a table in which cells with higher values are darker. */
export function drawHeat({ items, columns = [] }: ChartContent, format: ValueFormat): ChartMark[] {
  const knownValues = items.flatMap(({ cells = [] }) => cells.filter((value) => value !== null));
  const [lowest, highest] = [Math.min(0, ...knownValues), Math.max(...knownValues)];
  const toLevel = scaleQuantize([lowest, highest > lowest ? highest : lowest + 1], [1, 2, 3, 4]);
  const rows = items.map(({ label, cells = [], lost }): ChartMark => [
    'tr',
    {},
    ['th', {}, label],
    ...columns.map((_, index): ChartMark => {
      const value = cells[index] ?? null;
      return [
        'td',
        {
          'data-level': value === null ? 0 : toLevel(value),
          ...(value !== null && lost && { 'data-lost': '' }),
        },
        ['span', {}, value === null ? '–' : format.plain(value)],
      ];
    }),
  ]);
  // Show numbers and column headings only at widths where they fit.
  const longest = Math.max(
    ...knownValues.map((value) => format.plain(value).length),
    ...columns.flatMap((column) => column.split(/\s/).map(({ length }) => length)),
  );
  const firstFit = maxRowLengths.findIndex((maxRowLength) => columns.length * (longest + 1) <= maxRowLength);
  return [
    [
      'table',
      { 'data-texts': firstFit < 0 ? 'never' : firstFit },
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
