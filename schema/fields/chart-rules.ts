import type { z } from 'zod';
import type { ChartContent, ChartItem, ChartKind } from './chart-fields.ts';
import { parseChartDate } from './chart-dates.ts';
import { issueAt } from './issue-at.ts';

type Context = Pick<z.RefinementCtx, 'addIssue'>;

/** The value settings that each item must have, by chart kind. */
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
/** The settings that an item may have in addition to its values, by chart kind. */
const optionalValues: Partial<Record<ChartKind, readonly (keyof ChartItem)[]>> = {
  bars: ['mark'],
  counted: ['mark', 'lost'],
  skyline: ['mark'],
  heat: ['lost'],
  line: ['mark', 'text'],
  ranges: ['mark', 'value'],
};
const missingMessages: Partial<Record<keyof ChartItem, string>> = {
  value: 'a `value`: a number, or `none` if it was not measured',
  before: 'the value `before`: a number, or `none` if it was not measured',
  after: 'the value `after`: a number, or `none` if it was not measured',
  parts: '`parts`: the list of its parts, each with a `label` and a `value`',
  lowest: 'the `lowest` and the `highest` value of its range, or a single `value`',
  highest: 'the `highest` value of its range',
  cells: '`cells`: the list of its values, one for each column',
};

/** The maximum number of characters in the texts of a chart, so that they fit on a phone. */
const maxTextLengths = { label: 80, text: 60, column: 24, unit: 20, part: 60 };

/** Checks chart settings that depend on each other. */
export function checkChart(chart: ChartContent, context: Context): void {
  const { kind, unit, sign, items, columns, whole } = chart;
  const hasColumns = kind === 'heat' || kind === 'skyline';
  if (unit === undefined && kind !== 'counted' && kind !== 'skyline')
    issueAt(context, ['unit'], '`unit` is the unit of the values, such as `h`, `%` or `visits`');
  if (hasColumns && columns === undefined)
    issueAt(context, ['columns'], '`columns` is the list of column headings');
  if (columns !== undefined && !hasColumns)
    reportWrongKind(context, ['columns'], 'heat` or `kind: skyline', kind);
  if (sign !== 'square' && kind !== 'counted') reportWrongKind(context, ['sign'], 'counted', kind);
  if (whole !== undefined && kind !== 'share') reportWrongKind(context, ['whole'], 'share', kind);
  checkTextLength(context, ['unit'], unit, maxTextLengths.unit);
  for (const [index, column] of (columns ?? []).entries())
    checkTextLength(context, ['columns', index], column, maxTextLengths.column);
  checkLabels(items, ['items'], context, maxTextLengths.label);
  for (const [index, item] of items.entries()) {
    checkSettings(item, index, kind, context);
    checkTextLength(context, ['items', index, 'text'], item.text, maxTextLengths.text);
  }
  checkCount(chart, context);
  if (kind === 'counted')
    items.forEach(({ value }, index) => checkCountable(value, ['items', index, 'value'], context));
  if (kind === 'share') items.forEach((item, index) => checkParts(item, index, chart, context));
  if (kind === 'line') checkTime(items, context);
  if (kind === 'ranges') items.forEach((item, index) => checkRange(item, index, context));
  if (hasColumns) checkCells(chart, context);
  if (kind === 'skyline') checkSkyline(chart, context);
}

const reportWrongKind = (context: Context, path: (string | number)[], kinds: string, kind: ChartKind) =>
  issueAt(
    context,
    path,
    `is for \`kind: ${kinds}\`, but this chart has \`kind: ${kind}\``,
    `delete it, or change \`kind\``,
  );

function checkSettings(item: ChartItem, index: number, kind: ChartKind, context: Context): void {
  const requiredValues = allowedValues[kind];
  const allowedKeys = new Set<string>(['label', ...requiredValues, ...(optionalValues[kind] ?? [])]);
  for (const name in item) {
    if (allowedKeys.has(name) || item[name as keyof ChartItem] === undefined) continue;
    const kindsWithSetting = (Object.keys(allowedValues) as ChartKind[]).filter((otherKind) =>
      [...allowedValues[otherKind], ...(optionalValues[otherKind] ?? [])].includes(name as keyof ChartItem),
    );
    reportWrongKind(context, ['items', index, name], kindsWithSetting.join('` or `'), kind);
  }
  if (kind === 'ranges' && item.value !== undefined) return;
  for (const name of requiredValues)
    if (item[name] === undefined) issueAt(context, ['items', index, name], missingMessages[name] ?? '');
}

function checkTextLength(
  context: Context,
  path: (string | number)[],
  text: string | undefined,
  maxLength: number,
): void {
  const textLength = text?.length ?? 0;
  if (textLength > maxLength)
    issueAt(
      context,
      path,
      `is too long for a chart: it is ${textLength} characters long, but only ${maxLength} fit on a phone`,
      'shorten it, and put the rest in `lead`',
    );
}

