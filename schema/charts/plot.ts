import { dateOf } from '../content/chart-dates.ts';
import type { ChartContent, ChartPlace } from '../content/chart-fields.ts';
import type { Mark } from './drawn-chart.ts';
import { drawNotes, type Note, plotWidth } from './notes.ts';
import type { ValueFormat } from './value-format.ts';
import { spacer } from './rows.ts';
import { extentOf, percent, roomFor, ticksOf } from './scale.ts';

/** More points than a line can show side by side are joined. */
const maxPoints = 500;

interface Point {
  x: number;
  value: number | null;
}

/** A line over time. Values that were not measured are a dashed box, which the line does not cross. */
export function drawLine(
  { items }: ChartContent,
  format: ValueFormat,
  place: ChartPlace,
  language: string,
): Mark[] {
  const dates = items.map(({ label }) => dateOf(label)?.time);
  const [first = 0, last = 0] = [dates[0], dates.at(-1)];
  const isTime = last > first && dates.every((time) => time !== undefined);
  const points = items.map(({ value }, at): Point => ({
    x: isTime
      ? (((dates[at] ?? first) - first) / (last - first)) * 100
      : (at / Math.max(1, items.length - 1)) * 100,
    value: value ?? null,
  }));
  const known = points.flatMap(({ value }) => value ?? []);
  const ticks = ticksOf(...extentOf(known), 4);
  const [lowest = 0, highest = 1] = [ticks[0], ticks.at(-1)];
  const yOf = (value: number) => ((highest - value) / (highest - lowest)) * 100;
  const labelOf = (at: number) => dateText(items[at]?.label ?? '', language);
  const gaps = gapsOf(points);
  const lastKnown = points.findLastIndex(({ value }) => value !== null);
  const marked = items.flatMap(({ text, mark }, at) => (text !== undefined || mark ? [at] : [])).slice(0, 2);
  const noted =
    marked.length < 2 && lastKnown >= 0 && !marked.includes(lastKnown) ? [...marked, lastKnown] : marked;
  const notes = noted.map((at): Note => {
    const { x = 0, value } = points[at] ?? {};
    const text = items[at]?.text ?? `${labelOf(at)}, ${format.full(value)}`;
    return { x, text, ...(typeof value === 'number' && { y: yOf(value) }) };
  });
  const [gap] = gaps;
  const missing = gap ? [{ x: (gap.from + gap.to) / 2, text: format.full(null) }] : [];
  const labels = [...ticks]
    .toReversed()
    .map((tick, at) => (at === 0 ? format.full(tick) : format.plain(tick)));
  const room = roomFor(labels);
  return plot({
    notes: [...notes, ...missing],
    room,
    grid: labels.map((text, at) => ({ text, isZero: ticks.at(-1 - at) === 0 })),
    series: [
      ...dashes(gaps),
      scaled([['path', { d: pathOf(points, yOf), 'data-look': 'line' }]]),
      // A value between two gaps would not be seen as a line.
      ...alone(points).map(({ x, value }) => dot(x, yOf(value ?? 0))),
    ],
    notesAt: notes,
    below: ticksBelow(
      items.map(({ label }) => label),
      points,
      // A small drawing has no notes and no grid.
      place === 'small' ? (at) => `${labelOf(at)}, ${format.full(items[at]?.value)}` : labelOf,
      room,
    ),
  });
}

