/** The kinds of charts. */
export const chartKinds = [
  'bars',
  'before-after',
  'counted',
  'skyline',
  'line',
  'share',
  'ranges',
  'heat',
] as const;
export type ChartKind = (typeof chartKinds)[number];

/** The options for a test chart. */
export interface ChartOptions {
  /** The number of values. */
  count: number;
  unit?: string;
  /** Returns the label of a value by its index. */
  label?: (index: number) => string;
  /** Returns a value by its index, or null for a missing value. */
  value?: (index: number) => number | null;
}

const formatValue = (value: number | null) => (value === null ? 'none' : String(value));
const defaultValue = (index: number) => ((index * 37) % 89) + 11;

/** Returns a `chart` block in YAML with `count` values. */
export function createChartYaml(kind: ChartKind, options: ChartOptions): string {
  const { count, unit = 'kWh', label = (index) => `Site ${index + 1}`, value = defaultValue } = options;
  const quoted = (index: number, maxLength = 80) => JSON.stringify(label(index).slice(0, maxLength));
  const range = (length: number) => Array.from({ length }, (_, index) => index);
  const number = (index: number) => formatValue(value(index));
  const items: Record<ChartKind, () => string[]> = {
    bars: () => range(count).map((index) => `{ label: ${quoted(index)}, value: ${number(index)} }`),
    'before-after': () =>
      range(Math.ceil(count / 2)).map(
        (index) =>
          `{ label: ${quoted(index)}, before: ${number(2 * index)}, after: ${number(2 * index + 1)} }`,
      ),
    // Each value is a group. The chart has at most 40 groups.
    counted: () =>
      range(Math.min(count, 40)).map((index) => {
        const thingCount =
          count > 40 ? Math.round(count / 4 + index) : Math.max(1, Math.round(Math.abs(value(index) ?? 1)));
        return `{ label: ${quoted(index)}, value: ${thingCount}${index === 0 ? ', mark: true' : ''} }`;
      }),
    // The chart has at most 48 columns, and each cell has a value of at least 1.
    skyline: () =>
      range(2).map((row) => {
        const cells = range(countSkylineColumns(count)).map(
          (index) => Math.abs(value(index + row) ?? 1) * (row ? 1 : 9),
        );
        return `{ label: ${quoted(row)}, cells: [${cells.map((cell) => Math.max(1, Math.round(cell))).join(', ')}]${row ? ', mark: true' : ''} }`;
      }),
    line: () =>
      range(count).map((index) => {
        const date = new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10);
        return `{ label: ${date}, value: ${number(index)}${index === 1 ? `, text: ${quoted(index, 60)}` : ''} }`;
      }),
    share: () =>
      range(Math.ceil(count / 2)).map((index) => {
        const part = ((index * 13) % 97) + 1;
        // Short labels keep large charts below the file size limit.
        const [first, second] = count > 100 ? ['in', 'out'] : [quoted(0, 60), quoted(1, 59)];
        const parts = `{ label: ${first}, value: ${part} }, { label: ${second}, value: ${100 - part} }`;
        return `{ label: ${quoted(index)}, parts: [${parts}] }`;
      }),
    ranges: () =>
      range(Math.max(2, Math.ceil(count / 2))).map((index) => {
        const [first, second] = [value(2 * index), value(2 * index + 1)];
        const sorted =
          first === null || second === null ? [first, second] : [first, second].toSorted((a, b) => a - b);
        return `{ label: ${quoted(index)}, lowest: ${formatValue(sorted[0] ?? null)}, highest: ${formatValue(sorted[1] ?? null)} }`;
      }),
    heat: () => {
      const columns = countHeatColumns(count);
      return range(Math.max(2, Math.ceil(count / columns))).map(
        (row) =>
          `{ label: ${quoted(row)}, cells: [${range(columns)
            .map((column) => number(row * columns + column))
            .join(', ')}] }`,
      );
    },
  };
  const columns = range(kind === 'skyline' ? countSkylineColumns(count) : countHeatColumns(count)).map(
    (index) => JSON.stringify(`${index}–${index + 1}`),
  );
  return [
    '- type: chart',
    `  heading: Values as ${kind}`,
    `  kind: ${kind}`,
    `  unit: ${JSON.stringify(kind === 'share' ? '%' : unit)}`,
    ...(kind === 'heat' || kind === 'skyline' ? [`  columns: [${columns.join(', ')}]`] : []),
    '  items:',
    ...items[kind]().map((item) => `    - ${item}`),
    '  source: Counted for a test.',
    '',
  ].join('\n');
}

const countHeatColumns = (count: number) => Math.min(24, Math.max(2, Math.ceil(Math.sqrt(count / 2))));

const countSkylineColumns = (count: number) => Math.max(2, Math.min(48, count));
