import type { PageWords } from '../blocks/block-definition.ts';
import type { ChartContent, ChartPosition, ChartSign } from '../fields/chart-fields.ts';
import type { ChartMark } from './drawn-chart.ts';
import { signPaths } from './signs.ts';
import type { ValueFormat } from './value-format.ts';

/**
 * The layout of the groups for a range of chart widths. Lengths are in per cent of the chart width, unless stated
 * otherwise.
 */
interface GroupLayout {
  shown: 'narrow' | 'wide' | 'any';
  /** The chart width in pixels for which the size of the squares is computed. */
  width: number;
  /** The height of the groups in a chart with few squares. The style sheet must contain a rule for each height. */
  compactHeight: number;
  /** The height of the groups in a chart with many squares. */
  fullHeight: number;
  /** The minimum width of a group, so that its label fits. */
  minLabelWidth: number;
}

const narrowLayout: GroupLayout = {
  shown: 'narrow',
  width: 320,
  compactHeight: 40,
  fullHeight: 60,
  minLabelWidth: 26,
};
const fullLayout: GroupLayout = {
  shown: 'wide',
  width: 1000,
  compactHeight: 15,
  fullHeight: 15,
  minLabelWidth: 10,
};
const columnLayout: GroupLayout = {
  shown: 'wide',
  width: 720,
  compactHeight: 20,
  fullHeight: 40,
  minLabelWidth: 15,
};
const smallLayout: GroupLayout = {
  shown: 'any',
  width: 240,
  compactHeight: 20,
  fullHeight: 30,
  minLabelWidth: 0,
};
const groupLayouts: Record<ChartPosition, readonly [GroupLayout, ...GroupLayout[]]> = {
  block: [narrowLayout, { ...fullLayout, compactHeight: 10 }],
  field: [narrowLayout, fullLayout],
  half: [narrowLayout, columnLayout],
  beside: [narrowLayout, columnLayout],
  small: [smallLayout],
};
/** The gap between two groups, in per cent. */
const groupGap = 4;

/** Charts with fewer squares than this are drawn with the compact height. */
const maxCompactSquares = 250;
/**
 * Two groups with fewer squares in total than this are drawn close together. If they were far apart, they would not
 * look like one chart.
 */
const compactBelow = 30;
/** Maximum number of squares in a chart. More squares would be too small to see on a phone. */
const maxSquares = 12_000;
/** Minimum size at which signs are recognisable, in pixels. Squares and dots can be smaller. */
const minSignPx = 16;
/** Minimum size at which signs are drawn as outlines, in pixels. */
const minOutlinePx = 14;
const outlineWidthPx = 1.25;

/** Draws a chart in which each item is a group of squares or other signs. */
export function drawCounted(
  { items, sign }: ChartContent,
  format: ValueFormat,
  position: ChartPosition,
  texts: PageWords,
  id: string,
): ChartMark[] {
  const counts = items.map(({ value }) => Math.max(0, Math.round(value ?? 0)));
  const hasHighlight = items.some(({ mark, lost }) => mark || lost);
  const thingsPerSign = chooseThingsPerSign(counts, sign, groupLayouts[position][0]);
  const squares = counts.map((count) => toSquareCount(count, thingsPerSign));
  const groups = items.map(({ label, value, mark, lost }, index): ChartMark => {
    const look = mark ? 'answer' : lost || !hasHighlight ? 'ink' : 'rest';
    return [
      'div',
      { 'data-group': look },
      ['p', {}, ['strong', {}, format.full(value)], ' ', ['span', {}, label]],
      ...(value === null
        ? [['span', { 'data-missing': '' }, format.full(null)] as ChartMark]
        : groupLayouts[position].map((layout) => {
            const grid = fitSignGrid(squares, layout);
            return drawGroup(squares[index] ?? 0, grid, look, sign, `${id}-${layout.shown}-${index}`);
          })),
    ];
  });
  return [
    [
      'div',
      { 'data-groups': counts.length === 2 && sumValues(squares) >= compactBelow ? 'ends' : '' },
      ...groups,
    ],
    ...drawSignNote(thingsPerSign, counts, texts),
  ];
}

/** Returns the number of squares for a count of things. Any count above zero gets at least one square. */
export const toSquareCount = (count: number, thingsPerSign: number): number =>
  count === 0 ? 0 : Math.max(1, Math.round(count / thingsPerSign));

