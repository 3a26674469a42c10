import { isMap, isScalar, isSeq, type Node, type Pair, parseDocument, type Scalar } from 'yaml';
import type { Path } from '../base/data.ts';
import type { Span, TextEdit } from '../diagnostics/edits.ts';
import { findJoinedLines } from '../markdown/joined-lines.ts';
import { getSpan } from './keys.ts';
import type { YamlTree } from './parse.ts';

/** A multi-line text whose lines YAML joins. */
export interface FoldedText extends Span {
  path: Path;
  /** The text with joined lines, as YAML reads it. */
  text: string;
  /** The text with the line ends from the file, as if it were written below `|`. */
  literal: string;
  /** The edit that writes the text below `|` without losing any character, if possible. */
  edit?: TextEdit;
}

// Matches a Markdown mark at the start of a line: `- `, `## `, `1.`.
const markdownMark = String.raw`[ \t]*(?:[-*+#>|=~\x60:]|\d{1,9}[.)]|!\[)`;
// Matches an empty line, a line that starts with a Markdown mark, or a line that ends with a backslash. On the first
// line, a quotation mark may precede the Markdown mark.
const significantLine = new RegExp(
  String.raw`\n[ \t]*\r?(?:\n|$)|\n${markdownMark}|\\\r?\n|^["']?${markdownMark}`,
);

/** Returns whether the meaning of Markdown may change if its lines are joined. */
export const hasSignificantLineEnds = (source: string): boolean =>
  source.includes('\n') &&
  (significantLine.test(source.trimEnd()) || findJoinedLines(source.trim(), 0).length > 0);

// Matches a Markdown heading below text. If the text is not quoted, YAML reads the heading as a comment.
const headingBelow = /^(?:[ \t]*\r?\n)+([ \t]+)#{2,6}[ \t]+\S/;

// Matches a private comment, but not a Markdown heading.
const privateComment = /(?:^|\n)[ \t]*#(?!#)/;

/** Returns whether a Markdown heading follows the text that ends at `end`. */
export const isFollowedByHeading = (source: string, end: number): boolean =>
  headingBelow.test(source.slice(end, end + 500));

/** Finds texts whose line ends have a meaning in Markdown, but are lost because YAML joins the lines. */
export function findFoldedTexts({ text, contents }: YamlTree): FoldedText[] {
  const texts: FoldedText[] = [];
  const walk = (node: Node | null, path: Path, pair: Pair | undefined, isInBrackets: boolean): void => {
    if (isMap(node))
      for (const child of node.items) {
        if (isScalar(child.key))
          walk(
            child.value as Node | null,
            [...path, String(child.key.value)],
            child,
            isInBrackets || !!node.flow,
          ); // parsed documents contain nodes
      }
    else if (isSeq(node))
      for (const [index, item] of node.items.entries())
        walk(item as Node | null, [...path, index], undefined, isInBrackets || !!node.flow); // parsed documents contain nodes
    else if (isScalar(node)) {
      const foldedText = toFoldedText(text, node, isInBrackets ? undefined : pair);
      if (foldedText) texts.push({ ...foldedText, path });
    }
  };
  walk(contents, [], undefined, false);
  return texts;
}

function toFoldedText(source: string, node: Scalar, pair?: Pair): Omit<FoldedText, 'path'> | undefined {
  const { from: start, to: end } = getSpan(node);
  const from = node.type === 'PLAIN' && pair ? findStartWithHeading(source, start, pair) : start;
  const column = pair ? findColumn(source, getSpan(pair.key).from) : Infinity;
  const to = node.type === 'PLAIN' ? includeHeadingsBelow(source, end, column) : end;
  const rawText = source.slice(from, to);
  if (node.type === 'BLOCK_LITERAL' || (from === start && to === end && !hasSignificantLineEnds(rawText)))
    return undefined;
  const text = String(node.value);
  if (node.type === 'BLOCK_FOLDED')
    return { from, to, text, literal: dedentBlock(rawText), edit: { from, to: from + 1, newText: '|' } };
  const literal = unfoldLines(rawText, node.type);
  const textAround = source.slice(from, start) + source.slice(end, to);
  const edit =
    pair && !privateComment.test(textAround) ? toLiteralEdit(source, { from, to }, pair, literal) : undefined;
  return { from, to, text, literal, edit };
}

