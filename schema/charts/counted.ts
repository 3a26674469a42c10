import type { Texts } from '../blocks/block-definition.ts';
import type { ChartContent, ChartPlace, ChartSign } from '../fields/chart-fields.ts';
import type { ChartMark } from './drawn-chart.ts';
import { signPaths } from './signs.ts';
import type { ValueFormat } from './value-format.ts';

/** How groups are counted out up to a width of the chart. Lengths are in per cent of it. */
interface GroupLayout {
  shown: 'narrow' | 'wide' | 'any';
  /** The width for which it is drawn, in pixels. */
  width: number;
  /** The heights of groups with few and with many squares in all, for which there are styles. */
  few: number;
  many: number;
  /** The room for the words of a group. */
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
/** The room between two groups. */
const groupGap = 4;

/** Groups with fewer squares in all are drawn lower. */
const fewSquares = 250;
/** Two groups of fewer stand together: far apart, so few would not be read as one picture. */
const compactBelow = 30;
/** More squares than this would be too small to be seen on a telephone. */
const maxSquares = 12_000;
/** A sign that is smaller cannot be recognised, in pixels; of squares and dots there is nothing to recognise. */
const smallestSign = 16;
/** Smaller squares have no room for an outline. */
const smallestOutline = 14;
const outlineWidth = 1.25;

/** Counts groups out in squares or signs. */
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

/** The number of squares for things of which each stands for several: one at least, if there are any. */
export const toSquares = (count: number, each: number): number =>
  count === 0 ? 0 : Math.max(1, Math.round(count / each));

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** Says for how many things a mark stands, if not for one. */
export function drawEach(each: number, counts: readonly number[], { words, language }: Texts): ChartMark[] {
  if (each === 1) return [];
  const isExact = counts.every((count) => count % each === 0);
  const text = isExact ? words.squareCounts : words.squareCountsAbout;
  return [['p', { 'data-each': '' }, text.replace('{count}', new Intl.NumberFormat(language).format(each))]];
}

/** For how many things a mark stands, so that it is large enough to be seen on a telephone. */
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

/** The fewest rows with which groups fit beside each other, or as many of the largest as have room for their words. */
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

/** A group: whole columns, and what is left in a last one. */
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

/** A square of 1 by 1 with a sign in it. */
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
