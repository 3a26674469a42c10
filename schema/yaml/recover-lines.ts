import type { TextEdit } from '../diagnostics/edits.ts';
import { type Lines, getLineText } from '../diagnostics/positions.ts';
import { parseFlowParts } from './flow-parts.ts';

/** Returns whether text has as many closing as opening brackets. Ignores brackets in double quotation marks. */
export function hasBalancedBrackets(rawText: string): boolean {
  const textOutsideQuotes = rawText.replaceAll(/"[^"]*"/g, '');
  return [...textOutsideQuotes.matchAll(/[{[]/g)].length === [...textOutsideQuotes.matchAll(/[}\]]/g)].length;
}

/** A line, with its number from 1. The span excludes trailing spaces. Columns start at 0. */
export interface LineInfo {
  number: number;
  from: number;
  to: number;
  indent: number;
  /** The column of the first character after the indentation and dashes. */
  contentColumn: number;
  text: string;
  isItem: boolean;
}

/** Returns information about a line. Line numbers start at 1. */
export function readLine(lines: Lines, lineNumber: number): LineInfo {
  const text = getLineText(lines, lineNumber);
  const from = lines.starts[lineNumber - 1] ?? 0;
  const indent = /^[ \t]*/.exec(text)?.[0].length ?? 0;
  const contentColumn = /^[ \t]*(?:- +)*/.exec(text)?.[0].length ?? 0;
  return {
    number: lineNumber,
    from,
    to: from + text.trimEnd().length,
    indent,
    contentColumn,
    text,
    isItem: /^\s*- /.test(text),
  };
}

/** Returns the edit that indents a line to a column. */
export const indentLine = ({ from, indent }: LineInfo, column: number): TextEdit => ({
  from,
  to: from + indent,
  newText: ' '.repeat(column),
});

/** Yields the lines that are not blank, upwards (`step` -1) or downwards (`step` 1) from the line `first`. */
export function* iterateLines(lines: Lines, first: number, step: 1 | -1): Generator<LineInfo> {
  for (let lineNumber = first; lineNumber > 0 && lineNumber <= lines.starts.length; lineNumber += step) {
    const line = readLine(lines, lineNumber);
    if (line.text.trim() !== '') yield line;
  }
}

/** Like `iterateLines`, but also skips comments. */
export function* iterateContentLines(lines: Lines, first: number, step: 1 | -1): Generator<LineInfo> {
  for (const line of iterateLines(lines, first, step)) if (!/^\s*#/.test(line.text)) yield line;
}

/**
 * Returns the number of the nearest line that is neither blank nor a comment, upwards or downwards. This can be the
 * given line.
 */
export function findContentLine(lines: Lines, lineNumber: number, step: 1 | -1): number {
  const [nearestLine] = iterateContentLines(lines, lineNumber, step);
  return nearestLine?.number ?? (step === -1 ? lineNumber : 0);
}

/** The span of a value on a line, as the author probably intended it, even if YAML cannot parse the line. */
export interface LineValue {
  from: number;
  to: number;
  /** Whether the value is inside `{ }` or `[ ]`. */
  isInBrackets: boolean;
  /** Whether the value is a list or a group in brackets, and not a text. */
  isGroup?: boolean;
}

// Matches the name of a setting with its colon: `heading: `.
const nameAndColon = /^(?:"[^"]*"|'[^']*'|[A-Za-z_][\w-]*)[ \t]*:(?:[ \t]+|$)/;

/**
 * Returns the spans of the values on a line: its whole value, or each text in brackets followed by the whole list or
 * group.
 */
export function findLineValues(lines: Lines, lineNumber: number): LineValue[] {
  const { text } = lines;
  const { from, to } = readLine(lines, lineNumber);
  let start = from + (/^[ \t]*(?:-[ \t]+)*/.exec(text.slice(from, to))?.[0].length ?? 0);
  start += nameAndColon.exec(text.slice(start, to))?.[0].length ?? 0;
  const rawText = text.slice(start, to);
  // `# note` after text is a comment. `#1` and `# 4` may be part of the text.
  const comment = /^["'{[]/.test(rawText) ? -1 : rawText.search(/[ \t]#[ \t]+(?!\d)/);
  const isQuotation = /^[“„«][^“”„«»]*[”“»]$/.test(rawText);
  const end = start + rawText.slice(0, comment === -1 || isQuotation ? undefined : comment).trimEnd().length;
  if (start >= end) return [];
  const wholeValue = { from: start, to: end, isInBrackets: false };
  const flowParts = /^(?:\[|\{(?!\{))/.test(rawText) ? parseFlowParts(text, start, end) : undefined;
  return flowParts
    ? [
        ...flowParts.texts.map((flowText) => ({ ...flowText, isInBrackets: true })),
        { ...wholeValue, isGroup: true },
      ]
    : [wholeValue];
}
