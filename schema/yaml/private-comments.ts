import { type Lines, linesOf, positionAt } from '../diagnostics/positions.ts';
import { editText, type TextEdit } from '../diagnostics/edits.ts';
import { textBelowBarAround } from './block-text-candidates.ts';
import { collectValues, lineInfo, linesFrom } from './recover-lines.ts';
import { closingQuote } from './quoting.ts';
import type { YamlTree } from './parse.ts';
import { pathAt, textNodeAt } from './spans.ts';

// Not comments: `#1` is a number, `## Winter` at the start of a line is a heading, and `#fff` is a colour.
const behindText = /[ \t]#(?!\d)/g;
const ownLine = /^[ \t]*#(?!#+[ \t]+\S|\d)/;
const colour = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})[ \t]*(?:[,}\]]|$)/i;
const startsValue = /(?:[,[{:]|^[ \t]*-)[ \t]*$/;

/** Returns the offsets in lines of each `#` that may start a private comment. */
function commentsAt(lines: Lines, first: number, last: number): number[] {
  const found: number[] = [];
  for (let number = first; number <= last; number++) {
    const { from, indent, text } = lineInfo(lines, number);
    const block = textBelowBarAround(lines, number);
    if (block && indent >= block.indent) continue;
    if (ownLine.test(text)) {
      found.push(from + indent);
      continue;
    }
    const quotes = collectValues(lines, number).flatMap((value) => {
      const written = lines.text.slice(value.from, value.to);
      if (/^[“„«][^“”„«»]*[”“»]$/.test(written)) return [{ from: value.from, to: value.to }];
      const close = closingQuote(written);
      return /["']/.test(lines.text[value.from] ?? '') && close !== -1
        ? [{ from: value.from, to: value.from + close }]
        : [];
    });
    for (const { index } of text.matchAll(behindText)) {
      const at = from + index + 1;
      const isColour = startsValue.test(text.slice(0, index + 1)) && colour.test(text.slice(index + 1));
      if (
        text.slice(0, index).trim() !== '' &&
        !isColour &&
        !quotes.some((one) => one.from < at && at < one.to)
      )
        found.push(at);
    }
  }
  return found;
}

/** Whether edits move a possible private comment into a text for visitors. */
export function isCommentInText(text: string, edits: readonly TextEdit[], after: YamlTree): boolean {
  if (!/[ \t]#/.test(text) || edits.length === 0) return false;
  const lines = linesOf(text);
  const first = Math.min(...edits.map(({ from }) => positionAt(lines, from).line));
  let last = Math.max(...edits.map(({ to }) => positionAt(lines, to).line));
  // A `|` turns the lines below into text.
  const { inner } = lineInfo(lines, last);
  for (const { number, indent } of linesFrom(lines, last + 1, 1)) {
    if (indent <= inner) break;
    last = number;
  }
  const comments = commentsAt(lines, first, last);
  if (comments.length === 0) return false;
  const { origin } = editText({ text }, edits);
  return comments.some((comment) => {
    const at = origin?.lastIndexOf(comment) ?? -1;
    if (after.text[at] !== '#') return false;
    const range = textNodeAt(after, pathAt(after, at))?.range;
    return range != null && range[0] <= at && at < range[1];
  });
}
