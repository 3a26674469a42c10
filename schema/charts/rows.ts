import { scaleLinear } from 'd3-scale';
import type { ChartContent, ChartItem } from '../fields/chart-fields.ts';
import type { ChartMark } from './drawn-chart.ts';
import type { ValueFormat } from './value-format.ts';

interface BarSpan {
  from: number;
  to: number;
  /** The style of the bar. */
  look: string;
}

interface BarRow {
  label: string;
  /** The lines in the row. Each line has one or more bars, placed end to end, and optional text beside the bars. */
  lines: { bars: BarSpan[]; text?: ChartMark }[];
  change?: string | undefined;
  /** The key below the lines, which explains the parts of the bar. */
  key?: ChartMark;
}

/** The minimum width of a visible bar, in per cent. */
const minBarWidth = 0.4;

/** Formats a percentage for SVG, with up to three decimals. */
export const toSvgPercent = (value: number): string => `${Number(value.toFixed(3))}%`;

const drawBox = (look: string): ChartMark => ['rect', { width: '100%', height: '100%', 'data-look': look }];

/** Draws a sample of a bar style for use in a key. */
export const drawKey = (look: string): ChartMark => ['svg', { width: 9, height: 9 }, drawBox(look)];

/** Draws bars from a common zero line, with one row for each item. */
export function drawRows(chart: ChartContent, format: ValueFormat, isInline: boolean): ChartMark[] {
  const isShare = chart.kind === 'share';
  const rows = toBarRows(chart, format, isInline);
  const endValues = rows.flatMap(({ lines }) =>
    lines.flatMap(({ bars }) => bars.flatMap(({ from, to }) => [from, to])),
  );
  const [lowest, highest] = [Math.min(0, ...endValues), Math.max(0, ...endValues)];
  const x = scaleLinear([lowest, highest > lowest ? highest : lowest + 1], [0, 100]);
  const zero = toSvgPercent(x(0));
  const axis: ChartMark = ['line', { x1: zero, x2: zero, y2: '100%', 'data-look': 'axis' }];
  const drawBar = ({ from, to, look }: BarSpan): ChartMark => [
    'svg',
    { x: toSvgPercent(x(from)), width: toSvgPercent(Math.max(minBarWidth, x(to) - x(from))), height: '100%' },
    drawBox(look),
  ];
  return [
    [
      'div',
      { 'data-rows': isShare ? 'share' : '' },
      ...rows.map(({ label, lines, change, key }): ChartMark => [
        'div',
        { 'data-row': '' },
        ['p', { 'data-label': '' }, label],
        ...(change === undefined ? [] : [['p', { 'data-change': '' }, change] as ChartMark]),
        [
          'div',
          { 'data-lines': '' },
          ...lines.flatMap(({ bars, text }): ChartMark[] => [
            ['svg', { 'data-bars': '' }, ...bars.map(drawBar), ...(isShare ? [] : [axis])],
            ...(text ? [text] : []),
          ]),
          ...(key ? [key] : []),
        ],
      ]),
    ],
  ];
}

function toBarRows(chart: ChartContent, format: ValueFormat, isInline: boolean): BarRow[] {
  const { kind, items } = chart;
  const hasHighlight = items.some(({ mark }) => mark);
  if (kind === 'share') return items.map((item) => toShareRow(item, chart, format));
  if (kind === 'before-after')
    return items.map(({ label, before, after }, index) => ({
      label,
      lines: [
        toZeroLine(before, 'open', format, index === 0 ? chart.before : ''),
        toZeroLine(after, 'answer', format, index === 0 ? chart.after : ''),
      ],
      ...(typeof before === 'number' &&
        typeof after === 'number' && { change: format.change(before, after) }),
    }));
  if (kind === 'ranges') {
    const rows = items.map((item): BarRow => {
      const { label, value, lowest: from = value, highest: to = value, mark } = item;
      const suffix = isInline ? label : '';
      if (typeof from !== 'number' || typeof to !== 'number')
        return { label, lines: [toZeroLine(null, '', format, suffix)] };
      const look = mark || !hasHighlight ? 'answer' : 'rest';
      // In inline charts, a range above zero gets a bar from zero to its lowest value, followed by the range itself.
      const startsAtZero = isInline && from > 0;
      const bars = startsAtZero
        ? [{ from: 0, to: from, look }, ...(to > from ? [{ from, to, look: 'open' }] : [])]
        : [{ from, to, look }];
      return {
        label,
        lines: [{ bars, text: drawValue(`${format.range(from, to)} ${suffix}`.trim(), look) }],
      };
    });
    return isInline ? [{ label: '', lines: rows.flatMap(({ lines }) => lines) }] : rows;
  }
  return items.map(({ label, value, mark }) => ({
    label,
    lines: [toZeroLine(value, mark ? 'answer' : 'rest', format)],
  }));
}

const drawValue = (text: string, look: string): ChartMark => ['span', { 'data-value': look }, text];

function toZeroLine(
  value: number | null | undefined,
  look: string,
  format: ValueFormat,
  suffix = '',
): BarRow['lines'][number] {
  const text = `${format.full(value)} ${suffix}`.trim();
  if (typeof value !== 'number') return { bars: [], text: ['span', { 'data-missing': '' }, text] };
  const bar = { from: Math.min(0, value), to: Math.max(0, value), look };
  return { bars: value === 0 ? [] : [bar], text: drawValue(text, look) };
}

/** Returns a row whose bar is divided into the parts of a whole, with a key below it. */
function toShareRow({ label, parts = [] }: ChartItem, chart: ChartContent, format: ValueFormat): BarRow {
  const hasHighlight = chart.items.some((item) => item.parts?.some(({ mark, lost }) => mark || lost));
  const knownSum = parts.reduce((sum, { value }) => sum + Math.max(0, value ?? 0), 0);
  const missingCount = parts.filter(({ value }) => value === null).length;
  const whole = chart.whole ?? (chart.unit === '%' ? 100 : knownSum);
  // Parts that were not measured share the rest of the whole equally. If there is no rest, each is as wide as the mean
  // of the known parts.
  const mean = (knownSum || 1) / Math.max(1, parts.length - missingCount);
  const missingValue = whole > knownSum ? (whole - knownSum) / Math.max(1, missingCount) : mean;
  const total = missingCount > 0 ? knownSum + missingValue * missingCount : Math.max(whole, knownSum);
  let end = 0;
  const drawnParts = parts.map(({ label: name, value, mark, lost }, index) => {
    const from = end;
    end += (100 * Math.max(0, value ?? missingValue)) / total;
    return {
      // Leave a small gap between the parts.
      bar: { from, to: index === parts.length - 1 ? end : Math.max(from, end - 0.3) },
      look:
        value === null ? 'gap' : mark ? 'answer' : lost || (!hasHighlight && index === 0) ? 'ink' : 'open',
      text: value === null ? `${name}: ${format.full(value)}` : `${format.full(value)} ${name}`,
    };
  });
  return {
    label,
    lines: [{ bars: drawnParts.map(({ bar, look }) => ({ ...bar, look })) }],
    key: [
      'ul',
      {},
      ...drawnParts.map(({ look, text }): ChartMark => [
        'li',
        { 'data-value': look },
        drawKey(look),
        ['span', {}, text],
      ]),
    ],
  };
}
