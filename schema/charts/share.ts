import type { ChartContent, ChartItem } from '../content/chart-fields.ts';
import type { Mark } from './drawn-chart.ts';
import type { ValueFormat } from './value-format.ts';
import { axis, bar, box, key, row, rows } from './rows.ts';

interface Part {
  text: string;
  look: string;
  start: number;
  width: number;
}

/** One bar for each whole, divided into its parts, with their words below it. */
export function drawShares(chart: ChartContent, format: ValueFormat): Mark[] {
  const lines = partsOfAll(chart, format).map(([label, parts]) =>
    row(label, [
      ['div', { 'data-share': '' }, ...parts.map(({ width, look }) => box(width, look))],
      [
        'ul',
        {},
        ...parts.map(({ text, look }): Mark => [
          'li',
          { 'data-value': look === 'ink' ? 'answer' : look },
          key(look),
          ['span', {}, text],
        ]),
      ],
    ]),
  );
  return [['div', { 'data-rows': 'share' }, ...lines]];
}

/** Shares beside words: each part has a bar of its own, which begins where the one before ends. */
export function drawSmallShares(chart: ChartContent, format: ValueFormat): Mark[] {
  const texts: string[] = [];
  const lines = partsOfAll(chart, format).map(([label, parts]) => {
    texts.push(...parts.map(({ text }) => text));
    return row(label, [
      axis(0),
      ...parts.map(({ text, look, start, width }) => bar(start, [box(width, look)], text, look)),
    ]);
  });
  return rows(lines, texts, false);
}

function partsOfAll(chart: ChartContent, format: ValueFormat): [label: string, parts: Part[]][] {
  const isSome = chart.items.some(({ parts }) => parts?.some(({ mark, lost }) => mark || lost));
  return chart.items.map((item) => [item.label, partsOf(item, chart, format, isSome)]);
}

function partsOf(
  { parts = [] }: ChartItem,
  chart: ChartContent,
  format: ValueFormat,
  isSome: boolean,
): Part[] {
  const known = parts.reduce((sum, { value }) => sum + Math.max(0, value ?? 0), 0);
  const expected = chart.whole ?? (chart.unit === '%' ? 100 : known);
  const missing = parts.filter(({ value }) => value === null).length;
  // Parts that were not measured take the rest, or are drawn as large as the mean.
  const rest =
    missing === 0
      ? 0
      : expected > known
        ? (expected - known) / missing
        : (known || 1) / Math.max(1, parts.length - missing);
  const whole = Math.max(expected, known + rest * missing) || 1;
  let start = 0;
  return parts.map(({ label, value, mark, lost }, at) => {
    const width = (Math.max(0, value ?? rest) / whole) * 100;
    const text = value === null ? `${label}: ${format.full(value)}` : `${format.full(value)} ${label}`;
    const look = value === null ? 'gap' : mark ? 'answer' : lost || (!isSome && at === 0) ? 'ink' : 'open';
    const part = { text, look, start, width };
    start += width;
    return part;
  });
}
