import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { parseChartDate } from '../fields/chart-dates.ts';
import type { ChartContent, ChartItem, ChartPosition } from '../fields/chart-fields.ts';
import type { ChartMark } from './drawn-chart.ts';
import { toSvgPercent } from './rows.ts';
import type { ValueFormat } from './value-format.ts';

/** A point in a plot, in per cent from the left and from the top. */
interface Point {
  x: number;
  /** `null` if the value was not measured. */
  y: number | null;
}

/** Draws a note above a point. The text of the note is on the side with more space. */
export const drawNote = (x: number, ...content: ChartMark[]): ChartMark => [
  'p',
  { 'data-note': x > 50 ? 'end' : '' },
  ['svg', { width: toSvgPercent(x > 50 ? 100 - x : x), height: 1 }],
  ['span', {}, ...content],
];

/** Draws a line chart, or bars as columns side by side. */
export function drawPlot(
  chart: ChartContent,
  format: ValueFormat,
  position: ChartPosition,
  language: string,
): ChartMark[] {
  const { kind, items } = chart;
  const isLine = kind === 'line';
  const knownValues = items.flatMap(({ value }) => value ?? []);
  const [lowest, highest] = [Math.min(0, ...knownValues), Math.max(0, ...knownValues)];
  const y = scaleLinear([lowest, highest > lowest ? highest : lowest + 1], [100, 0]).nice(3);
  const x = isLine ? createXScale(items) : (index: number) => (100 * (index + 0.5)) / items.length;
  const points = items.map(({ value }, index): Point => ({
    x: x(index),
    y: typeof value === 'number' ? y(value) : null,
  }));
  const isIntegerChart = knownValues.every(Number.isInteger);
  const ticks = y
    .ticks(3)
    .filter((tick) => !isIntegerChart || Number.isInteger(tick))
    .toReversed();
  const formatValueAt = (index: number) =>
    `${formatDateLabel(items[index]?.label ?? '', language)}, ${format.full(items[index]?.value)}`;
  // A small plot has no notes and no ticks.
  const formatEndLabel = (index: number) =>
    isLine && position !== 'small'
      ? formatDateLabel(items[index]?.label ?? '', language)
      : formatValueAt(index);
  const notedIndexes = selectNotedItems(items, isLine);
  const gaps = findGaps(points, isLine ? 0 : 50 / items.length);
  return [
    ...notedIndexes.map((index) => drawNote(x(index), items[index]?.text ?? formatValueAt(index))),
    ...gaps.slice(0, 1).map(({ from, to }) => drawNote((from + to) / 2, format.full(null))),
    [
      'svg',
      { 'data-series': '' },
      ...ticks.map((tick) => drawLevel(y(tick), tick === 0 ? 'axis' : 'grid')),
      ...gaps.map(({ from, to }): ChartMark => [
        'rect',
        { x: toSvgPercent(from), width: toSvgPercent(to - from), height: '100%', 'data-look': 'gap' },
      ]),
      // This inner SVG is stretched to the size of the chart.
      [
        'svg',
        { viewBox: '0 0 100 100', preserveAspectRatio: 'none', width: '100%', height: '100%' },
        ...(isLine ? [drawLine(points)] : drawColumns(items, points, y(0))),
      ],
      ...notedIndexes.flatMap((index) => drawPoint(points[index], isLine)),
    ],
    [
      'div',
      { 'data-ticks': '' },
      ...ticks.map((tick, index): ChartMark => [
        'p',
        {},
        ['span', {}, index === 0 ? format.full(tick) : format.plain(tick)],
      ]),
    ],
    [
      'div',
      { 'data-ends': '' },
      ['span', {}, formatEndLabel(0)],
      ['span', {}, formatEndLabel(items.length - 1)],
    ],
  ];
}

/**
 * Returns a function that converts an item index to an x position. If all labels are dates, the positions depend on the
 * dates. Otherwise, the items are evenly spaced.
 */
function createXScale(items: readonly ChartItem[]): (index: number) => number {
  const dates = items.map(({ label }) => parseChartDate(label)?.time);
  const [first, last] = [dates[0], dates.at(-1)];
  if (first !== undefined && last !== undefined && last > first && !dates.includes(undefined)) {
    const x = scaleLinear([first, last], [0, 100]);
    return (index) => x(dates[index] ?? first);
  }
  return (index) => (100 * index) / Math.max(1, items.length - 1);
}

