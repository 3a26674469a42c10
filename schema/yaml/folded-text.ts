import { isMap, isScalar, isSeq, type Node, type Pair, parseDocument, type Scalar } from 'yaml';
import type { Path } from '../base/data.ts';
import type { Span, TextEdit } from '../diagnostics/edits.ts';
import { joinedLines } from '../markdown/joined-lines.ts';
import { spanOf } from './keys.ts';
import type { YamlTree } from './parse.ts';

/** A text of several lines that YAML joins, and the same text as `|` would keep it. */
export interface FoldedText extends Span {
  path: Path;
  text: string;
  literal: string;
  /** The edit that writes the text below `|`, with all of its characters. Undefined inside brackets. */
  edit?: TextEdit;
}

// Markdown marks at the start of a line.
const markdownMark = String.raw`[ \t]*(?:[-*+#>|=~\x60:]|\d{1,9}[.)]|!\[)`;
// An empty line, a line that starts with a Markdown mark, or one that ends with a backslash. A quotation mark may
// precede the first line.
const marked = new RegExp(String.raw`\n[ \t]*\r?(?:\n|$)|\n${markdownMark}|\\\r?\n|^["']?${markdownMark}`);

/** Whether joining the lines of a text may change its meaning as Markdown. */
export const mayLoseLines = (source: string): boolean =>
  source.includes('\n') && (marked.test(source.trimEnd()) || joinedLines(source.trim(), 0).length > 0);

// YAML reads a Markdown heading below a text without quotation marks as a comment.
const headingBelow = /^(?:[ \t]*\r?\n)+([ \t]+)#{2,6}[ \t]+\S/;

// A private comment between such headings.
const note = /(?:^|\n)[ \t]*#(?!#)/;

/** Whether a Markdown heading follows a text without quotation marks. */
export const isAboveHeading = (source: string, end: number): boolean =>
  headingBelow.test(source.slice(end, end + 500));

/** Returns the texts whose line ends have a meaning in Markdown, but are lost because YAML joins the lines. */
export function foldedTexts({ text, contents }: YamlTree): FoldedText[] {
  const found: FoldedText[] = [];
  const walk = (node: Node | null, path: Path, pair: Pair | undefined, isInBrackets: boolean): void => {
    if (isMap(node))
      for (const one of node.items) {
        if (isScalar(one.key))
          walk(one.value as Node | null, [...path, String(one.key.value)], one, isInBrackets || !!node.flow); // parsed documents contain nodes
      }
    else if (isSeq(node))
      for (const [index, item] of node.items.entries())
        walk(item as Node | null, [...path, index], undefined, isInBrackets || !!node.flow); // parsed documents contain nodes
    else if (isScalar(node)) {
      const one = foldedText(text, node, isInBrackets ? undefined : pair);
      if (one) found.push({ ...one, path });
    }
  };
  walk(contents, [], undefined, false);
  return found;
}

function foldedText(source: string, node: Scalar, pair?: Pair): Omit<FoldedText, 'path'> | undefined {
  const { from: start, to: end } = spanOf(node);
  const from = node.type === 'PLAIN' && pair ? startWithHeading(source, start, pair) : start;
  const column = pair ? columnOf(source, spanOf(pair.key).from) : Infinity;
  const to = node.type === 'PLAIN' ? endWithHeadings(source, end, column) : end;
  const written = source.slice(from, to);
  if (node.type === 'BLOCK_LITERAL' || (from === start && to === end && !mayLoseLines(written)))
    return undefined;
  const text = String(node.value);
  if (node.type === 'BLOCK_FOLDED')
    return { from, to, text, literal: blockLines(written), edit: { from, to: from + 1, newText: '|' } };
  const literal = linesOf(written, node.type);
  const around = source.slice(from, start) + source.slice(end, to);
  const edit = pair && !note.test(around) ? literalEdit(source, { from, to }, pair, literal) : undefined;
  return { from, to, text, literal, edit };
}

const columnOf = (source: string, offset: number) => offset - (source.lastIndexOf('\n', offset - 1) + 1);

/** Returns the start of a text, including a heading above it that YAML reads as a comment. */
function startWithHeading(source: string, start: number, pair: Pair): number {
  const colon = source.indexOf(':', spanOf(pair.key).to) + 1;
  const above = /#{2,6}[ \t]+\S/.exec(source.slice(colon, start));
  return above ? colon + above.index : start;
}

/** Returns the end of a text, including headings below it that are indented further than its name. */
function endWithHeadings(source: string, end: number, column: number): number {
  const [, indent = ''] = headingBelow.exec(source.slice(end)) ?? [];
  if (indent.length <= column) return end;
  let last = end;
  let at = end;
  for (const [index, line] of source.slice(end).split('\n').entries()) {
    const isText = line.trim() !== '';
    if (index > 0 && isText && line.search(/[^ \t]/) <= column) break;
    at += line.length + (index > 0 ? 1 : 0);
    if (isText) last = at;
  }
  return last;
}

/** Returns the lines below `>` without their indentation. */
function blockLines(written: string): string {
  const [, ...lines] = written.split('\n');
  const indent = /^ */.exec(lines.find((line) => line.trim() !== '') ?? '')?.[0].length ?? 0;
  return lines.map((line) => line.slice(indent)).join('\n');
}

/** Returns the lines of a plain or quoted text without their indentation and quotation marks. */
function linesOf(written: string, type: Scalar['type']): string {
  const isQuoted = type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE';
  // In double quotation marks, a backslash at the end of a line joins it with the next one.
  const inner = (isQuoted ? written.slice(1, -1) : written).replaceAll(
    type === 'QUOTE_DOUBLE' ? /(?<!\\)((?:\\\\)*)\\\r?\n[ \t]*/g : /(?!)/g,
    '$1',
  );
  const [first = '', ...others] = inner.split('\n');
  const indents = others.filter((line) => line.trim() !== '').map((line) => line.search(/[^ \t]/));
  const indent = Math.min(...indents);
  const lines = [first, ...others.map((line) => line.slice(indent === Infinity ? 0 : indent))]
    .join('\n')
    .trim();
  if (type === 'QUOTE_SINGLE') return lines.replaceAll("''", "'");
  if (type !== 'QUOTE_DOUBLE') return lines;
  const escaped = `"${lines.replaceAll(/\r?\n/g, '\\n').replaceAll('\t', '\\t')}"`;
  return String(parseDocument(escaped, { schema: 'failsafe', logLevel: 'silent' }).toJS());
}

/** Returns the edit that writes the value of a setting as lines below `|`. */
function literalEdit(source: string, { from, to }: Span, pair: Pair, literal: string): TextEdit | undefined {
  const key = spanOf(pair.key);
  const colon = source.indexOf(':', key.to) + 1;
  const rest = /^[^\n]*/.exec(source.slice(to))?.[0].trim() ?? '';
  // A comment would become part of the text.
  if (source.slice(colon, from).trim() !== '' || rest !== '') return undefined;
  const indent = ' '.repeat(columnOf(source, key.from) + 2);
  const lines = literal.split('\n').map((line) => (line.trim() === '' ? line.trim() : indent + line));
  return { from: colon, to, newText: ` |\n${lines.join('\n')}` };
}