/** Many bars side by side: only the first, the last and the extremes have their words. */
export function drawColumns({ items }: ChartContent, format: ValueFormat): Mark[] {
  const count = items.length;
  const extent = extentOf(items.flatMap(({ value }) => value ?? []));
  const [lowest, highest] = extent;
  const yOf = (value: number) => ((highest - value) / (highest - lowest || 1)) * 100;
  const zero = yOf(0);
  const xOf = (at: number) => ((at + 0.5) / count) * 100;
  const isKnown = (at: number) => typeof items[at]?.value === 'number';
  const every = [...items.keys()];
  const valueAt = (at: number) => items[at]?.value ?? 0;
  const best = (isBetter: (one: number, other: number) => boolean) =>
    every
      .filter(isKnown)
      .reduce<number | undefined>(
        (found, at) => (found !== undefined && !isBetter(valueAt(at), valueAt(found)) ? found : at),
        undefined,
      );
  const marked = every.filter((at) => items[at]?.mark);
  const extremes = [best((one, other) => one > other), best((one, other) => one < other)].filter(
    (at) => at !== undefined,
  );
  const noted = marked.length > 0 ? marked.slice(0, 2) : [...new Set(extremes)];
  const said = (at: number) => `${items[at]?.label}, ${format.full(items[at]?.value)}`;
  const notes = noted.map((at): Note => ({
    x: xOf(at),
    y: Math.min(zero, yOf(valueAt(at))),
    text: said(at),
  }));
  const width = count > maxPoints ? 1 : 0.75;
  const column = (at: number) => {
    const [top, bottom] = [Math.min(zero, yOf(valueAt(at))), Math.max(zero, yOf(valueAt(at)))];
    const left = ((at + (1 - width) / 2) / count) * 1000;
    return `M${short(left)} ${short(top * 10)}h${short((width / count) * 1000)}V${short(bottom * 10)}H${short(left)}z`;
  };
  const rest = joined(
    every.filter((at) => isKnown(at) && !marked.includes(at)),
    (at) => Math.abs(valueAt(at)),
  );
  const gaps = gapsOf(
    every.map((at) => ({ x: xOf(at), value: items[at]?.value ?? null })),
    50 / count,
  );
  return plot({
    notes,
    room: 0,
    grid: [],
    series: [
      ...dashes(gaps),
      scaled([
        ['path', { d: rest.map(column).join(''), 'data-look': 'rest' }],
        ['path', { d: marked.map(column).join(''), 'data-look': 'answer' }],
      ]),
      ['line', { x2: '100%', y1: percent(zero), y2: percent(zero), 'data-look': 'axis' }],
    ],
    notesAt: notes.map(({ x, y }) => ({ x, y, text: '' })),
    isPointed: false,
    below: [
      { x: 0, text: said(0), from: 0 },
      { x: 100, text: said(count - 1), from: 0 },
    ],
  });
}

interface Below {
  x: number;
  text: string;
  /** The first of three arrangements that has room for it. */
  from: number;
}

/** The parts of a plot, from its notes to the words below it. */
function plot(parts: {
  notes: readonly Note[];
  room: number;
  grid: readonly { text: string; isZero: boolean }[];
  series: readonly Mark[];
  notesAt: readonly Note[];
  isPointed?: boolean;
  below: readonly Below[];
}): Mark[] {
  const { notes, room, grid, series, notesAt, isPointed = true, below } = parts;
  const points = notesAt.flatMap(({ x, y }): Mark[] =>
    y === undefined
      ? []
      : [
          ['line', { x1: percent(x), x2: percent(x), y2: percent(y), 'data-look': 'leader' }],
          ...(isPointed ? [dot(x, y)] : []),
        ],
  );
  return [
    [
      'div',
      { 'data-body': '', 'data-room': room },
      ...drawNotes(notes, room),
      [
        'div',
        { 'data-area': notes.length > 0 ? 'noted' : '' },
        ...(grid.length === 0
          ? []
          : [
              [
                'div',
                { 'data-grid': '' },
                ...grid.map(({ text, isZero }, at): Mark => {
                  const isLast = at === grid.length - 1;
                  return [
                    'p',
                    { 'data-line': isZero ? 'zero' : isLast ? 'last' : '' },
                    ...(isLast && isZero ? [] : [['span', {}, text] as Mark]),
                  ];
                }),
              ] as Mark,
            ]),
        ['svg', { 'data-series': '' }, ...series, ...points],
      ],
      [
        'div',
        { 'data-below': '' },
        ...below.map(({ x, text, from }): Mark => {
          const isEnd = x > 50;
          return [
            'p',
            { 'data-below': isEnd ? 'end' : 'start', 'data-inside': from },
            spacer(isEnd ? 100 - x : x),
            ['span', {}, text],
          ];
        }),
      ],
    ],
  ];
}

/** What is drawn on a canvas of 1,000 × 1,000 that takes the shape of its place. */
const scaled = (marks: readonly Mark[]): Mark => [
  'svg',
  { viewBox: '0 0 1000 1000', preserveAspectRatio: 'none', width: '100%', height: '100%' },
  ...marks,
];

