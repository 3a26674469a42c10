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
  /** The lines of the row: a bar, or several bars end to end, with the text beside them. */
  lines: { bars: BarSpan[]; text?: ChartMark }[];
  change?: string | undefined;
  /** The key below the lines. */
  key?: ChartMark;
}

/** The minimum width of a visible bar, in per cent. */
const leastWidth = 0.4;

/** Formats a percentage for SVG, with up to three decimals. */
export const percent = (value: number): string => `${Number(value.toFixed(3))}%`;

const filledBox = (look: string): ChartMark => ['rect', { width: '100%', height: '100%', 'data-look': look }];

/** Draws the sample of a style in the key. */
export const drawKey = (look: string): ChartMark => ['svg', { width: 9, height: 9 }, filledBox(look)];

/** Draws bars from a common zero line, with one row for each item. */
export function drawRows(chart: ChartContent, format: ValueFormat, isInline: boolean): ChartMark[] {
  const isShare = chart.kind === 'share';
  const rows = toBarRows(chart, format, isInline);
  const ends = rows.flatMap(({ lines }) =>
    lines.flatMap(({ bars }) => bars.flatMap(({ from, to }) => [from, to])),
  );
  const [lowest, highest] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const x = scaleLinear([lowest, highest > lowest ? highest : lowest + 1], [0, 100]);
  const zero = percent(x(0));
  const axis: ChartMark = ['line', { x1: zero, x2: zero, y2: '100%', 'data-look': 'axis' }];
  const drawBar = ({ from, to, look }: BarSpan): ChartMark => [
    'svg',
    { x: percent(x(from)), width: percent(Math.max(leastWidth, x(to) - x(from))), height: '100%' },
    filledBox(look),
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
  const isSome = items.some(({ mark }) => mark);
  if (kind === 'share') return items.map((item) => shareRow(item, chart, format));
  if (kind === 'before-after')
    return items.map(({ label, before, after }, at) => ({
      label,
      lines: [
        lineFromZero(before, 'open', format, at === 0 ? chart.before : ''),
        lineFromZero(after, 'answer', format, at === 0 ? chart.after : ''),
      ],
      ...(typeof before === 'number' &&
        typeof after === 'number' && { change: format.change(before, after) }),
    }));
  if (kind === 'ranges') {
    const rows = items.map((item): BarRow => {
      const { label, value, lowest: from = value, highest: to = value, mark } = item;
      const word = isInline ? label : '';
      if (typeof from !== 'number' || typeof to !== 'number')
        return { label, lines: [lineFromZero(null, '', format, word)] };
      const look = mark || !isSome ? 'answer' : 'rest';
      // In inline charts, bars start at zero.
      const isFilled = isInline && from > 0;
      const bars = isFilled
        ? [{ from: 0, to: from, look }, ...(to > from ? [{ from, to, look: 'open' }] : [])]
        : [{ from, to, look }];
      return { label, lines: [{ bars, text: valueText(`${format.range(from, to)} ${word}`.trim(), look) }] };
    });
    return isInline ? [{ label: '', lines: rows.flatMap(({ lines }) => lines) }] : rows;
  }
  return items.map(({ label, value, mark }) => ({
    label,
    lines: [lineFromZero(value, mark ? 'answer' : 'rest', format)],
  }));
}

const valueText = (text: string, look: string): ChartMark => ['span', { 'data-value': look }, text];

function lineFromZero(
  value: number | null | undefined,
  look: string,
  format: ValueFormat,
  word = '',
): BarRow['lines'][number] {
  const text = `${format.full(value)} ${word}`.trim();
  if (typeof value !== 'number') return { bars: [], text: ['span', { 'data-missing': '' }, text] };
  const bar = { from: Math.min(0, value), to: Math.max(0, value), look };
  return { bars: value === 0 ? [] : [bar], text: valueText(text, look) };
}

/** Returns a bar for a whole, divided into its parts, with a key below it. */
function shareRow({ label, parts = [] }: ChartItem, chart: ChartContent, format: ValueFormat): BarRow {
  const isSome = chart.items.some((item) => item.parts?.some(({ mark, lost }) => mark || lost));
  const known = parts.reduce((sum, { value }) => sum + Math.max(0, value ?? 0), 0);
  const missing = parts.filter(({ value }) => value === null).length;
  const whole = chart.whole ?? (chart.unit === '%' ? 100 : known);
  // Parts that were not measured share the rest, or are as large as the mean.
  const mean = (known || 1) / Math.max(1, parts.length - missing);
  const rest = whole > known ? (whole - known) / Math.max(1, missing) : mean;
  const total = missing > 0 ? known + rest * missing : Math.max(whole, known);
  let end = 0;
  const drawn = parts.map(({ label: name, value, mark, lost }, at) => {
    const from = end;
    end += (100 * Math.max(0, value ?? rest)) / total;
    return {
      // Leave a small gap between the parts.
      bar: { from, to: at === parts.length - 1 ? end : Math.max(from, end - 0.3) },
      look: value === null ? 'gap' : mark ? 'answer' : lost || (!isSome && at === 0) ? 'ink' : 'open',
      text: value === null ? `${name}: ${format.full(value)}` : `${format.full(value)} ${name}`,
    };
  });
  return {
    label,
    lines: [{ bars: drawn.map(({ bar, look }) => ({ ...bar, look })) }],
    key: [
      'ul',
      {},
      ...drawn.map(({ look, text }): ChartMark => [
        'li',
        { 'data-value': look },
        drawKey(look),
        ['span', {}, text],
      ]),
    ],
  };
}