const findColumn = (source: string, offset: number) => offset - (source.lastIndexOf('\n', offset - 1) + 1);

/** Returns the start offset of a text, including a heading above it that YAML reads as a comment. */
function findStartWithHeading(source: string, start: number, pair: Pair): number {
  const colon = source.indexOf(':', getSpan(pair.key).to) + 1;
  const headingAbove = /#{2,6}[ \t]+\S/.exec(source.slice(colon, start));
  return headingAbove ? colon + headingAbove.index : start;
}

/** Returns the end offset of a text, including the headings below it that are indented further than its setting. */
function includeHeadingsBelow(source: string, end: number, column: number): number {
  const [, indent = ''] = headingBelow.exec(source.slice(end)) ?? [];
  if (indent.length <= column) return end;
  let textEnd = end;
  let offset = end;
  for (const [index, line] of source.slice(end).split('\n').entries()) {
    const isText = line.trim() !== '';
    if (index > 0 && isText && line.search(/[^ \t]/) <= column) break;
    offset += line.length + (index > 0 ? 1 : 0);
    if (isText) textEnd = offset;
  }
  return textEnd;
}

/** Returns the lines below `>` without their indentation. */
function dedentBlock(rawText: string): string {
  const [, ...lines] = rawText.split('\n');
  const indent = /^ */.exec(lines.find((line) => line.trim() !== '') ?? '')?.[0].length ?? 0;
  return lines.map((line) => line.slice(indent)).join('\n');
}

/** Returns a plain or quoted text without its indentation and quotation marks, but with its line ends. */
function unfoldLines(rawText: string, type: Scalar['type']): string {
  const isQuoted = type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE';
  // In double quotation marks, a backslash at the end of a line joins the line with the next one.
  const content = (isQuoted ? rawText.slice(1, -1) : rawText).replaceAll(
    type === 'QUOTE_DOUBLE' ? /(?<!\\)((?:\\\\)*)\\\r?\n[ \t]*/g : /(?!)/g,
    '$1',
  );
  const [first = '', ...otherLines] = content.split('\n');
  const indents = otherLines.filter((line) => line.trim() !== '').map((line) => line.search(/[^ \t]/));
  const indent = Math.min(...indents);
  const lines = [first, ...otherLines.map((line) => line.slice(indent === Infinity ? 0 : indent))]
    .join('\n')
    .trim();
  if (type === 'QUOTE_SINGLE') return lines.replaceAll("''", "'");
  if (type !== 'QUOTE_DOUBLE') return lines;
  const escaped = `"${lines.replaceAll(/\r?\n/g, '\\n').replaceAll('\t', '\\t')}"`;
  return String(parseDocument(escaped, { schema: 'failsafe', logLevel: 'silent' }).toJS());
}

/** Returns the edit that writes the value of a setting as lines below `|`, or `undefined` if this is not possible. */
function toLiteralEdit(
  source: string,
  { from, to }: Span,
  pair: Pair,
  literal: string,
): TextEdit | undefined {
  const key = getSpan(pair.key);
  const colon = source.indexOf(':', key.to) + 1;
  const rest = /^[^\n]*/.exec(source.slice(to))?.[0].trim() ?? '';
  // Below `|`, a comment before or after the text would become part of the text.
  if (source.slice(colon, from).trim() !== '' || rest !== '') return undefined;
  const indent = ' '.repeat(findColumn(source, key.from) + 2);
  const lines = literal.split('\n').map((line) => (line.trim() === '' ? line.trim() : indent + line));
  return { from: colon, to, newText: ` |\n${lines.join('\n')}` };
}
