import { isMapping } from '../base/data.ts';
import { writeLiteral, isPlainText, quoteDouble } from '../yaml/write-text.ts';

/** Data in a file: a string, a list or a group. */
export type Value = string | readonly Value[] | { readonly [key: string]: Value };

/** The place and format in which a new value is written. */
export interface ValueLayout {
  /** The column of the key or dash before the value, from 0. */
  column: number;
  lineEnd: string;
  /** Whether the value is inside brackets. */
  isFlow: boolean;
  /** Whether small groups are written on one line, in braces. */
  inBraces: boolean;
  /** Whether every string is written in quotation marks. */
  quotes: boolean;
}

/** Formats a setting as YAML: `name: value`. */
export function formatSetting(name: string, value: Value, layout: ValueLayout): string {
  const key = isPlainText(name, layout.isFlow) && !layout.quotes ? name : toYamlKey(name);
  const { column, lineEnd } = layout;
  if (isMultilineGroup(value, layout)) {
    const indent = ' '.repeat(column + 2);
    return `${key}:${lineEnd}${indent}${writeGroup(value, { ...layout, column: column + 2 })}`;
  }
  return `${key}: ${writeInline(value, layout)}`;
}

const toYamlKey = (name: string) => (/^[A-Za-z][\w-]*$/.test(name) ? name : quoteDouble(name));

/** Formats a list item as YAML: `- value`. */
export function writeItem(value: Value, layout: ValueLayout): string {
  if (isMultilineGroup(value, layout))
    return `- ${writeGroup(value, { ...layout, column: layout.column + 2 })}`;
  return `- ${writeInline(value, layout)}`;
}

/** Returns whether a value is a list or group that needs several lines. */
const isMultilineGroup = (value: Value, { isFlow, inBraces }: ValueLayout): value is Exclude<Value, string> =>
  typeof value !== 'string' && !isFlow && Object.keys(value).length > 0 && !(inBraces && isSmallGroup(value));

/** Returns whether a group fits on one line, as in `{ label: Ships, to: /ships }`. */
const isSmallGroup = (value: Value): boolean =>
  isMapping(value) &&
  !('type' in value) &&
  Object.values(value).every((child) => typeof child === 'string' && !child.includes('\n')) &&
  writeFlow(value, false).length <= 80;

/** Formats a list or group with each item or setting on its own lines. The first line has no indentation. */
function writeGroup(value: Exclude<Value, string>, layout: ValueLayout): string {
  const lines = Array.isArray(value)
    ? (value as readonly Value[]).map((item) => writeItem(item, layout))
    : Object.entries(value).map(([name, child]) => formatSetting(name, child as Value, layout)); // a value of the group
  return lines.join(layout.lineEnd + ' '.repeat(layout.column));
}

function writeInline(value: Value, { column, lineEnd, isFlow, quotes }: ValueLayout): string {
  if (typeof value !== 'string' || isFlow) return writeFlow(value, quotes);
  if (isPlainText(value, false) && !quotes) return value;
  const textLayout = {
    isFlow,
    canBeBlock: true,
    column,
    indent: column + 2,
    width: 100,
    header: '',
    lineEnd,
  };
  return (
    (value.includes('\n') && !quotes ? writeLiteral(value, textLayout) : undefined) ?? quoteDouble(value)
  );
}

/** Formats a value as YAML on one line. */
export function writeFlow(value: Value, quotes: boolean): string {
  if (typeof value === 'string') return isPlainText(value, true) && !quotes ? value : quoteDouble(value);
  if (Array.isArray(value))
    return `[${(value as readonly Value[]).map((child) => writeFlow(child, quotes)).join(', ')}]`;
  const settings = Object.entries(value).map(([name, child]) => {
    const key = isPlainText(name, true) ? name : toYamlKey(name);
    return `${key}: ${writeFlow(child as Value, quotes)}`; // a value of the group
  });
  return settings.length === 0 ? '{}' : `{ ${settings.join(', ')} }`;
}

/** Returns whether two values are equal. The order of settings does not matter. */
export const hasSameData = (a: Value, b: Value): boolean =>
  JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b));

function sortKeys(value: Value): unknown {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return (value as readonly Value[]).map(sortKeys);
  return {
    settings: Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, child]) => [name, sortKeys(child as Value)]),
  }; // a value of the group
}

/** Formats a group as the content of a YAML file. */
export const toYamlFile = (value: { readonly [key: string]: Value }): string =>
  `${writeGroup(value, { column: 0, lineEnd: '\n', isFlow: false, inBraces: true, quotes: false })}\n`;
