import { type Lines, lineText } from '../base/lines.ts';

/** Where a line stands, without its line end, and how far it is indented. */
export interface LinePlace {
  from: number;
  to: number;
  indent: number;
  text: string;
}

/** The place of a line, counted from 1. */
export function placeOf(lines: Lines, number: number): LinePlace {
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
