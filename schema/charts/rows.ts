import type { ChartContent, ChartItem } from '../content/chart-fields.ts';
import type { Mark } from './drawn-chart.ts';
import type { ValueFormat } from './value-format.ts';
import { extentOf, percent, roomFor, ticksOf } from './scale.ts';

/** Empty room of a width, before what stands at a place. */
export const spacer = (width: number): Mark => ['svg', { width: percent(width), height: 1 }];

/** A filled box of a width. `look` is how it is drawn. */
export const box = (width: number, look: string): Mark => [
  'svg',
  { width: percent(width), 'data-look': look },
  ['rect', { width: '100%', height: '100%' }],
];

/** The look of a group, before its words. */
export const key = (look: string): Mark => [
  'svg',
  { width: 9, height: 9, 'data-look': look },
  ['rect', { width: '100%', height: '100%' }],
];

/** The line at zero, at a share of the width. */
export const axis = (at: number): Mark => ['svg', { 'data-axis': '', width: percent(at) }];

/** A bar, or the pieces of one, that begin at a share of the width, with their words. */
export const bar = (start: number, drawn: readonly Mark[], text: string, look: string): Mark => [
  'p',
  {},
  ...(start > 0 ? [spacer(start)] : []),
  ...drawn,
  ['span', { 'data-value': look }, text],
];

/** A line of a drawing: a label, what is drawn, and what stands at the end. */
export const row = (label: string, drawn: readonly Mark[], end?: string, isMarked?: boolean): Mark => [
  'div',
  { 'data-row': '' },
  ['p', { 'data-label': '' }, label],
  ['div', { 'data-plot': '' }, ...drawn],
  ...(end === undefined ? [] : [['p', { 'data-end': isMarked ? 'answer' : '' }, end] as Mark]),
];

/** All lines of a drawing, with the room that the texts at their bars need. */
export const rows = (lines: readonly Mark[], texts: readonly string[], hasEnd: boolean): Mark[] => [
  ['div', { 'data-rows': hasEnd ? 'end' : '', 'data-room': roomFor(texts) }, ...lines],
];

/** One bar or two for each item, from a common zero. */
export function drawBars(chart: ChartContent, format: ValueFormat): Mark[] {
  const isPair = chart.kind === 'before-after';
  const valuesOf = ({ value, before, after }: ChartItem) => (isPair ? [before, after] : [value]);
  const [lowest, highest] = extentOf(
    chart.items.flatMap((item) => valuesOf(item).filter((value) => typeof value === 'number')),
  );
  const scale = 100 / (highest - lowest || 1);
  const zero = -lowest * scale;
  const texts: string[] = [];
  let hasEnd = false;
  const lines = chart.items.map((item, at) => {
    const words = at === 0 && isPair ? [chart.before, chart.after] : [];
    const drawn = valuesOf(item).map((value, which): Mark => {
      const look = isPair ? (which === 0 ? 'open' : 'answer') : item.mark ? 'answer' : 'rest';
      const text = [format.full(value), words[which]].filter(Boolean).join(' ');
      texts.push(text);
      if (typeof value !== 'number') return ['p', {}, spacer(zero), ['span', { 'data-missing': '' }, text]];
      const width = Math.abs(value) * scale;
      return bar(value < 0 ? zero - width : zero, value === 0 ? [] : [box(width, look)], text, look);
    });
    const { before, after } = item;
    const end =
      isPair && typeof before === 'number' && typeof after === 'number'
        ? format.change(before, after)
        : undefined;
    hasEnd ||= end !== undefined;
    return row(item.label, [axis(zero), ...drawn], end, true);
  });
  return rows(lines, texts, hasEnd);
}

