import { invisibleCharacter } from '../diagnostics/invisible.ts';
import { hasUnusualSpace } from './preflight.ts';

/** The position of a text, and how it is written there. */
export interface WrittenText {
  /** Whether it is in brackets. */
  inFlow: boolean;
  /** Whether the rest of its line is empty, so that the text can continue on the lines below. */
  canBeBlock: boolean;
  /** The column of its key or dash, from 0. */
  column: number;
  /** The column of its lines below `|` or `>`. */
  indent: number;
  /** The width at which its lines are folded below `>`. */
  width: number;
  /** The current line with `|` or `>`, including its marks and any comment. Empty for other styles. */
  header: string;
  lineEnd: string;
}

export type TextStyle = 'PLAIN' | 'QUOTE_SINGLE' | 'QUOTE_DOUBLE' | 'BLOCK_LITERAL' | 'BLOCK_FOLDED';

/** Returns the text in its own style, then in other styles if that one does not support it, best first. */
export function waysToWrite(text: string, style: TextStyle, place: WrittenText): string[] {
  const ways: (string | undefined)[] = [];
  if (style === 'BLOCK_FOLDED') ways.push(folded(text, place));
  if (style === 'QUOTE_SINGLE') ways.push(inSingle(text));
  if (style === 'PLAIN' && isPlainText(text, place.inFlow)) ways.push(text);
  if (style === 'PLAIN' || style === 'QUOTE_SINGLE') {
    if (text.includes('\n') && place.canBeBlock) ways.push(literal(text, place));
    if (/["\\]/.test(text)) ways.push(inSingle(text));
  }
  if (style.startsWith('BLOCK')) ways.push(literal(text, place));
  return [...ways, doubleQuoted(text)].filter((one) => one !== undefined);
}

// Line ends, tabs, line separators of other programs, lone surrogates, and invisible characters.
const unwritableCharacter = new RegExp(
  `[\\p{Cc}\\p{Cs}\\u2028\\u2029\\uFEFF\\uFFFD]|${invisibleCharacter.source}`,
  'u',
);
const allEscaped = new RegExp(`["\\\\]|${unwritableCharacter.source}`, 'gu');
// Lines below `|` may contain tabs.
const hiddenInLines = new RegExp(`(?!\\t)(?:${unwritableCharacter.source})`, 'u');

/** Whether a text can be written without quotation marks. */
export function isPlainText(text: string, inFlow: boolean): boolean {
  if (text === '' || text !== text.trim() || unwritableCharacter.test(text) || hasUnusualSpace(text))
    return false;
  // The checker reports curly quotation marks around a text without straight ones.
  if (/^[,[\]{}#&*!|>'"%@`“”„«‘]|^[-?:](?:\s|$)|: | #|:$/.test(text)) return false;
  return !inFlow || !/[,[\]{}]|^[?:]|:["']/.test(text);
}

const shortEscapes: Record<string, string> = {
  '\0': '\\0',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

/** Writes a text in double quotation marks. */
export const doubleQuoted = (text: string): string => `"${escapedIn('QUOTE_DOUBLE', text)}"`;

/** Escapes a part of a text for its style. Only quoted styles have escapes. */
export function escapedIn(style: string | undefined, text: string): string {
  if (style === 'QUOTE_SINGLE') return text.replaceAll("'", "''");
  if (style !== 'QUOTE_DOUBLE') return text;
  return text.replaceAll(
    allEscaped,
    (signs) =>
      shortEscapes[signs] ??
      Array.from(
        { length: signs.length },
        (_, at) => `\\u${signs.charCodeAt(at).toString(16).padStart(4, '0')}`,
      ).join(''),
  );
}

/** Whether a part of a line can be written in a style. Only double quotation marks support all characters. */
export const canHold = (style: string | undefined, part: string): boolean =>
  style === 'QUOTE_DOUBLE' || !unwritableCharacter.test(part);

const inSingle = (text: string) =>
  unwritableCharacter.test(text) ? undefined : `'${escapedIn('QUOTE_SINGLE', text)}'`;

/** Writes a text below `|`. */
export function literal(text: string, place: WrittenText): string | undefined {
  const lines = text.split('\n');
  return blockScalar('|', text, lines, place);
}

/** Writes a text below `>`, where YAML needs an empty line for each line end. */
function folded(text: string, place: WrittenText): string | undefined {
  const lines = text.split('\n');
  if (lines.some((line) => /^\s|\s$/.test(line))) return undefined;
  const written = lines.flatMap((line, at) => {
    const isBetween = line !== '' && lines.slice(0, at).some(Boolean);
    return [...(isBetween ? [''] : []), ...foldedAt(place.width, line)];
  });
  return blockScalar('>', text, written, place);
}

function foldedAt(width: number, line: string): string[] {
  const lines: string[] = [];
  let last = '';
  // Only single spaces can become line ends.
  for (const word of line.split(/(?<=\S) (?=\S)/)) {
    if (last !== '' && last.length + 1 + word.length > width) {
      lines.push(last);
      last = word;
    } else last = last === '' ? word : `${last} ${word}`;
  }
  return [...lines, last];
}

function blockScalar(mark: '|' | '>', text: string, lines: string[], place: WrittenText): string | undefined {
  const { column, indent, header, lineEnd } = place;
  const ends = /\n*$/.exec(text)?.[0].length ?? 0;
  const full = lines.slice(0, lines.length - ends);
  const first = full.find((line) => line !== '');
  const isOdd = (line: string) => hiddenInLines.test(line) || hasUnusualSpace(line);
  // YAML would read spaces on the last line as the end of the text.
  if (first === undefined || full.at(-1)?.trim() === '' || lines.some(isOdd)) return undefined;
  const [, digit = '', comment = ''] = /^[|>](?:[+-]?(\d?)[+-]?)([ \t]+#.*|[ \t]*)$/.exec(header) ?? [];
  const number = digit !== '' || /^[ \t]/.test(first) ? `${indent - column}` : '';
  const body = full.map((line) => (line === '' ? '' : ' '.repeat(indent) + line)).join(lineEnd);
  return [
    mark + number + ['-', '', '+'][Math.min(ends, 2)] + comment,
    body + lineEnd.repeat(Math.max(ends - 1, 0)),
  ].join(lineEnd);
}
