import { type Lines, lineText } from '../base/lines.ts';

/** A line: its span without its line end, how far it is indented, and its text. */
interface LineInfo {
  from: number;
  to: number;
  indent: number;
  text: string;
}

/** What is known of a line, counted from 1. */
export function lineInfo(lines: Lines, number: number): LineInfo {
  const text = lineText(lines, number);
  const from = lines.starts[number - 1] ?? 0;
  return { from, to: from + text.trimEnd().length, indent: /^[ \t]*/.exec(text)?.[0].length ?? 0, text };
}

/** The nearest line that is neither blank nor a comment, upwards or downwards. */
export function lineWithText(lines: Lines, number: number, step: 1 | -1): number {
  let at = number;
  while (at >= 1 && at <= lines.starts.length && /^\s*(#.*)?$/.test(lineText(lines, at))) at += step;
  return at >= 1 && at <= lines.starts.length ? at : step === -1 ? number : 0;
}
