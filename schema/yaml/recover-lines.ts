import type { TextEdit } from '../diagnostics/edits.ts';
import { type Lines, lineText } from '../diagnostics/positions.ts';
import { flowPartsAt } from './flow-parts.ts';

/** Whether all brackets are closed. */
export function balanced(written: string): boolean {
  const bare = written.replaceAll(/"[^"]*"/g, '');
  return [...bare.matchAll(/[{[]/g)].length === [...bare.matchAll(/[}\]]/g)].length;
}

/** A line with its number and its span without trailing spaces. Columns count from 0. */
export interface LineInfo {
  number: number;
  from: number;
  to: number;
  indent: number;
  /** The column after its dashes. */
  inner: number;
  text: string;
  isItem: boolean;
}

/** Returns a line by its number, from 1. */
export function lineInfo(lines: Lines, number: number): LineInfo {
  const text = lineText(lines, number);
  const from = lines.starts[number - 1] ?? 0;
  const indent = /^[ \t]*/.exec(text)?.[0].length ?? 0;
  const inner = /^[ \t]*(?:- +)*/.exec(text)?.[0].length ?? 0;
  return { number, from, to: from + text.trimEnd().length, indent, inner, text, isItem: /^\s*- /.test(text) };
}

/** Returns the edit that starts a line in another column. */
export const movedTo = ({ from, indent }: LineInfo, column: number): TextEdit => ({
  from,
  to: from + indent,
  newText: ' '.repeat(column),
});

/** Iterates over the lines that are not blank, from a line upwards or downwards. */
export function* linesFrom(lines: Lines, first: number, step: 1 | -1): Generator<LineInfo> {
  for (let at = first; at > 0 && at <= lines.starts.length; at += step) {
    const line = lineInfo(lines, at);
    if (line.text.trim() !== '') yield line;
  }
}

/** Like `iterateLines`, without comments. */
export function* settingsFrom(lines: Lines, first: number, step: 1 | -1): Generator<LineInfo> {
  for (const line of linesFrom(lines, first, step)) if (!/^\s*#/.test(line.text)) yield line;
}

/** Returns the number of the nearest line, above or below, that is neither blank nor a comment. */
export function lineWithText(lines: Lines, number: number, step: 1 | -1): number {
  const [found] = settingsFrom(lines, number, step);
  return found?.number ?? (step === -1 ? number : 0);
}

/** A value on a line as authors understand it, even if YAML cannot parse the line. */
export interface LineValue {
  from: number;
  to: number;
  /** Whether it is inside `{ }` or `[ ]`. */
  inBrackets: boolean;
  /** Whether it is a list or a group in brackets, not a text. */
  isGroup?: boolean;
}

const nameAndColon = /^(?:"[^"]*"|'[^']*'|[A-Za-z_][\w-]*)[ \t]*:(?:[ \t]+|$)/;

/** Finds the values of a line. */
export function collectValues(lines: Lines, number: number): LineValue[] {
  const { text } = lines;
  const { from, to } = lineInfo(lines, number);
  let at = from + (/^[ \t]*(?:-[ \t]+)*/.exec(text.slice(from, to))?.[0].length ?? 0);
  at += nameAndColon.exec(text.slice(at, to))?.[0].length ?? 0;
  const written = text.slice(at, to);
  // `# note` after a text is a comment. `#1` and `# 4` may be part of the text.
  const comment = /^["'{[]/.test(written) ? -1 : written.search(/[ \t]#[ \t]+(?!\d)/);
  const isInMarks = /^[“„«][^“”„«»]*[”“»]$/.test(written);
  const end = at + written.slice(0, comment === -1 || isInMarks ? undefined : comment).trimEnd().length;
  if (at >= end) return [];
  const whole = { from: at, to: end, inBrackets: false };
  const brackets = /^(?:\[|\{(?!\{))/.test(written) ? flowPartsAt(text, at, end) : undefined;
  return brackets
    ? [...brackets.texts.map((one) => ({ ...one, inBrackets: true })), { ...whole, isGroup: true }]
    : [whole];
}
