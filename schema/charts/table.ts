import type { Texts } from '../content/block-definition.ts';
import type { ChartContent } from '../content/chart-fields.ts';
import type { ValueFormat } from './value-format.ts';

/** A value of a chart, and what it is called where it stands. */
interface Said {
  value: number | null;
  name: string;
  text: string;
}

/** The format of a chart line by line, for its table and its sentence. */
interface Line {
  label: string;
  values: Said[];
  /** What a whole line says. */
  text: string;
}

/** All format of a chart as a table, with headings. */
export function toTable(chart: ChartContent, format: ValueFormat, { words }: Texts): string[][] {
  const { kind, items, columns = [] } = chart;
  if (kind === 'share')
    return items.flatMap(({ label, parts = [] }, at) => {
      const rows = parts.map((part) => [label, part.label, format.full(part.value)]);
      return at === 0 ? [['', '', words.chartValue], ...rows] : rows;
    });
  const head = {
    bars: [words.chartValue],
    counted: [words.chartValue],
    line: [words.chartValue],
    'before-after': [chart.before, chart.after].map((word) => capital(word)),
    ranges: [words.lowest, words.highest],
    heat: columns,
    skyline: columns,
  }[kind];
  return [
    ['', ...head],
    ...items.map(({ label, value, before, after, lowest = value, highest = value, cells = [] }) => [
      label,
      ...(kind === 'before-after'
        ? [before, after]
        : kind === 'ranges'
          ? [lowest, highest]
          : kind === 'heat' || kind === 'skyline'
            ? cells
            : [value]
      ).map((one) => format.full(one)),
    ]),
  ];
}

const capital = (word: string) => word.slice(0, 1).toLocaleUpperCase() + word.slice(1);

/** All that a chart shows as a sentence; of more than twelve values the first, last, highest and lowest. */
export function toSentence(chart: ChartContent, format: ValueFormat, { words, language }: Texts): string {
  const lines = linesOf(chart, format);
  const all = lines.flatMap(({ label, values }) => values.map((said) => ({ ...said, label })));
  if (all.length <= 12) return lines.map(({ text }) => text).join('; ');
  const measured = all.filter(({ value }) => value !== null);
  const by = (isBetter: (one: number, other: number) => boolean) =>
    measured.reduce<(typeof all)[number] | undefined>(
      (best, one) => (best && !isBetter(Number(one.value), Number(best.value)) ? best : one),
      undefined,
    );
  const shown = {
    count: { text: new Intl.NumberFormat(language).format(all.length) },
    first: all[0],
    last: all.at(-1),
    highest: by((one, other) => one > other),
    lowest: by((one, other) => one < other),
  };
  return words.chartSummary.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const said = shown[name as keyof typeof shown]; // the words have no other placeholders
    if (!said) return '–';
    return 'label' in said
      ? `${[said.label, said.name].filter(Boolean).join(', ')}: ${format.full(said.value)}`
      : said.text;
  });
}

function linesOf({ kind, items, columns = [], before, after }: ChartContent, format: ValueFormat): Line[] {
  const said = (value: number | null | undefined, name = '', text?: string): Said => ({
    value: value ?? null,
    name,
    text: text ?? format.full(value),
  });
  return items.map(
    ({ label, value, before: earlier, after: later, lowest, highest, parts = [], cells = [] }) => {
      const named = (one: number | null | undefined, name: string) =>
        said(one, name, `${format.full(one)} ${name}`);
      const values = {
        bars: () => [said(value)],
        counted: () => [said(value)],
        line: () => [said(value)],
        'before-after': () => [named(earlier, before), named(later, after)],
        share: () => parts.map((part) => named(part.value, part.label)),
        ranges: () => (value === undefined ? [said(lowest), said(highest)] : [said(value)]),
        skyline: () => cells.map((cell, at) => said(cell, columns[at] ?? '')),
        heat: () =>
          cells.map((cell, at) =>
            said(cell, columns[at] ?? '', `${columns[at] ?? ''}: ${format.full(cell)}`),
          ),
      }[kind]();
      const texts =
        typeof lowest === 'number' && typeof highest === 'number'
          ? [format.range(lowest, highest)]
          : [...new Set(values.map(({ text }) => text))];
      return {
        label,
        values,
        text: kind === 'counted' ? `${texts.join('')} ${label}` : `${label}: ${texts.join(', ')}`,
      };
    },
  );
}
