import type { Texts } from '../blocks/block-definition.ts';
import type { ChartContent, ChartPlace, ChartSign } from '../fields/chart-fields.ts';
import type { ChartMark } from './drawn-chart.ts';
import { signPaths } from './signs.ts';
import type { ValueFormat } from './value-format.ts';

/** A layout of groups for a range of chart widths. Lengths are in per cent of the width. */
interface GroupLayout {
  shown: 'narrow' | 'wide' | 'any';
  /** The width for which the groups are drawn, in pixels. */
  width: number;
  /** The heights of groups with few and with many squares in total. Only these heights have styles. */
  few: number;
  many: number;
  /** The minimum width of a group, for its label. */
  words: number;
}

const narrow: GroupLayout = { shown: 'narrow', width: 320, few: 40, many: 60, words: 26 };
const across: GroupLayout = { shown: 'wide', width: 1000, few: 15, many: 15, words: 10 };
const column: GroupLayout = { shown: 'wide', width: 720, few: 20, many: 40, words: 15 };
const small: GroupLayout = { shown: 'any', width: 240, few: 20, many: 30, words: 0 };
const groupLayouts: Record<ChartPlace, readonly [GroupLayout, ...GroupLayout[]]> = {
  block: [narrow, { ...across, few: 10 }],
  field: [narrow, across],
  half: [narrow, column],
  beside: [narrow, column],
  small: [small],
};
/** The gap between two groups, in per cent. */
const groupGap = 4;

/** Charts with fewer squares in total are drawn lower. */
const fewSquares = 250;
/** With fewer squares in total, two groups are drawn close together. Far apart, they would not look like one chart. */
const compactBelow = 30;
/** More squares would be too small to see on a phone. */
const maxSquares = 12_000;
/** The minimum size of recognizable signs, in pixels. Squares and dots can be smaller. */
const smallestSign = 16;
/** The minimum size of squares with an outline, in pixels. */
const smallestOutline = 14;
const outlineWidth = 1.25;

/** Draws groups of squares or signs. */
export function drawCounted(
  { items, sign }: ChartContent,
  format: ValueFormat,
  place: ChartPlace,
  site: Texts,
  id: string,
): ChartMark[] {
  const counts = items.map(({ value }) => Math.max(0, Math.round(value ?? 0)));
  const isSome = items.some(({ mark, lost }) => mark || lost);
  const each = countOfEach(counts, sign, groupLayouts[place][0]);
  const squares = counts.map((count) => toSquares(count, each));
  const groups = items.map(({ label, value, mark, lost }, at): ChartMark => {
    const look = mark ? 'answer' : lost || !isSome ? 'ink' : 'rest';
    return [
      'div',
      { 'data-group': look },
      ['p', {}, ['strong', {}, format.full(value)], ' ', ['span', {}, label]],
      ...(value === null
        ? [['span', { 'data-missing': '' }, format.full(null)] as ChartMark]
        : groupLayouts[place].map((layout) => {
            const grid = fitSignGrid(squares, layout);
            return drawGroup(squares[at] ?? 0, grid, look, sign, `${id}-${layout.shown}-${at}`);
          })),
    ];
  });
  return [
    [
      'div',
      { 'data-groups': counts.length === 2 && sumOf(squares) >= compactBelow ? 'ends' : '' },
      ...groups,
    ],
    ...drawEach(each, counts, site),
  ];
}

/** Returns the number of squares if each represents several things: at least one, if there are any things. */
export const toSquares = (count: number, each: number): number =>
  count === 0 ? 0 : Math.max(1, Math.round(count / each));

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** Draws the note on how many things a sign represents, if there is more than one. */
export function drawEach(each: number, counts: readonly number[], { words, language }: Texts): ChartMark[] {
  if (each === 1) return [];
  const isExact = counts.every((count) => count % each === 0);
  const text = isExact ? words.squareCounts : words.squareCountsAbout;
  return [['p', { 'data-each': '' }, text.replace('{count}', new Intl.NumberFormat(language).format(each))]];
}

/** Returns how many things a sign must represent to be large enough on a phone. */
function countOfEach(counts: readonly number[], sign: ChartSign, layout: GroupLayout): number {
  const smallest = sign === 'square' || sign === 'dot' ? 0 : smallestSign;
  for (let power = 1; ; power *= 10)
    for (const each of [power, 2 * power, 5 * power]) {
      const squares = counts.map((count) => toSquares(count, each));
      if (sumOf(squares) <= maxSquares && fitSignGrid(squares, layout).pitch >= smallest) return each;
    }
}

interface SignGrid extends Pick<GroupLayout, 'shown'> {
  height: number;
  rows: number;
  /** The size of a square, in pixels. */
  pitch: number;
}

/** Finds the minimum number of rows with which all groups fit side by side, or as many groups as their labels allow. */
function fitSignGrid(
  squares: readonly number[],
  { shown, width, few: low, many: high, words }: GroupLayout,
): SignGrid {
  const height = sumOf(squares) < fewSquares ? low : high;
  const most = Math.max(...squares);
  const perLine = Math.min(squares.length, Math.floor((100 + groupGap) / (words + groupGap)));
  const shared = squares.length > perLine ? Array.from({ length: perLine }, () => most) : squares;
  const widthOf = (count: number, rows: number) => (Math.ceil(count / rows) * height) / rows;
  const isFitting = (rows: number) =>
    sumOf(shared.map((count) => Math.max(words, widthOf(count, rows)))) <= 100 - groupGap * (perLine - 1);
  let rows = 2;
  while (rows < most && !isFitting(rows)) rows++;
  return { shown, height, rows, pitch: ((height / rows) * width) / 100 };
}

/** Draws a group: full columns, and the rest in a last column. */
function drawGroup(
  count: number,
  { shown, height, rows, pitch }: SignGrid,
  look: string,
  sign: ChartSign,
  id: string,
): ChartMark {
  const full = Math.floor(count / rows);
  const left = count - full * rows;
  const path = (full > 0 ? `M0 0h${full}v${rows}H0z` : '') + (left > 0 ? `M${full} 0h1v${left}h-1z` : '');
  const isOutline = look === 'rest' && pitch >= smallestOutline;
  return [
    'svg',
    {
      'data-shown': shown,
      'data-height': height,
      viewBox: `0 0 ${Math.ceil(count / rows)} ${rows}`,
    },
    drawPattern(id, sign, isOutline ? 'outline' : look, outlineWidth / pitch),
    ['path', { d: path, fill: `url(#${id})` }],
  ];
}

/** Draws a pattern of 1 by 1 with a sign in it. */
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
