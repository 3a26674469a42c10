import type { ChartContent, ChartItem } from '../../../schema/content/chart-fields.ts';
import type { Mark } from '../../../src/render/entry-server.tsx';
import type { Numbers } from './numbers.ts';
import { row, spacer } from './rows.ts';
import { percent } from './scale.ts';

/** The least width of a bar in the three arrangements, and what a letter and the edges of a label take. */
const barWidths = [240, 420, 470];
const [letter, edges] = [8, 22];

interface Part {
  text: string;
  look: string;
  start: number;
  width: number;
  /** The first arrangement in which the label fits inside. */
  fitsFrom: number;
}

/** One bar for each whole, divided into its parts. */
export function drawShares(chart: ChartContent, numbers: Numbers): Mark[] {
  const isSome = chart.items.some(({ parts }) => parts?.some(({ mark }) => mark));
  const lines = chart.items.map((item) => {
    const parts = partsOf(item, chart, numbers, isSome);
    const below = parts.filter(({ fitsFrom }) => fitsFrom > 0);
    return row(item.label, [
      [
        'div',
        { 'data-share': '' },
        ...parts.map(({ width, look }): Mark => [
          'svg',
          { width: percent(width), 'data-look': look },
          ['rect', { width: '100%', height: '100%' }],
        ]),
        ...parts
          .filter(({ fitsFrom }) => fitsFrom < barWidths.length)
          .map(({ start, text, look, fitsFrom }): Mark => [
            'p',
            { 'data-inside': fitsFrom },
            spacer(start),
            ['span', { 'data-on': look }, text],
          ]),
      ],
      ...(below.length === 0
        ? []
        : [
            [
              'ul',
              {},
              ...below.map(({ text, look, fitsFrom }): Mark => [
                'li',
                { 'data-until': fitsFrom, 'data-value': look },
                [
                  'svg',
                  { width: 9, height: 9, 'data-look': look },
                  ['rect', { width: '100%', height: '100%' }],
                ],
                ['span', {}, text],
              ]),
            ] as Mark,
          ]),
    ]);
  });
  return [['div', { 'data-rows': 'share' }, ...lines]];
}

function partsOf({ parts = [] }: ChartItem, chart: ChartContent, numbers: Numbers, isSome: boolean): Part[] {
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
  return parts.map(({ label, value, mark }, at) => {
    const width = (Math.max(0, value ?? rest) / whole) * 100;
    const text = value === null ? `${label}: ${numbers.full(value)}` : `${numbers.full(value)} ${label}`;
    const room = text.length * letter + edges;
    const found = barWidths.findIndex((bar) => (bar * width) / 100 >= room);
    const look = value === null ? 'gap' : mark ? 'answer' : !isSome && at === 0 ? 'ink' : 'open';
    const part = { text, look, start, width, fitsFrom: found < 0 ? barWidths.length : found };
    start += width;
    return part;
  });
}