const dot = (x: number, y: number): Mark => [
  'svg',
  { x: percent(x), y: percent(y), overflow: 'visible' },
  ['rect', { x: -4.5, y: -4.5, width: 9, height: 9, 'data-look': 'answer' }],
];

const short = (value: number) => Number(value.toFixed(1));

function pathOf(points: readonly Point[], yOf: (value: number) => number): string {
  const shown = joined([...points.keys()], (at) => Math.abs(points[at]?.value ?? 0));
  let isDown = false;
  return shown
    .map((at) => {
      const { x = 0, value } = points[at] ?? {};
      if (typeof value !== 'number') {
        isDown = false;
        return '';
      }
      const step = `${isDown ? 'L' : 'M'}${short(x * 10)} ${short(yOf(value) * 10)}`;
      isDown = true;
      return step;
    })
    .join('');
}

/** Of many neighbours those with the largest and the smallest value, and all that are missing. */
function joined(all: readonly number[], valueOf: (at: number) => number): readonly number[] {
  if (all.length <= maxPoints) return all;
  const size = Math.ceil(all.length / (maxPoints / 2));
  return Array.from({ length: Math.ceil(all.length / size) }, (_, part) => {
    const some = all.slice(part * size, (part + 1) * size);
    const sorted = some.toSorted((one, other) => valueOf(one) - valueOf(other));
    return [...new Set([sorted[0], sorted.at(-1)])]
      .filter((at) => at !== undefined)
      .toSorted((one, other) => one - other);
  }).flat();
}

/** Where values are missing, with half a step at both sides. */
function gapsOf(points: readonly Point[], half?: number): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = [];
  for (let at = 0; at < points.length; at++) {
    if (points[at]?.value !== null) continue;
    const first = at;
    while (points[at + 1]?.value === null) at++;
    const [begin = 0, end = 0] = [points[first]?.x, points[at]?.x];
    const before = half ?? (begin - (points[first - 1]?.x ?? begin)) / 2;
    const after = half ?? ((points[at + 1]?.x ?? end) - end) / 2;
    gaps.push({ from: begin - before, to: end + after });
  }
  return gaps;
}

const dashes = (gaps: readonly { from: number; to: number }[]): Mark[] =>
  gaps.map(({ from, to }) => [
    'rect',
    { x: percent(from), width: percent(to - from), height: '100%', 'data-look': 'gap' },
  ]);

/** Values without a neighbour. */
const alone = (points: readonly Point[]): Point[] =>
  points.filter(
    ({ value }, at) =>
      value !== null && (points[at - 1]?.value ?? null) === null && (points[at + 1]?.value ?? null) === null,
  );

/** A date in the words of a language. Other labels stay as they are. */
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

/** The labels of the first and the last point, and between them those of years, as many as have room. */
function ticksBelow(
  labels: readonly string[],
  points: readonly Point[],
  labelOf: (at: number) => string,
  room: number,
): Below[] {
  const last = points.length - 1;
  const years = labels.map((label) => (dateOf(label) ? label.slice(0, 4) : undefined));
  const starts = [...labels.keys()].filter(
    (at) => at > 0 && at < last && years[at] !== undefined && years[at] !== years[at - 1],
  );
  const all: Below[] = [
    { x: 0, text: labelOf(0), from: 0 },
    { x: 100, text: labelOf(last), from: 0 },
  ];
  const isEveryYear = years.every((year, at) => year === labels[at]);
  for (const [from, width] of [280, 420, 700].map((one) => plotWidth(one, room)).entries())
    for (const at of isEveryYear ? [] : starts) {
      const tick = { x: points[at]?.x ?? 0, text: years[at] ?? '', from };
      const reach = (one: Below): [number, number] => {
        const size = ((one.text.length * 8 + 12) / width) * 100;
        return one.x > 50 ? [one.x - size, one.x] : [one.x, one.x + size];
      };
      const [begin, end] = reach(tick);
      if (begin > 0 && end < 100 && all.every((one) => reach(one)[1] < begin || end < reach(one)[0]))
        all.push(tick);
    }
  return all;
}
