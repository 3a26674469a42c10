import { type Lines, lineText } from '../diagnostics/positions.ts';

/** Whether all brackets are closed. */
export function balanced(written: string): boolean {
  const bare = written.replaceAll(/"[^"]*"/g, '');
  return [...bare.matchAll(/[{[]/g)].length === [...bare.matchAll(/[}\]]/g)].length;
}

/** The offset of the closing quotation mark, or -1. */
export function closingQuote(written: string): number {
  const mark = written[0];
  for (let at = 1; at < written.length; at++) {
    if (mark === '"' && written[at] === '\\') at++;
    else if (written[at] === mark) {
      if (mark === "'" && written[at + 1] === "'") at++;
      else return at;
    }
  }
  return -1;
}

/** A line: its span without the line end, the columns of its start and of its text, and its text. */
interface LineInfo {
  number: number;
  from: number;
  to: number;
  indent: number;
  /** The column behind the dashes. */
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

/** The lines from one on, up or down, that are not blank. */
export function* linesFrom(lines: Lines, first: number, step: 1 | -1): Generator<LineInfo> {
  for (let at = first; at > 0 && at <= lines.starts.length; at += step) {
    const line = lineInfo(lines, at);
    if (line.text.trim() !== '') yield line;
  }
}

/** Like `linesFrom`, without comments. */
export function* settingsFrom(lines: Lines, first: number, step: 1 | -1): Generator<LineInfo> {
  for (const line of linesFrom(lines, first, step)) if (!/^\s*#/.test(line.text)) yield line;
}

/** The nearest line above or below that is neither blank nor a comment. */
export function lineWithText(lines: Lines, number: number, step: 1 | -1): number {
  const [found] = settingsFrom(lines, number, step);
  return found?.number ?? (step === -1 ? number : 0);
}

/** A value on a line as an author sees it, even if YAML cannot parse the line. */
export interface LineValue {
  from: number;
  to: number;
  /** Inside `{ }` or `[ ]`. */
  inBrackets: boolean;
}

const nameAndColon = /^(?:"[^"]*"|'[^']*'|[A-Za-z_][\w-]*)[ \t]*:(?:[ \t]+|$)/;

/** Finds the values of a line. */
export function collectValues(lines: Lines, number: number): LineValue[] {
  const { text } = lines;
  const { from, to } = lineInfo(lines, number);
  let at = from + (/^[ \t]*(?:-[ \t]+)*/.exec(text.slice(from, to))?.[0].length ?? 0);
  at += nameAndColon.exec(text.slice(at, to))?.[0].length ?? 0;
  const end = at + text.slice(at, to).trimEnd().length;
  if (at >= end) return [];
  const whole = { from: at, to: end, inBrackets: false };
  return /[{[]/.test(text[at] ?? '') ? [...valuesInBrackets(text, at, end), whole] : [whole];
}

/** `{ label: Go, to: / }` holds `Go` and `/`. */
function valuesInBrackets(text: string, from: number, to: number): LineValue[] {
  const found: LineValue[] = [];
  let start = from + 1;
  const take = (end: number) => {
    const piece = text.slice(start, end);
    const lead = /^[ \t]*/.exec(piece)?.[0].length ?? 0;
    const name = nameAndColon.exec(piece.slice(lead))?.[0].length ?? 0;
    const value = { from: start + lead + name, to: start + piece.trimEnd().length, inBrackets: true };
    if (value.to > value.from) found.push(value);
    start = end + 1;
  };
  for (let at = from + 1; at < to; at++) {
    const char = text[at];
    // A comma ends a value only before a name and a colon, because texts may contain commas.
    if (
      char === ',' &&
      (nameAndColon.test(text.slice(at + 1, to).trimStart()) || text.slice(from, to).startsWith('['))
    )
      take(at);
    else if (char === '{' || char === '[') {
      if (text.slice(start, at).trim() === '' || /:[ \t]+$/.test(text.slice(start, at))) start = at + 1;
    } else if ((char === '}' || char === ']') && /^[ \t}\],]*$/.test(text.slice(at, to))) {
      take(at);
      break;
    }
  }
  if (start < to && !/[}\]]$/.test(text.slice(from, to))) take(to);
  return found;
}