const sumValues = (numbers: readonly number[]) => numbers.reduce((sum, value) => sum + value, 0);

/**
 * Draws a note that says how many things a sign represents. Returns no marks if each sign represents only one thing.
 */
export function drawSignNote(
  thingsPerSign: number,
  counts: readonly number[],
  { words, language }: PageWords,
): ChartMark[] {
  if (thingsPerSign === 1) return [];
  const isExact = counts.every((count) => count % thingsPerSign === 0);
  const text = isExact ? words.squareCounts : words.squareCountsAbout;
  return [
    [
      'p',
      { 'data-each': '' },
      text.replace('{count}', new Intl.NumberFormat(language).format(thingsPerSign)),
    ],
  ];
}

/** Returns how many things each sign must represent, so that signs are large enough on a phone. */
function chooseThingsPerSign(counts: readonly number[], sign: ChartSign, layout: GroupLayout): number {
  const minPitch = sign === 'square' || sign === 'dot' ? 0 : minSignPx;
  for (let power = 1; ; power *= 10)
    for (const thingsPerSign of [power, 2 * power, 5 * power]) {
      const squares = counts.map((count) => toSquareCount(count, thingsPerSign));
      if (sumValues(squares) <= maxSquares && fitSignGrid(squares, layout).pitch >= minPitch)
        return thingsPerSign;
    }
}

interface SignGrid extends Pick<GroupLayout, 'shown'> {
  height: number;
  rows: number;
  /** The width of a square, in pixels. */
  pitch: number;
}

/**
 * Finds the smallest number of rows with which the groups fit side by side. Long labels limit the number of groups per
 * line.
 */
function fitSignGrid(
  squares: readonly number[],
  { shown, width, compactHeight, fullHeight, minLabelWidth }: GroupLayout,
): SignGrid {
  const height = sumValues(squares) < maxCompactSquares ? compactHeight : fullHeight;
  const maxCount = Math.max(...squares);
  const groupsPerRow = Math.min(squares.length, Math.floor((100 + groupGap) / (minLabelWidth + groupGap)));
  const countsInWidestRow =
    squares.length > groupsPerRow ? Array.from({ length: groupsPerRow }, () => maxCount) : squares;
  const getGroupWidth = (count: number, rows: number) => (Math.ceil(count / rows) * height) / rows;
  const canFit = (rows: number) =>
    sumValues(countsInWidestRow.map((count) => Math.max(minLabelWidth, getGroupWidth(count, rows)))) <=
    100 - groupGap * (groupsPerRow - 1);
  let rows = 2;
  while (rows < maxCount && !canFit(rows)) rows++;
  return { shown, height, rows, pitch: ((height / rows) * width) / 100 };
}

/** Draws a group of squares as full columns, followed by a column with the remaining squares. */
function drawGroup(
  count: number,
  { shown, height, rows, pitch }: SignGrid,
  look: string,
  sign: ChartSign,
  id: string,
): ChartMark {
  const fullColumns = Math.floor(count / rows);
  const remainder = count - fullColumns * rows;
  const path =
    (fullColumns > 0 ? `M0 0h${fullColumns}v${rows}H0z` : '') +
    (remainder > 0 ? `M${fullColumns} 0h1v${remainder}h-1z` : '');
  const isOutline = look === 'rest' && pitch >= minOutlinePx;
  return [
    'svg',
    {
      'data-shown': shown,
      'data-height': height,
      viewBox: `0 0 ${Math.ceil(count / rows)} ${rows}`,
    },
    drawPattern(id, sign, isOutline ? 'outline' : look, outlineWidthPx / pitch),
    ['path', { d: path, fill: `url(#${id})` }],
  ];
}

/** Draws an SVG pattern of 1 by 1 units that contains a sign. */
export const drawPattern = (id: string, sign: ChartSign, look: string, stroke = 0): ChartMark => [
  'pattern',
  { id, width: 1, height: 1, patternUnits: 'userSpaceOnUse' },
  [
    'path',
    {
      d: signPaths[sign],
      transform: 'scale(.05)',
      fillRule: 'evenodd',
      'data-look': look,
      ...(look === 'outline' && { strokeWidth: Number((20 * stroke).toFixed(2)) }),
    },
  ],
];
