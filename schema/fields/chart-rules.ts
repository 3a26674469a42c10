import type { z } from 'zod';
import type { ChartContent, ChartItem, ChartKind } from './chart-fields.ts';
import { dateOf } from './chart-dates.ts';
import { issueAt } from './issue-at.ts';

type Context = Pick<z.RefinementCtx, 'addIssue'>;

/** The values that an item needs, by the kind of chart. */
const allowedValues: Record<ChartKind, readonly (keyof ChartItem)[]> = {
  bars: ['value'],
  'before-after': ['before', 'after'],
  counted: ['value'],
  skyline: ['cells'],
  line: ['value'],
  share: ['parts'],
  ranges: ['lowest', 'highest'],
  heat: ['cells'],
};
/** Optional settings of an item, by the kind of chart. */
const othersOf: Partial<Record<ChartKind, readonly (keyof ChartItem)[]>> = {
  bars: ['mark'],
  counted: ['mark', 'lost'],
  skyline: ['mark'],
  heat: ['lost'],
  line: ['mark', 'text'],
  ranges: ['mark', 'value'],
};
const needs: Partial<Record<keyof ChartItem, string>> = {
  value: 'a `value`: a number, or `none` if it was not measured',
  before: 'the value `before`: a number, or `none` if it was not measured',
  after: 'the value `after`: a number, or `none` if it was not measured',
  parts: '`parts`: the list of its parts, each with a `label` and a `value`',
  lowest: 'the `lowest` and the `highest` value of its range, or a single `value`',
  highest: 'the `highest` value of its range',
  cells: '`cells`: the list of its values, one for each column',
};

/** The maximum lengths of texts in a chart on a phone, in characters. */
const room = { label: 80, text: 60, column: 24, unit: 20, part: 60 };

/** Checks the settings of a chart that depend on each other. */
export function checkChart(chart: ChartContent, context: Context): void {
  const { kind, unit, sign, items, columns, whole } = chart;
  const hasColumns = kind === 'heat' || kind === 'skyline';
  if (unit === undefined && kind !== 'counted' && kind !== 'skyline')
    issueAt(context, ['unit'], '`unit` is the unit of the values, such as `h`, `%` or `visits`');
  if (hasColumns && columns === undefined)
    issueAt(context, ['columns'], '`columns` is the list of column headings');
  if (columns !== undefined && !hasColumns) notOf(context, ['columns'], 'heat` or `kind: skyline', kind);
  if (sign !== 'square' && kind !== 'counted') notOf(context, ['sign'], 'counted', kind);
  if (whole !== undefined && kind !== 'share') notOf(context, ['whole'], 'share', kind);
  checkRoom(context, ['unit'], unit, room.unit);
  for (const [at, column] of (columns ?? []).entries())
    checkRoom(context, ['columns', at], column, room.column);
  checkLabels(items, ['items'], context, room.label);
  for (const [at, item] of items.entries()) {
    checkSettings(item, at, kind, context);
    checkRoom(context, ['items', at, 'text'], item.text, room.text);
  }
  checkCount(chart, context);
  if (kind === 'counted')
    items.forEach(({ value }, at) => checkCountable(value, ['items', at, 'value'], context));
  if (kind === 'share') items.forEach((item, at) => checkParts(item, at, chart, context));
  if (kind === 'line') checkTime(items, context);
  if (kind === 'ranges') items.forEach((item, at) => checkRange(item, at, context));
  if (hasColumns) checkCells(chart, context);
  if (kind === 'skyline') checkSkyline(chart, context);
}

const notOf = (context: Context, path: (string | number)[], owner: string, kind: ChartKind) =>
  issueAt(
    context,
    path,
    `is for \`kind: ${owner}\`, but this chart has \`kind: ${kind}\``,
    `delete it, or change \`kind\``,
  );

function checkSettings(item: ChartItem, at: number, kind: ChartKind, context: Context): void {
  const own = allowedValues[kind];
  const known = new Set<string>(['label', ...own, ...(othersOf[kind] ?? [])]);
  for (const name in item) {
    if (known.has(name) || item[name as keyof ChartItem] === undefined) continue;
    const owners = (Object.keys(allowedValues) as ChartKind[]).filter((one) =>
      [...allowedValues[one], ...(othersOf[one] ?? [])].includes(name as keyof ChartItem),
    );
    notOf(context, ['items', at, name], owners.join('` or `'), kind);
  }
  if (kind === 'ranges' && item.value !== undefined) return;
  for (const name of own)
    if (item[name] === undefined) issueAt(context, ['items', at, name], needs[name] ?? '');
}

function checkRoom(
  context: Context,
  path: (string | number)[],
  text: string | undefined,
  most: number,
): void {
  const letters = text?.length ?? 0;
  if (letters > most)
    issueAt(
      context,
      path,
      `is too long for a chart: it has ${letters} characters, and ${most} fit on a phone`,
      'shorten it, and put the rest in `lead`',
    );
}

/** Reports labels that are too long or not unique. */
function checkLabels(
  items: readonly { label: string }[],
  path: (string | number)[],
  context: Context,
  most: number,
): void {
  const firsts = new Map<string, number>();
  for (const [at, { label }] of items.entries()) {
    checkRoom(context, [...path, at, 'label'], label, most);
    const same = label.trim().toLowerCase();
    const first = firsts.get(same);
    if (first === undefined) firsts.set(same, at);
    else
      issueAt(
        context,
        [...path, at, 'label'],
        `is also the label of item ${first + 1}, so visitors cannot tell them apart`,
        'change one of the labels',
      );
  }
}

