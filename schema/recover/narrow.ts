import { type Lines, linesOf, lineText, positionAt } from '../base/lines.ts';

/** A text without the far entries of its list: short to parse, and broken in the same way. */
export interface Narrowed {
  text: string;
  /** How many code units were left out in front. */
  shift: number;
}

/** Leaves out the entries before `from` and behind `to`, if the list reaches to the end of the text. */
export function narrowed(text: string, from: number, to: number): Narrowed {
  const lines = linesOf(text);
  const whole = { text, shift: 0 };
  const first = lineFrom(lines, 1, 1, (line) => /^ *- /.test(line));
  if (first === undefined) return whole;
  const indent = indentOf(lineText(lines, first));
  const isEntry = (line: string) => indentOf(line) === indent && line.startsWith('- ', indent);
  const begin = lineFrom(lines, positionAt(lines, from).line - 1, -1, isEntry);
  const end = lineFrom(lines, positionAt(lines, to).line + 1, 1, isEntry) ?? lines.starts.length + 1;
  if (begin === undefined || begin < first) return whole;
  const isInside = (line: string) => line.trim() === '' || indentOf(line) > indent || isEntry(line);
  for (let at = first; at <= lines.starts.length; at++)
    if ((at < begin || at >= end) && !isInside(lineText(lines, at))) return whole;
  const offset = (line: number) => lines.starts[line - 1] ?? text.length;
  return {
    text: text.slice(0, offset(first)) + text.slice(offset(begin), offset(end)),
    shift: offset(begin) - offset(first),
  };
}

/** The nearest line that fits, downwards or upwards. */
function lineFrom(
  lines: Lines,
  start: number,
  step: 1 | -1,
  fits: (line: string) => boolean,
): number | undefined {
  for (let at = start; at >= 1 && at <= lines.starts.length; at += step)
    if (fits(lineText(lines, at))) return at;
  return undefined;
}

const indentOf = (line: string) => line.length - line.trimStart().length;
