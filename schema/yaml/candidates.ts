import { type Lines, linesOf, positionAt } from '../diagnostics/positions.ts';
import { type FixCandidate, type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Span } from '../diagnostics/edits.ts';
import { balanced, lineWithText, lineInfo, linesFrom, settingsFrom, collectValues } from './recover-lines.ts';
import { closingQuote } from './quoting.ts';
import { bulletCandidates, indentCandidates } from './indent-candidates.ts';
import { keyCandidates } from './key-candidates.ts';
import {
  blockTextCandidates,
  textBelowBarAround,
  unindentedTextCandidates,
} from './block-text-candidates.ts';
import { flowCandidates } from './flow-candidates.ts';
import { valueCandidates } from './value-candidates.ts';

type Maker = (lines: Lines, number: number) => FixCandidate[];

// If several candidates are equally good, the first one wins.
const ofValues: Maker[] = [flowCandidates, valueCandidates];
const ofLines: Maker[] = [bulletCandidates, keyCandidates, blockTextCandidates, placeCandidates];

const made = (lines: Lines, number: number, makers: readonly Maker[]) =>
  makers.flatMap((make) => make(lines, number));

/** Returns candidates for a parse error: on its line, on the line above, or at an unclosed quotation mark or bracket. */
export function candidatesAround(text: string, at: number): FixCandidate[] {
  const lines = linesOf(text);
  const line = lineWithText(lines, positionAt(lines, at).line, -1);
  const above = lineWithText(lines, line - 1, -1);
  const open = openLinesAbove(lines, line);
  // An error at the end of a line can be about the next line.
  const next = /^[ \t]*\r?\n/.test(text.slice(at)) ? lineWithText(lines, line + 1, 1) : 0;
  const here = [...new Set([line, above, next, ...keysBelow(lines, line), beginAbove(lines, line)])].filter(
    (number) => number > 0,
  );
  return [
    ...[...new Set([...here, ...open])].flatMap((number) => made(lines, number, ofValues)),
    ...here.flatMap((number) => commentCandidates(lines, number) ?? made(lines, number, ofLines)),
  ];
}

/** Returns candidates for a line that YAML accepts but that is invalid in its position. */
export function candidatesOnLine(text: string, line: number): FixCandidate[] {
  const lines = linesOf(text);
  const inBrackets = openLinesAbove(lines, line).flatMap((number) => flowCandidates(lines, number));
  return (
    commentCandidates(lines, line) ?? [
      ...[...flowCandidates(lines, line), ...inBrackets].filter(({ rule }) => rule === 'missing-colon'),
      ...made(lines, line, [bulletCandidates, keyCandidates, indentCandidates]),
    ]
  );
}

/** Returns candidates that move lines. A line of a text only moves together with the whole text. */
function placeCandidates(lines: Lines, number: number): FixCandidate[] {
  const moved = indentCandidates(lines, number);
  const text = unindentedTextCandidates(lines, number);
  return text.length === 0 ? moved : [...text, ...moved.filter(({ rule }) => rule !== 'wrong-indentation')];
}

/** Returns the only candidate for a line with a comment of a programming language. Undefined for other lines. */
function commentCandidates(lines: Lines, number: number): FixCandidate[] | undefined {
  const { from, to, indent, text } = lineInfo(lines, number);
  const [, inside, rest] = /^\s*(?:\/\*+(.*?)\*+\/|\/\/+(?=\s)(.*))\s*$/.exec(text) ?? [];
  const words = inside ?? rest;
  const block = textBelowBarAround(lines, number);
  if (words === undefined || (block && indent >= block.indent)) return undefined;
  const comment = `# ${words.trim()}`.trimEnd();
  return [
    diagnostic({
      rule: 'yaml-syntax',
      message: 'a comment starts with `# ` here, not as in a program',
      label: 'this would be read as part of the page',
      from: from + indent,
      to,
      fix: {
        title: `write \`${comment}\``,
        safety: 'suggested',
        edits: [{ from: from + indent, to, newText: comment }],
      },
    }),
  ];
}

/** Returns the diagnostic about an unreadable line, and its span, which can be removed to check the rest. */
export function dropLine(text: string, at: number): { diagnostic: Diagnostic<Span>; line: Span } {
  const lines = linesOf(text);
  const { from, to, indent } = lineInfo(lines, lineWithText(lines, positionAt(lines, at).line, -1));
  return {
    diagnostic: diagnostic({
      rule: 'yaml-syntax',
      message: 'this line is not valid YAML',
      label: 'check its indentation, colons and quotation marks',
      note: 'the rest of this file was checked without this line',
      advice: 'write it as `name: value`, or delete it',
      from: from + indent,
      to,
    }),
    line: { from, to },
  };
}

/** Returns the first line of a list, if it lacks the dash that a later item has. Otherwise 0. */
function beginAbove(lines: Lines, line: number): number {
  const { indent, isItem } = lineInfo(lines, line);
  if (!isItem) return 0;
  let first: ReturnType<typeof lineInfo> | undefined;
  for (const above of settingsFrom(lines, line - 1, -1)) {
    if (above.indent < indent) break;
    first = above;
  }
  return first && !first.isItem ? first.number : 0;
}

/** Returns lines below that are indented further and look like settings. YAML reports their error at the line above. */
function keysBelow(lines: Lines, line: number): number[] {
  const found: number[] = [];
  const { indent } = lineInfo(lines, line);
  for (const below of linesFrom(lines, line + 1, 1)) {
    if (below.indent <= indent || below.number > line + 6 || found.length === 2) break;
    if (/:(?:\s|$)/.test(below.text)) found.push(below.number);
  }
  return found;
}

/** Returns the lines above with an unclosed quotation mark or bracket. */
function openLinesAbove(lines: Lines, line: number): number[] {
  const found: number[] = [];
  for (let number = line; number > 0 && number > line - 60 && found.length < 3; number--) {
    const value = collectValues(lines, number).at(-1);
    if (!value) continue;
    const written = lines.text.slice(value.from, value.to);
    if (/^["']/.test(written) ? closingQuote(written) === -1 : /^[{[]/.test(written) && !balanced(written))
      found.push(number);
  }
  return found;
}
