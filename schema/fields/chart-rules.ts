import type { z } from 'zod';
import type { ChartContent, ChartItem, ChartKind } from './chart-fields.ts';
import { dateOf } from './chart-dates.ts';
import { issueAt } from './issue-at.ts';

type Context = Pick<z.RefinementCtx, 'addIssue'>;

/** The values of an item, by the kind of chart. */
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
/** Further settings of an item. */
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
  parts: '`parts`: the list of what it is divided into, each with a `label` and a `value`',
  lowest: 'where its range begins, as `lowest`, and where it ends, as `highest`; or one `value`',
  highest: 'where its range ends, as `highest`',
  cells: '`cells`: the list of its numbers, one for each column',
};

/** How many letters fit beside or above what they name, on a telephone. */
const room = { label: 80, text: 60, column: 24, unit: 20, part: 60 };

/** Checks what only all settings of a chart together show. */
export function checkChart(chart: ChartContent, context: Context): void {
  const { kind, unit, sign, items, columns, whole } = chart;
  const hasColumns = kind === 'heat' || kind === 'skyline';
  if (unit === undefined && kind !== 'counted' && kind !== 'skyline')
    issueAt(context, ['unit'], 'what the values are measured in, because numbers alone do not say it');
  if (hasColumns && columns === undefined)
    issueAt(context, ['columns'], 'the list of the words of the columns');
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
    `belongs to \`kind: ${owner}\`, and this chart is \`kind: ${kind}\``,
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
      `is too long for its place in a chart: ${letters} letters, and ${most} fit on a telephone`,
      'say it in fewer words, and the rest in `lead`',
    );
}

/** Reports labels that are too long, and those that are there twice. */
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
        `is the label of entry ${first + 1} too, so visitors cannot tell the two apart`,
        'give one of the two another label',
      );
  }
}

/** Reports charts that compare nothing. */
function checkCount({ kind, items }: ChartContent, context: Context): void {
  const least = { bars: 2, line: 2, ranges: 2, heat: 2, 'before-after': 1, counted: 1, skyline: 1, share: 1 }[
    kind
  ];
  const because =
    kind === 'line' ? 'a line needs a beginning and an end' : 'there is nothing to compare otherwise';
  if (items.length < least)
    issueAt(
      context,
      ['items'],
      `needs ${least} entries or more for \`kind: ${kind}\`: ${because}`,
      'add an entry, or say a single number in a `stats` block',
    );
  else if (kind === 'bars' || kind === 'line') {
    const measured = items.filter(({ value }) => typeof value === 'number').length;
    if (measured < least && items.every(({ value }) => value !== undefined))
      issueAt(
        context,
        ['items'],
        `needs two measured values or more, and has ${measured}: ${because}`,
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
      'must be more than 0: less cannot be counted out in squares',
      'leave this entry out, or write `kind: bars`',
    );
  else if (!Number.isInteger(value))
    issueAt(
      context,
      path,
      'must be a whole number: one square is one thing',
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
      'needs two entries or more: one part alone is no share of a whole',
      'add a part for the rest',
    );
  const broken = parts.findIndex(({ value }) => value !== null && value <= 0);
  if (broken >= 0) {
    issueAt(
      context,
      [...path, broken, 'value'],
      'must be more than 0: less is no part of a whole',
      'leave this part out, or correct its value',
    );
    return;
  }
  const expected = whole ?? (unit === '%' ? 100 : undefined);
  if (expected === undefined) return;
  const values = parts.flatMap(({ value }) => value ?? []);
  const sum = Number(values.reduce((all, one) => all + one, 0).toPrecision(12));
  // Each value may be rounded by half of its last digit.
  const decimals = Math.max(...values.map((value) => String(value).split('.')[1]?.length ?? 0), 0);
  const tolerance = (parts.length / 2) * 10 ** -decimals;
  const isMissing = values.length < parts.length;
  if (sum > expected + tolerance)
    issueAt(
      context,
      path,
      `add up to ${sum}, which is more than the whole, ${expected}`,
      'correct the values, or name the `whole`',
    );
  else if (sum < expected - tolerance && !isMissing && parts.length > 1)
    issueAt(
      context,
      path,
      `add up to ${sum}, and the whole is ${expected}`,
      `correct a value, or add a part for the other ${Number((expected - sum).toPrecision(12))}`,
    );
}

/** Reports dates that do not follow each other, and more than two notes. */
function checkTime(items: readonly ChartItem[], context: Context): void {
  const dates = items.map(({ label }) => dateOf(label));
  if (dates.every((date) => date !== undefined))
    for (const [at, date] of dates.entries()) {
      const before = dates[at - 1];
      if (before !== undefined && date.time < before.time)
        issueAt(
          context,
          ['items', at, 'label'],
          `is earlier than the one before it, \`${items[at - 1]?.label}\``,
          'put the entries in the order of time',
        );
    }
  const third = [...items.entries()].filter(([, { text }]) => text !== undefined)[2];
  if (third)
    issueAt(
      context,
      ['items', third[0], 'text'],
      'can be at two points of a line at most',
      'delete it, and keep the two that matter',
    );
}

function checkRange({ value, lowest, highest }: ChartItem, at: number, context: Context): void {
  if (value !== undefined && (lowest !== undefined || highest !== undefined))
    issueAt(
      context,
      ['items', at, 'value'],
      'stands for a range of one value',
      'delete it, or `lowest` and `highest`',
    );
  else if (typeof lowest === 'number' && typeof highest === 'number' && highest < lowest)
    issueAt(context, ['items', at, 'highest'], 'is below `lowest`', 'exchange the two');
}

/** More columns than this are too narrow for squares on a telephone. */
const maxColumns = 48;

function checkSkyline({ items, columns = [] }: ChartContent, context: Context): void {
  if (columns.length > maxColumns)
    issueAt(
      context,
      ['columns'],
      `has ${columns.length} entries, and ${maxColumns} fit on a telephone`,
      'join neighbouring columns, or write `kind: line`',
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
      'needs two entries or more: there is nothing to compare otherwise',
      'add a column, or write `kind: bars`',
    );
  for (const [at, column] of columns.entries()) {
    const first = columns.indexOf(column);
    if (first < at)
      issueAt(
        context,
        ['columns', at],
        `stands above column ${first + 1} too`,
        'give one of the two other words',
      );
  }
  for (const [at, { cells }] of items.entries())
    if (cells && columns.length > 0 && cells.length !== columns.length)
      issueAt(
        context,
        ['items', at, 'cells'],
        `needs ${columns.length} entries, one for each column, and has ${cells.length}`,
        'write `none` where nothing was measured',
      );
}