/** Reports labels that are too long or not unique. */
function checkLabels(
  items: readonly { label: string }[],
  path: (string | number)[],
  context: Context,
  maxLength: number,
): void {
  const indexByLabel = new Map<string, number>();
  for (const [index, { label }] of items.entries()) {
    checkTextLength(context, [...path, index, 'label'], label, maxLength);
    const normalizedLabel = label.trim().toLowerCase();
    const first = indexByLabel.get(normalizedLabel);
    if (first === undefined) indexByLabel.set(normalizedLabel, index);
    else
      issueAt(
        context,
        [...path, index, 'label'],
        `is also the label of item ${first + 1}, so visitors cannot tell them apart`,
        'change one of the two labels',
      );
  }
}

/** Reports charts with too few values for a comparison. */
function checkCount({ kind, items }: ChartContent, context: Context): void {
  const minCount = {
    bars: 2,
    line: 2,
    ranges: 2,
    heat: 2,
    'before-after': 1,
    counted: 1,
    skyline: 1,
    share: 1,
  }[kind];
  const reason =
    kind === 'line' ? 'a line needs a start and an end' : 'otherwise, there is nothing to compare';
  if (items.length < minCount)
    issueAt(
      context,
      ['items'],
      `needs at least ${minCount} items for \`kind: ${kind}\`: ${reason}`,
      'add an item, or show a single number in a `stats` block',
    );
  else if (kind === 'bars' || kind === 'line') {
    const measured = items.filter(({ value }) => typeof value === 'number').length;
    if (measured < minCount && items.every(({ value }) => value !== undefined))
      issueAt(
        context,
        ['items'],
        `needs at least two measured values but has ${measured}: ${reason}`,
        'add measured values',
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
  index: number,
  { unit, whole }: ChartContent,
  context: Context,
): void {
  const path = ['items', index, 'parts'];
  if (parts.length === 0) return;
  checkLabels(parts, path, context, maxTextLengths.part);
  if (parts.length === 1)
    issueAt(
      context,
      path,
      'needs at least two parts: a single part is not a share',
      'add a part for the rest',
    );
  const invalidIndex = parts.findIndex(({ value }) => value !== null && value <= 0);
  if (invalidIndex >= 0) {
    issueAt(
      context,
      [...path, invalidIndex, 'value'],
      'must be more than 0, because it is a part of the whole',
      'delete this part, or correct its value',
    );
    return;
  }
  const expected = whole ?? (unit === '%' ? 100 : undefined);
  if (expected === undefined) return;
  const values = parts.flatMap(({ value }) => value ?? []);
  const sum = Number(values.reduce((all, value) => all + value, 0).toPrecision(12));
  // Allow for rounding: rounding changes each part by up to half a unit of its last digit.
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

/** Reports a line chart whose dates are not in order, or that has more than two notes. */
function checkTime(items: readonly ChartItem[], context: Context): void {
  const dates = items.map(({ label }) => parseChartDate(label));
  if (dates.every((date) => date !== undefined))
    for (const [index, date] of dates.entries()) {
      const before = dates[index - 1];
      if (before !== undefined && date.time < before.time)
        issueAt(
          context,
          ['items', index, 'label'],
          `is earlier than the previous date, \`${items[index - 1]?.label}\``,
          'sort the items by date',
        );
    }
  const thirdNote = [...items.entries()].filter(([, { text }]) => text !== undefined)[2];
  if (thirdNote)
    issueAt(
      context,
      ['items', thirdNote[0], 'text'],
      'cannot be set for more than two points of a line',
      'keep only the two most important notes',
    );
}

function checkRange({ value, lowest, highest }: ChartItem, index: number, context: Context): void {
  if (value !== undefined && (lowest !== undefined || highest !== undefined))
    issueAt(
      context,
      ['items', index, 'value'],
      'cannot be combined with `lowest` and `highest`',
      'delete it, or delete `lowest` and `highest`',
    );
  else if (typeof lowest === 'number' && typeof highest === 'number' && highest < lowest)
    issueAt(context, ['items', index, 'highest'], 'is less than `lowest`', 'swap the two values');
}

/** The maximum number of columns. With more columns, the squares would be too small on a phone. */
const maxColumns = 48;

function checkSkyline({ items, columns = [] }: ChartContent, context: Context): void {
  if (columns.length > maxColumns)
    issueAt(
      context,
      ['columns'],
      `has ${columns.length} items, but only ${maxColumns} fit on a phone`,
      'merge neighbouring columns, or write `kind: line`',
    );
  for (const [index, { cells = [] }] of items.entries())
    for (const [cell, value] of cells.entries())
      if (value !== 0) checkCountable(value, ['items', index, 'cells', cell], context);
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
  for (const [index, column] of columns.entries()) {
    const first = columns.indexOf(column);
    if (first < index)
      issueAt(
        context,
        ['columns', index],
        `is also the heading of column ${first + 1}`,
        'change one of the two headings',
      );
  }
  for (const [index, { cells }] of items.entries())
    if (cells && columns.length > 0 && cells.length !== columns.length)
      issueAt(
        context,
        ['items', index, 'cells'],
        `needs ${columns.length} items, one for each column, but has ${cells.length}`,
        'write `none` for missing values',
      );
}
