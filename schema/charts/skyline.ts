import type { PageWords } from '../blocks/block-definition.ts';
import type { ChartContent, ChartItem } from '../fields/chart-fields.ts';
import { drawSignNote, drawPattern, toSquareCount } from './counted.ts';
import type { ChartMark } from './drawn-chart.ts';
import { drawNote } from './plot.ts';
import { drawKey } from './rows.ts';
import type { ValueFormat } from './value-format.ts';

/**
 * The layouts for narrow and wide charts: the maximum height as a fraction of the width, and the maximum numbers of
 * squares and labels per row.
 */
const skylineLayouts = {
  narrow: { height: 0.36, across: 96, labels: 4 },
  wide: { height: 0.19, across: 300, labels: 8 },
} as const;

/** The squares of one item, which all have the same style. `counts` contains their number in each column. */
interface SkylineGroup {
  look: ReturnType<typeof chooseLook>;
  counts: number[];
}

/** Draws columns of squares, such as one column for each hour. Highlighted squares are at the bottom. */
export function drawSkyline(
  { items, columns = [] }: ChartContent,
  format: ValueFormat,
  texts: PageWords,
  id: string,
): ChartMark[] {
  const hasHighlight = items.some(({ mark }) => mark);
  const groups = items
    .map((item): SkylineGroup => ({
      look: chooseLook(item, hasHighlight),
      counts: columns.map((_, index) => Math.max(0, Math.round(item.cells?.[index] ?? 0))),
    }))
    .toSorted((a, b) => Number(b.look === 'answer') - Number(a.look === 'answer'));
  const totals = columns.map((_, index) => groups.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0));
  const highest = Math.max(...totals, 0);
  const note = drawPeakNote(groups, columns, totals.indexOf(highest), format);
  const drawings = (['narrow', 'wide'] as const).map((visibility): ChartMark => {
    const { height, across, labels } = skylineLayouts[visibility];
    const { thingsPerSquare, columnSquares } = fitSkylineGrid(highest, columns.length, height, across);
    const labelStep = Math.ceil(columns.length / labels);
    const shownLabels = columns.filter((_, index) => index % labelStep === 0);
    return [
      'div',
      { 'data-shown': visibility },
      note,
      drawSquares(groups, columns.length, thingsPerSquare, columnSquares, `${id}-${visibility}`),
      ['div', { 'data-hours': '' }, ...shownLabels.map((label): ChartMark => ['span', {}, label])],
      ...drawSignNote(
        thingsPerSquare,
        groups.flatMap(({ counts }) => counts),
        texts,
      ),
    ];
  });
  return [...drawings, ['ul', {}, ...items.map((item) => drawKeyItem(item, hasHighlight, format))]];
}

const chooseLook = ({ mark }: ChartItem, hasHighlight: boolean) =>
  mark ? 'answer' : hasHighlight ? 'rest' : 'ink';

/** Draws a note above the highest column, with the largest count in this column. */
function drawPeakNote(
  groups: readonly SkylineGroup[],
  columns: readonly string[],
  peak: number,
  format: ValueFormat,
): ChartMark {
  const largest = Math.max(...groups.map(({ counts }) => counts[peak] ?? 0));
  // In the right half, the note ends at the right edge of its column.
  const noteX = (100 * (peak >= columns.length / 2 ? peak + 1 : peak)) / columns.length;
  return drawNote(noteX, ['strong', {}, format.full(largest)], ' ', columns[peak] ?? '');
}

function drawSquares(
  groups: readonly SkylineGroup[],
  columns: number,
  thingsPerSquare: number,
  columnSquares: number,
  id: string,
): ChartMark {
  const squares = groups.map(({ counts }) => counts.map((count) => toSquareCount(count, thingsPerSquare)));
  const { paths, rows } = stackSquares(squares, columnSquares, groups[0]?.look === 'answer');
  // The y axis of SVG points down, so flip the rows.
  const transform = `translate(0 ${rows}) scale(1 -1)`;
  return [
    'svg',
    { viewBox: `0 0 ${columns * columnSquares} ${rows}`, width: '100%' },
    ...groups.flatMap(({ look }, index): ChartMark[] => [
      drawPattern(`${id}-${index}`, 'square', look),
      ['path', { d: paths[index] ?? '', transform, fill: `url(#${id}-${index})` }],
    ]),
  ];
}

/** Draws the key for an item, with the item's sum over all columns. */
function drawKeyItem(item: ChartItem, hasHighlight: boolean, format: ValueFormat): ChartMark {
  const total = (item.cells ?? []).reduce<number>((sum, cell) => sum + (cell ?? 0), 0);
  const text: ChartMark = ['span', {}, ['strong', {}, format.full(total)], ' ', item.label];
  return ['li', {}, drawKey(chooseLook(item, hasHighlight)), text];
}

/** Returns how many squares fit side by side in a column, and how many things each square represents. */
function fitSkylineGrid(highest: number, columns: number, height: number, across: number) {
  for (let thingsPerSquare = 1; ; thingsPerSquare *= 10) {
    const columnSquares = Math.max(1, Math.ceil(Math.sqrt(highest / thingsPerSquare / (height * columns))));
    if (columnSquares * columns <= across || highest / thingsPerSquare <= 1)
      return { thingsPerSquare: thingsPerSquare, columnSquares: columnSquares };
  }
}

/** Stacks the squares of all groups in each column, with `columnSquares` squares in a row. */
function stackSquares(
  groups: readonly (readonly number[])[],
  columnSquares: number,
  hasHighlightedFirst: boolean,
) {
  const stackHeights = (groups[0] ?? []).map(() => 0);
  const paths = groups.map((counts, group) =>
    counts
      .map((count, columnIndex) => {
        const from = stackHeights[columnIndex] ?? 0;
        const to = from + count;
        // Reserve whole rows for the highlighted squares, so that they stand out.
        stackHeights[columnIndex] =
          hasHighlightedFirst && group === 0 ? Math.ceil(to / columnSquares) * columnSquares : to;
        return toSquaresPath(from, to, columnIndex * columnSquares, columnSquares);
      })
      .join(''),
  );
  return { paths, rows: Math.max(...stackHeights.map((count) => Math.ceil(count / columnSquares)), 1) };
}

/**
 * Returns an SVG path of up to three boxes that cover the squares `from` to `to`. Squares are counted from the bottom,
 * row by row.
 */
function toSquaresPath(from: number, to: number, left: number, columnSquares: number): string {
  const boxes: string[] = [];
  let index = from;
  while (index < to) {
    const [row, column] = [Math.floor(index / columnSquares), index % columnSquares];
    const rows = column === 0 ? Math.floor((to - index) / columnSquares) : 0;
    const width = rows > 0 ? columnSquares : Math.min(columnSquares - column, to - index);
    boxes.push(`M${left + column} ${row}h${width}v${Math.max(1, rows)}h-${width}z`);
    index += rows > 0 ? rows * columnSquares : width;
  }
  return boxes.join('');
}
