import { invisibleCharacter } from '../diagnostics/invisible.ts';
import { hasUnusualSpace } from './preflight.ts';

/** The place and format in which text is written. */
export interface TextLayout {
  /** Whether the text is inside brackets. */
  isFlow: boolean;
  /** Whether nothing follows the text on its line, so that it can be written on the lines below. */
  canBeBlock: boolean;
  /** The column of the key or dash before the text, from 0. */
  column: number;
  /** The column of the text lines below `|` or `>`, from 0. */
  indent: number;
  /** The width in code units at which lines below `>` are folded. */
  width: number;
  /** The current `|` or `>` with the rest of its line, including any comment. Empty for other styles. */
  header: string;
  lineEnd: string;
}

export type TextStyle = 'PLAIN' | 'QUOTE_SINGLE' | 'QUOTE_DOUBLE' | 'BLOCK_LITERAL' | 'BLOCK_FOLDED';

/**
 * Returns a text in all styles that can represent it, the best first. The best style is the current one, if it can
 * represent the text.
 */
export function writeInStyles(text: string, style: TextStyle, layout: TextLayout): string[] {
  const candidates: (string | undefined)[] = [];
  if (style === 'BLOCK_FOLDED') candidates.push(writeFolded(text, layout));
  if (style === 'QUOTE_SINGLE') candidates.push(quoteSingle(text));
  if (style === 'PLAIN' && isPlainText(text, layout.isFlow)) candidates.push(text);
  if (style === 'PLAIN' || style === 'QUOTE_SINGLE') {
    if (text.includes('\n') && layout.canBeBlock) candidates.push(writeLiteral(text, layout));
    if (/["\\]/.test(text)) candidates.push(quoteSingle(text));
  }
  if (style.startsWith('BLOCK')) candidates.push(writeLiteral(text, layout));
  return [...candidates, quoteDouble(text)].filter((candidate) => candidate !== undefined);
}

// Matches characters that need an escape: line ends, tabs, line separators, lone surrogates and invisible characters.
const unwritableCharacter = new RegExp(
  `[\\p{Cc}\\p{Cs}\\u2028\\u2029\\uFEFF\\uFFFD]|${invisibleCharacter.source}`,
  'u',
);
const escapedCharacters = new RegExp(`["\\\\]|${unwritableCharacter.source}`, 'gu');
// Matches characters that cannot be written below `|`. Tabs are allowed below `|`.
const unwritableInBlock = new RegExp(`(?!\\t)(?:${unwritableCharacter.source})`, 'u');

/** Returns whether text can be written without quotation marks. */
export function isPlainText(text: string, isFlow: boolean): boolean {
  if (text === '' || text !== text.trim() || unwritableCharacter.test(text) || hasUnusualSpace(text))
    return false;
  // The checker reports unquoted text in curly quotation marks, so such text needs straight ones around it.
  if (/^[,[\]{}#&*!|>'"%@`“”„«‘]|^[-?:](?:\s|$)|: | #|:$/.test(text)) return false;
  return !isFlow || !/[,[\]{}]|^[?:]|:["']/.test(text);
}

const shortEscapes: Record<string, string> = {
  '\0': '\\0',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

/** Puts text in double quotation marks, with escapes. */
export const quoteDouble = (text: string): string => `"${escapeForStyle('QUOTE_DOUBLE', text)}"`;

/** Escapes part of a text for a style. Styles without quotation marks have no escapes. */
export function escapeForStyle(style: string | undefined, text: string): string {
  if (style === 'QUOTE_SINGLE') return text.replaceAll("'", "''");
  if (style !== 'QUOTE_DOUBLE') return text;
  return text.replaceAll(
    escapedCharacters,
    (characters) =>
      shortEscapes[characters] ??
      Array.from(
        { length: characters.length },
        (_, index) => `\\u${characters.charCodeAt(index).toString(16).padStart(4, '0')}`,
      ).join(''),
  );
}

/** Returns whether part of a line can be written in a style. Only double quotation marks support all characters. */
export const canWriteInStyle = (style: string | undefined, part: string): boolean =>
  style === 'QUOTE_DOUBLE' || !unwritableCharacter.test(part);

const quoteSingle = (text: string) =>
  unwritableCharacter.test(text) ? undefined : `'${escapeForStyle('QUOTE_SINGLE', text)}'`;

/** Returns a text as lines below `|`, or `undefined` if that is not possible. */
export function writeLiteral(text: string, layout: TextLayout): string | undefined {
  const lines = text.split('\n');
  return writeBlockScalar('|', text, lines, layout);
}

/** Returns a text as lines below `>`, with an empty line for each line end, or `undefined` if that is not possible. */
function writeFolded(text: string, layout: TextLayout): string | undefined {
  const lines = text.split('\n');
  if (lines.some((line) => /^\s|\s$/.test(line))) return undefined;
  const foldedLines = lines.flatMap((line, index) => {
    const needsEmptyLine = line !== '' && lines.slice(0, index).some(Boolean);
    return [...(needsEmptyLine ? [''] : []), ...foldLine(layout.width, line)];
  });
  return writeBlockScalar('>', text, foldedLines, layout);
}

function foldLine(width: number, line: string): string[] {
  const lines: string[] = [];
  let currentLine = '';
  // A line can be folded only at a single space.
  for (const word of line.split(/(?<=\S) (?=\S)/)) {
    if (currentLine !== '' && currentLine.length + 1 + word.length > width) {
      lines.push(currentLine);
      currentLine = word;
    } else currentLine = currentLine === '' ? word : `${currentLine} ${word}`;
  }
  return [...lines, currentLine];
}

function writeBlockScalar(
  mark: '|' | '>',
  text: string,
  lines: string[],
  layout: TextLayout,
): string | undefined {
  const { column, indent, header, lineEnd } = layout;
  const trailingLineEnds = /\n*$/.exec(text)?.[0].length ?? 0;
  const contentLines = lines.slice(0, lines.length - trailingLineEnds);
  const first = contentLines.find((line) => line !== '');
  const hasUnwritableCharacter = (line: string) => unwritableInBlock.test(line) || hasUnusualSpace(line);
  // If the last line contains only spaces, YAML drops them, so the text cannot be written in this style.
  if (first === undefined || contentLines.at(-1)?.trim() === '' || lines.some(hasUnwritableCharacter))
    return undefined;
  const [, digit = '', comment = ''] = /^[|>](?:[+-]?(\d?)[+-]?)([ \t]+#.*|[ \t]*)$/.exec(header) ?? [];
  const number = digit !== '' || /^[ \t]/.test(first) ? `${indent - column}` : '';
  const body = contentLines.map((line) => (line === '' ? '' : ' '.repeat(indent) + line)).join(lineEnd);
  return [
    mark + number + ['-', '', '+'][Math.min(trailingLineEnds, 2)] + comment,
    body + lineEnd.repeat(Math.max(trailingLineEnds - 1, 0)),
  ].join(lineEnd);
}