/**
 * Returns the indexes of the items that get a note: up to two that the author marked, or by default the last point or
 * the extremes.
 */
function selectNotedItems(items: readonly ChartItem[], isLine: boolean): number[] {
  const chosenNotes = items
    .flatMap(({ text, mark }, index) => (text !== undefined || mark ? [index] : []))
    .slice(0, 2);
  const values = items.map(({ value }) => value ?? null);
  const knownValues = values.filter((value) => value !== null);
  const defaultNotes = isLine
    ? chosenNotes.length < 2
      ? [values.findLastIndex((value) => value !== null)]
      : []
    : chosenNotes.length > 0
      ? []
      : [Math.max(...knownValues), Math.min(...knownValues)].map((value) => values.indexOf(value));
  return [...new Set([...chosenNotes, ...defaultNotes])]
    .filter((index) => index >= 0)
    .toSorted((a, b) => a - b);
}

const drawLevel = (y: number, look: string): ChartMark => [
  'line',
  { x2: '100%', y1: toSvgPercent(y), y2: toSvgPercent(y), 'data-look': look },
];

/** Draws a vertical line from a note to its point. In line charts, also draws the point. */
function drawPoint(point: Point | undefined, hasPoint: boolean): ChartMark[] {
  if (point?.y == null) return [];
  const [x, y] = [toSvgPercent(point.x), toSvgPercent(point.y)];
  return [
    ['line', { x1: x, x2: x, y2: y, 'data-look': 'leader' }],
    ...(hasPoint
      ? [
          [
            'svg',
            { x, y, overflow: 'visible' },
            ['rect', { x: -4.5, y: -4.5, width: 9, height: 9, 'data-look': 'answer' }],
          ] as ChartMark,
        ]
      : []),
  ];
}

const drawLine = (points: readonly Point[]): ChartMark => [
  'path',
  {
    d:
      line<Point>()
        .defined(({ y }) => y !== null)
        .x(({ x }) => x)
        .y(({ y }) => y ?? 0)
        .digits(2)(points) ?? '',
    'data-look': 'line',
  },
];

function drawColumns(items: readonly ChartItem[], points: readonly Point[], zero: number): ChartMark[] {
  const width = (0.75 * 100) / items.length;
  const roundToHundredth = (value: number) => Number(value.toFixed(2));
  const toColumnPath = (isMarked: boolean) =>
    points
      .filter(({ y }, index) => y !== null && Boolean(items[index]?.mark) === isMarked)
      .map(
        ({ x, y }) =>
          `M${roundToHundredth(x - width / 2)} ${roundToHundredth(zero)}V${roundToHundredth(y ?? zero)}h${roundToHundredth(width)}V${roundToHundredth(zero)}z`,
      )
      .join('');
  return [
    ['path', { d: toColumnPath(false), 'data-look': 'rest' }],
    ['path', { d: toColumnPath(true), 'data-look': 'answer' }],
  ];
}

/**
 * Finds the spans of missing values. In a line chart, they extend to the neighbouring points. In a column chart, they
 * are as wide as the missing columns.
 */
function findGaps(points: readonly Point[], halfWidth: number): { from: number; to: number }[] {
  return points.flatMap(({ y }, index) => {
    if (y !== null || points[index - 1]?.y === null) return [];
    const next = points.findIndex((point, laterIndex) => laterIndex > index && point.y !== null);
    const last = next < 0 ? points.length - 1 : next - 1;
    const neighbours =
      halfWidth > 0
        ? [points[index], points[last]]
        : [points[index - 1] ?? points[index], points[last + 1] ?? points[last]];
    const [from = 0, to = 100] = neighbours.map((point) => point?.x);
    return [{ from: from - halfWidth, to: to + halfWidth }];
  });
}

/** Formats a label that is a date with a month or a day. Returns other labels unchanged. */
function formatDateLabel(label: string, language: string): string {
  const date = parseChartDate(label);
  if (!date || date.precision === 'year') return label;
  return new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'short',
    ...(date.precision === 'day' && { day: 'numeric' }),
  }).format(date.time);
}
