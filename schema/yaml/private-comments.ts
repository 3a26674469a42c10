import { type Lines, indexLines, positionAt } from '../diagnostics/positions.ts';
import { editText, type TextEdit } from '../diagnostics/edits.ts';
import { findBlockScalar } from './block-text-candidates.ts';
import { findLineValues, readLine, iterateLines } from './recover-lines.ts';
import { findClosingQuote } from './quoting.ts';
import type { YamlTree } from './parse.ts';
import { findPathAt, findScalar } from './spans.ts';

// The next two patterns match private comments, but not numbers (`#1`) or Markdown headings at the start of a line (`##
// Winter`).
const commentAfterText = /[ \t]#(?!\d)/g;
const wholeLineComment = /^[ \t]*#(?!#+[ \t]+\S|\d)/;
// Matches a colour: `#fff`.
const colour = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})[ \t]*(?:[,}\]]|$)/i;
// Matches the end of the text before a value: `color: `, `[`, `- `.
const startsValue = /(?:[,[{:]|^[ \t]*-)[ \t]*$/;

/** Returns the offset of each `#` that may start a private comment, in the lines `first` to `last`. */
function findPossibleComments(lines: Lines, first: number, last: number): number[] {
  const offsets: number[] = [];
  for (let number = first; number <= last; number++) {
    const { from, indent, text } = readLine(lines, number);
    const block = findBlockScalar(lines, number);
    if (block && indent >= block.indent) continue;
    if (wholeLineComment.test(text)) {
      offsets.push(from + indent);
      continue;
    }
    const quotedSpans = findLineValues(lines, number).flatMap((value) => {
      const rawText = lines.text.slice(value.from, value.to);
      if (/^[“„«][^“”„«»]*[”“»]$/.test(rawText)) return [{ from: value.from, to: value.to }];
      const closingQuoteAt = findClosingQuote(rawText);
      return /["']/.test(lines.text[value.from] ?? '') && closingQuoteAt !== -1
        ? [{ from: value.from, to: value.from + closingQuoteAt }]
        : [];
    });
    for (const { index } of text.matchAll(commentAfterText)) {
      const offset = from + index + 1;
      const isColour = startsValue.test(text.slice(0, index + 1)) && colour.test(text.slice(index + 1));
      if (
        text.slice(0, index).trim() !== '' &&
        !isColour &&
        !quotedSpans.some((span) => span.from < offset && offset < span.to)
      )
        offsets.push(offset);
    }
  }
  return offsets;
}

/** Returns whether edits move a possible private comment into text for visitors. */
export function movesCommentIntoText(
  text: string,
  edits: readonly TextEdit[],
  resultTree: YamlTree,
): boolean {
  if (!/[ \t]#/.test(text) || edits.length === 0) return false;
  const lines = indexLines(text);
  const first = Math.min(...edits.map(({ from }) => positionAt(lines, from).line));
  let last = Math.max(...edits.map(({ to }) => positionAt(lines, to).line));
  // An edit that adds `|` turns the lines below it into text, including private comments.
  const { contentColumn } = readLine(lines, last);
  for (const { number, indent } of iterateLines(lines, last + 1, 1)) {
    if (indent <= contentColumn) break;
    last = number;
  }
  const comments = findPossibleComments(lines, first, last);
  if (comments.length === 0) return false;
  const { origin } = editText({ text }, edits);
  return comments.some((comment) => {
    const offset = origin?.lastIndexOf(comment) ?? -1;
    if (resultTree.text[offset] !== '#') return false;
    const range = findScalar(resultTree, findPathAt(resultTree, offset))?.range;
    return range != null && range[0] <= offset && offset < range[1];
  });
}