/** Ranges beside words: bars from a common zero, which are open from the lowest to the highest value. */
export function drawSmallRanges({ items }: ChartContent, format: ValueFormat): Mark[] {
  const ends = items.map(({ value, lowest = value, highest = value }) => [lowest, highest] as const);
  const [from, to] = extentOf(ends.flat().filter((value) => typeof value === 'number'));
  const scale = 100 / (to - from || 1);
  const texts: string[] = [];
  const isSome = items.some(({ mark }) => mark);
  const bars = items.map(({ label, mark }, at): Mark => {
    const [lowest, highest] = ends[at] ?? [];
    const isKnown = typeof lowest === 'number' && typeof highest === 'number';
    const text = `${isKnown ? format.range(lowest, highest) : format.full(null)} ${label}`;
    texts.push(text);
    if (!isKnown) return ['p', {}, ['span', { 'data-missing': '' }, text]];
    const look = mark || !isSome ? 'answer' : 'open';
    // Filled from zero to the nearer end.
    const pieces: [start: number, end: number, look: string][] =
      lowest >= 0
        ? [
            [0, lowest, look],
            [lowest, highest, 'open'],
          ]
        : highest <= 0
          ? [
              [lowest, highest, 'open'],
              [highest, 0, look],
            ]
          : [[lowest, highest, 'open']];
    const drawn = pieces.flatMap(([start, end, how]) =>
      end > start ? [box((end - start) * scale, how)] : [],
    );
    return bar((Math.min(lowest, 0) - from) * scale, drawn, text, look);
  });
  return rows([row('', [axis(-from * scale), ...bars])], texts, false);
}

/** How many letters a scale has room for where it is narrowest. */
const lettersOfScale = 30;

/** A bar from the lowest to the highest value of each item, on a common scale. */
export function drawRanges(chart: ChartContent, format: ValueFormat): Mark[] {
  const ends = chart.items.map(({ value, lowest = value, highest = value }) => [lowest, highest] as const);
  const [lowestOfAll, highestOfAll] = extentOf(ends.flat().filter((value) => typeof value === 'number'));
  const ticks = ticksOf(lowestOfAll, highestOfAll, 3);
  const [from = 0, to = 1] = [ticks[0], ticks.at(-1)];
  const at = (value: number) => ((value - from) / (to - from || 1)) * 100;
  const grid = ticks.map((tick): Mark => [
    'line',
    { x1: percent(at(tick)), x2: percent(at(tick)), y2: '100%', 'data-look': tick === 0 ? 'axis' : 'grid' },
  ]);
  const lines = chart.items.map(({ label, mark }, index) => {
    const [lowest, highest] = ends[index] ?? [];
    const isSome = chart.items.some((item) => item.mark);
    const look = mark || !isSome ? 'answer' : 'rest';
    if (typeof lowest !== 'number' || typeof highest !== 'number')
      return row(label, [['span', { 'data-missing': '' }, format.full(null)]], '', false);
    const place = { y: 3, height: 10, 'data-look': look };
    const drawn: Mark =
      lowest === highest
        ? ['svg', { x: percent(at(lowest)), overflow: 'visible' }, ['rect', { x: -5, width: 10, ...place }]]
        : ['rect', { x: percent(at(lowest)), width: percent(at(highest) - at(lowest)), ...place }];
    return row(
      label,
      [['svg', { 'data-range': '' }, ...grid, drawn]],
      format.range(lowest, highest),
      look === 'answer',
    );
  });
  const first = format.plain(from);
  const last = format.full(to);
  // The others stand in the middle of their line, with as much room between them.
  const between = Math.max(...ticks.slice(1, -1).map((tick) => format.plain(tick).length), 0);
  const step = lettersOfScale / (ticks.length - 1);
  const hasRoom =
    between + 2 <= step && last.length + between / 2 + 1 <= step && first.length + between / 2 + 1 <= step;
  const scale: Mark = [
    'div',
    { 'data-row': 'scale' },
    ['p', { 'data-label': '' }],
    [
      'div',
      { 'data-plot': '' },
      ...ticks.flatMap((tick, index): Mark[] => {
        const isLast = index === ticks.length - 1;
        if (isLast) return [['p', { 'data-tick': 'last' }, ['span', {}, last]]];
        const isShown = index === 0 ? first.length + last.length <= lettersOfScale : hasRoom;
        return isShown
          ? [
              [
                'p',
                { 'data-tick': index === 0 ? 'first' : '' },
                spacer(at(tick)),
                ['span', {}, format.plain(tick)],
              ],
            ]
          : [];
      }),
    ],
  ];
  return [['div', { 'data-rows': 'ranges' }, scale, ...lines]];
}