/** Reports charts that compare nothing. */
function checkCount({ kind, items }: ChartContent, context: Context): void {
  const least = { bars: 2, line: 2, ranges: 2, heat: 2, 'before-after': 1, counted: 1, skyline: 1, share: 1 }[
    kind
  ];
  const because =
    kind === 'line' ? 'a line needs a start and an end' : 'otherwise, there is nothing to compare';
  if (items.length < least)
    issueAt(
      context,
      ['items'],
      `needs at least ${least} items for \`kind: ${kind}\`: ${because}`,
      'add an item, or show a single number in a `stats` block',
    );
  else if (kind === 'bars' || kind === 'line') {
    const measured = items.filter(({ value }) => typeof value === 'number').length;
    if (measured < least && items.every(({ value }) => value !== undefined))
      issueAt(
        context,
        ['items'],
        `needs at least two measured values but has ${measured}: ${because}`,
        'add values that were measured',
      );
  }
}

function checkCountable(value: number | null | undefined, path: (string | number)[], context: Context): void {
  if (typeof value !== 'number') return;
  if (value <= 0)
    issueAt(
      context,
      path,
      'must be more than 0, because the chart shows one square for each thing',
      'delete this item, or write `kind: bars`',
    );
  else if (!Number.isInteger(value))
    issueAt(
      context,
      path,
      'must be a whole number, because the chart shows one square for each thing',
      'round it, or write `kind: bars`',
    );
}

function checkParts(
  { parts = [] }: ChartItem,
  at: number,
  { unit, whole }: ChartContent,
  context: Context,
): void {
  const path = ['items', at, 'parts'];
  if (parts.length === 0) return;
  checkLabels(parts, path, context, room.part);
  if (parts.length === 1)
    issueAt(
      context,
      path,
      'needs at least two parts: a single part is not a share',
      'add a part for the rest',
    );
  const broken = parts.findIndex(({ value }) => value !== null && value <= 0);
  if (broken >= 0) {
    issueAt(
      context,
      [...path, broken, 'value'],
      'must be more than 0 to be a part of the whole',
      'delete this part, or correct its value',
    );
    return;
  }
  const expected = whole ?? (unit === '%' ? 100 : undefined);
  if (expected === undefined) return;
  const values = parts.flatMap(({ value }) => value ?? []);
  const sum = Number(values.reduce((all, one) => all + one, 0).toPrecision(12));
  // Rounding changes each value by up to half of its last digit.
  const decimals = Math.max(...values.map((value) => String(value).split('.')[1]?.length ?? 0), 0);
  const tolerance = (parts.length / 2) * 10 ** -decimals;
  const isMissing = values.length < parts.length;
  if (sum > expected + tolerance)
    issueAt(
      context,
      path,
      `add up to ${sum}, which is more than the whole of ${expected}`,
      'correct the values, or set `whole`',
    );
  else if (sum < expected - tolerance && !isMissing && parts.length > 1)
    issueAt(
      context,
      path,
      `add up to ${sum}, but the whole is ${expected}`,
      `correct a value, or add a part for the remaining ${Number((expected - sum).toPrecision(12))}`,
    );
}

/** Reports dates that are not in order, and more than two notes. */
function checkTime(items: readonly ChartItem[], context: Context): void {
  const dates = items.map(({ label }) => dateOf(label));
  if (dates.every((date) => date !== undefined))
    for (const [at, date] of dates.entries()) {
      const before = dates[at - 1];
      if (before !== undefined && date.time < before.time)
        issueAt(
          context,
          ['items', at, 'label'],
          `is earlier than the previous date, \`${items[at - 1]?.label}\``,
          'sort the items by date',
        );
    }
  const third = [...items.entries()].filter(([, { text }]) => text !== undefined)[2];
  if (third)
    issueAt(
      context,
      ['items', third[0], 'text'],
      'cannot be set for more than two points of a line',
      'delete it, and keep the two most important notes',
    );
}

function checkRange({ value, lowest, highest }: ChartItem, at: number, context: Context): void {
  if (value !== undefined && (lowest !== undefined || highest !== undefined))
    issueAt(
      context,
      ['items', at, 'value'],
      'is for a range with a single value',
      'delete it, or delete `lowest` and `highest`',
    );
  else if (typeof lowest === 'number' && typeof highest === 'number' && highest < lowest)
    issueAt(context, ['items', at, 'highest'], 'is less than `lowest`', 'swap the two values');
}

/** With more columns, the squares would be too small on a phone. */
const maxColumns = 48;

function checkSkyline({ items, columns = [] }: ChartContent, context: Context): void {
  if (columns.length > maxColumns)
    issueAt(
      context,
      ['columns'],
      `has ${columns.length} items, and ${maxColumns} fit on a phone`,
      'merge neighbouring columns, or write `kind: line`',
    );
  for (const [at, { cells = [] }] of items.entries())
    for (const [cell, value] of cells.entries())
      if (value !== 0) checkCountable(value, ['items', at, 'cells', cell], context);
}

function checkCells({ items, columns = [] }: ChartContent, context: Context): void {
  const path = ['columns'];
  if (columns.length === 1)
    issueAt(
      context,
      path,
      'needs at least two items: otherwise, there is nothing to compare',
      'add a column, or write `kind: bars`',
    );
  for (const [at, column] of columns.entries()) {
    const first = columns.indexOf(column);
    if (first < at)
      issueAt(
        context,
        ['columns', at],
        `is also the heading of column ${first + 1}`,
        'change one of the headings',
      );
  }
  for (const [at, { cells }] of items.entries())
    if (cells && columns.length > 0 && cells.length !== columns.length)
      issueAt(
        context,
        ['items', at, 'cells'],
        `needs ${columns.length} items, one for each column, but has ${cells.length}`,
        'write `none` for missing values',
      );
}
