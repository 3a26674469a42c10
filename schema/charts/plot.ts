import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { dateOf } from '../fields/chart-dates.ts';
import type { ChartContent, ChartItem, ChartPlace } from '../fields/chart-fields.ts';
import type { ChartMark } from './drawn-chart.ts';
import { percent } from './rows.ts';
import type { ValueFormat } from './value-format.ts';

/** A point of a plot, in per cent from the left and from the top. */
interface Point {
  x: number;
  /** `null` if it was not measured. */
  y: number | null;
}

/** Draws a note above a point, on the side with more space. */
export const drawNote = (x: number, ...words: ChartMark[]): ChartMark => [
  'p',
  { 'data-note': x > 50 ? 'end' : '' },
  ['svg', { width: percent(x > 50 ? 100 - x : x), height: 1 }],
  ['span', {}, ...words],
];

/** Draws a line over time, or many columns side by side. */
export function drawPlot(
  chart: ChartContent,
  format: ValueFormat,
  place: ChartPlace,
  language: string,
): ChartMark[] {
  const { kind, items } = chart;
  const isLine = kind === 'line';
  const known = items.flatMap(({ value }) => value ?? []);
  const [lowest, highest] = [Math.min(0, ...known), Math.max(0, ...known)];
  const y = scaleLinear([lowest, highest > lowest ? highest : lowest + 1], [100, 0]).nice(3);
  const x = isLine ? timeScale(items) : (at: number) => (100 * (at + 0.5)) / items.length;
  const points = items.map(({ value }, at): Point => ({
    x: x(at),
    y: typeof value === 'number' ? y(value) : null,
  }));
  const isWhole = known.every(Number.isInteger);
  const ticks = y
    .ticks(3)
    .filter((tick) => !isWhole || Number.isInteger(tick))
    .toReversed();
  const valueAt = (at: number) =>
    `${dateText(items[at]?.label ?? '', language)}, ${format.full(items[at]?.value)}`;
  // A small plot has no notes and no ticks.
  const endText = (at: number) =>
    isLine && place !== 'small' ? dateText(items[at]?.label ?? '', language) : valueAt(at);
  const noted = notedOf(items, isLine);
  const gaps = gapsOf(points, isLine ? 0 : 50 / items.length);
  return [
    ...noted.map((at) => drawNote(x(at), items[at]?.text ?? valueAt(at))),
    ...gaps.slice(0, 1).map(({ from, to }) => drawNote((from + to) / 2, format.full(null))),
    [
      'svg',
      { 'data-series': '' },
      ...ticks.map((tick) => levelLine(y(tick), tick === 0 ? 'axis' : 'grid')),
      ...gaps.map(({ from, to }): ChartMark => [
        'rect',
        { x: percent(from), width: percent(to - from), height: '100%', 'data-look': 'gap' },
      ]),
      // Stretches to the size of the chart.
      [
        'svg',
        { viewBox: '0 0 100 100', preserveAspectRatio: 'none', width: '100%', height: '100%' },
        ...(isLine ? [linePath(points)] : columnPaths(items, points, y(0))),
      ],
      ...noted.flatMap((at) => pointMarks(points[at], isLine)),
    ],
    [
      'div',
      { 'data-ticks': '' },
      ...ticks.map((tick, at): ChartMark => [
        'p',
        {},
        ['span', {}, at === 0 ? format.full(tick) : format.plain(tick)],
      ]),
    ],
    ['div', { 'data-ends': '' }, ['span', {}, endText(0)], ['span', {}, endText(items.length - 1)]],
  ];
}

/** Returns the horizontal position of each item: by its date, if all items have one, else at equal distances. */
function timeScale(items: readonly ChartItem[]): (at: number) => number {
  const dates = items.map(({ label }) => dateOf(label)?.time);
  const [first, last] = [dates[0], dates.at(-1)];
  if (first !== undefined && last !== undefined && last > first && !dates.includes(undefined)) {
    const x = scaleLinear([first, last], [0, 100]);
    return (at) => x(dates[at] ?? first);
  }
  return (at) => (100 * at) / Math.max(1, items.length - 1);
}

/** Selects the items with a note: those that the author chose, and the last point of a line or the extremes of columns. */
function notedOf(items: readonly ChartItem[], isLine: boolean): number[] {
  const own = items.flatMap(({ text, mark }, at) => (text !== undefined || mark ? [at] : [])).slice(0, 2);
  const values = items.map(({ value }) => value ?? null);
  const known = values.filter((value) => value !== null);
  const more = isLine
    ? own.length < 2
      ? [values.findLastIndex((value) => value !== null)]
      : []
    : own.length > 0
      ? []
      : [Math.max(...known), Math.min(...known)].map((value) => values.indexOf(value));
  return [...new Set([...own, ...more])].filter((at) => at >= 0).toSorted((one, other) => one - other);
}

const levelLine = (y: number, look: string): ChartMark => [
  'line',
  { x2: '100%', y1: percent(y), y2: percent(y), 'data-look': look },
];

/** Draws a line from the note to its point, and the point. */
function pointMarks(point: Point | undefined, isPointed: boolean): ChartMark[] {
  if (point?.y == null) return [];
  const [x, y] = [percent(point.x), percent(point.y)];
  return [
    ['line', { x1: x, x2: x, y2: y, 'data-look': 'leader' }],
    ...(isPointed
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

const linePath = (points: readonly Point[]): ChartMark => [
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

function columnPaths(items: readonly ChartItem[], points: readonly Point[], zero: number): ChartMark[] {
  const width = (0.75 * 100) / items.length;
  const short = (value: number) => Number(value.toFixed(2));
  const pathOf = (isMarked: boolean) =>
    points
      .filter(({ y }, at) => y !== null && Boolean(items[at]?.mark) === isMarked)
      .map(
        ({ x, y }) =>
          `M${short(x - width / 2)} ${short(zero)}V${short(y ?? zero)}h${short(width)}V${short(zero)}z`,
      )
      .join('');
  return [
    ['path', { d: pathOf(false), 'data-look': 'rest' }],
    ['path', { d: pathOf(true), 'data-look': 'answer' }],
  ];
}

/** Finds the gaps of missing values: between their neighbours, or as wide as their columns. */
function gapsOf(points: readonly Point[], half: number): { from: number; to: number }[] {
  return points.flatMap(({ y }, at) => {
    if (y !== null || points[at - 1]?.y === null) return [];
    const next = points.findIndex((point, index) => index > at && point.y !== null);
    const last = next < 0 ? points.length - 1 : next - 1;
    const neighbours =
      half > 0
        ? [points[at], points[last]]
        : [points[at - 1] ?? points[at], points[last + 1] ?? points[last]];
    const [from = 0, to = 100] = neighbours.map((point) => point?.x);
    return [{ from: from - half, to: to + half }];
  });
}

/** Formats a label that is a date. Returns other labels unchanged. */
function dateText(label: string, language: string): string {
  const date = dateOf(label);
  if (!date || date.precision === 'year') return label;
  return new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'short',
    ...(date.precision === 'day' && { day: 'numeric' }),
  }).format(date.time);
}
