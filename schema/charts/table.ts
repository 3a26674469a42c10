import type { PageWords } from '../blocks/block-definition.ts';
import type { ChartContent, ChartItem } from '../fields/chart-fields.ts';
import { capitalize } from '../base/text.ts';
import type { ValueFormat } from './value-format.ts';

interface NamedValue {
  name: string;
  value: number | null | undefined;
}

/** Returns the values of an item, each with a name such as its column heading. */
function listItemValues(item: ChartItem, { kind, columns = [], before, after }: ChartContent): NamedValue[] {
  const { value, lowest, highest, parts = [], cells = [] } = item;
  if (kind === 'before-after')
    return [
      { name: before, value: item.before },
      { name: after, value: item.after },
    ];
  if (kind === 'share') return parts.map((part) => ({ name: part.label, value: part.value }));
  if (kind === 'heat' || kind === 'skyline')
    return cells.map((cell, index) => ({ name: columns[index] ?? '', value: cell }));
  const values = kind === 'ranges' && value === undefined ? [lowest, highest] : [value];
  return values.map((rangeValue) => ({ name: '', value: rangeValue }));
}

/** Returns a table of all chart values, with headings. */
export function toChartTable(chart: ChartContent, format: ValueFormat, { words }: PageWords): string[][] {
  const { kind, items, columns = [], before, after } = chart;
  if (kind === 'share')
    return [
      ['', '', words.chartValue],
      ...items.flatMap((item) =>
        listItemValues(item, chart).map(({ name, value }) => [item.label, name, format.full(value)]),
      ),
    ];
  const headings = {
    'before-after': [capitalize(before), capitalize(after)],
    ranges: [words.lowest, words.highest],
    heat: columns,
    skyline: columns,
    bars: [words.chartValue],
    counted: [words.chartValue],
    line: [words.chartValue],
  }[kind];
  return [
    ['', ...headings],
    ...items.map((item) => {
      const cells = listItemValues(item, chart).map(({ value }) => format.full(value));
      // The single value of a range is shown in both columns, as the lowest and the highest.
      return [item.label, ...(kind === 'ranges' && cells.length === 1 ? [...cells, ...cells] : cells)];
    }),
  ];
}

/**
 * Returns a sentence that describes a chart. If the chart has more than twelve values, the sentence names only the
 * first, last, highest and lowest value.
 */
export function describeChart(
  chart: ChartContent,
  format: ValueFormat,
  { words, language }: PageWords,
): string {
  const allValues = chart.items.flatMap((item) =>
    listItemValues(item, chart).map(({ name, value }) => ({
      value: value ?? null,
      text: `${[item.label, name].filter(Boolean).join(', ')}: ${format.full(value)}`,
    })),
  );
  if (allValues.length <= 12) return chart.items.map((item) => describeItem(item, chart, format)).join('; ');
  const sortedValues = allValues
    .filter(({ value }) => value !== null)
    .toSorted((a, b) => Number(a.value) - Number(b.value));
  const placeholderTexts: Record<string, string | undefined> = {
    count: new Intl.NumberFormat(language).format(allValues.length),
    first: allValues[0]?.text,
    last: allValues.at(-1)?.text,
    highest: sortedValues.find(({ value }) => value === sortedValues.at(-1)?.value)?.text,
    lowest: sortedValues[0]?.text,
  };
  return words.chartSummary.replaceAll(/\{(\w+)\}/g, (_, name: string) => placeholderTexts[name] ?? '–');
}

function describeItem(item: ChartItem, chart: ChartContent, format: ValueFormat): string {
  const { kind } = chart;
  const { label, lowest, highest } = item;
  if (typeof lowest === 'number' && typeof highest === 'number')
    return `${label}: ${format.range(lowest, highest)}`;
  const texts = listItemValues(item, chart).map(({ name, value }) => {
    if (kind === 'heat') return `${name}: ${format.full(value)}`;
    return kind === 'skyline' || name === '' ? format.full(value) : `${format.full(value)} ${name}`;
  });
  return kind === 'counted' ? `${texts.join('')} ${label}` : `${label}: ${[...new Set(texts)].join(', ')}`;
}
