import { type Lines, indexLines, positionAt } from '../diagnostics/positions.ts';
import { type FixCandidate, type Diagnostic, createDiagnostic } from '../diagnostics/diagnostic.ts';
import type { Span } from '../diagnostics/edits.ts';
import {
  hasBalancedBrackets,
  findContentLine,
  readLine,
  iterateLines,
  iterateContentLines,
  findLineValues,
} from './recover-lines.ts';
import { findClosingQuote } from './quoting.ts';
import { findBulletCandidates, findIndentCandidates } from './indent-candidates.ts';
import { findKeyCandidates } from './key-candidates.ts';
import {
  findBlockTextCandidates,
  findBlockScalar,
  findUnindentedTextCandidates,
} from './block-text-candidates.ts';
import { findFlowCandidates } from './flow-candidates.ts';
import { findValueCandidates } from './value-candidates.ts';

type CandidateFinder = (lines: Lines, lineNumber: number) => FixCandidate[];

// The order matters: of several equally good candidates, the first wins.
const valueFinders: CandidateFinder[] = [findFlowCandidates, findValueCandidates];
const lineFinders: CandidateFinder[] = [
  findBulletCandidates,
  findKeyCandidates,
  findBlockTextCandidates,
  findLineMoveCandidates,
];

const collectCandidates = (lines: Lines, lineNumber: number, finders: readonly CandidateFinder[]) =>
  finders.flatMap((find) => find(lines, lineNumber));

/**
 * Returns candidates for a parse error. Searches the line of the error and related lines, such as a line with an
 * unclosed bracket.
 */
export function findCandidatesAround(text: string, offset: number): FixCandidate[] {
  const lines = indexLines(text);
  const line = findContentLine(lines, positionAt(lines, offset).line, -1);
  const lineAbove = findContentLine(lines, line - 1, -1);
  const unclosedLines = findUnclosedLinesAbove(lines, line);
  // If the error is at the end of a line, its cause can be on the next line.
  const lineBelow = /^[ \t]*\r?\n/.test(text.slice(offset)) ? findContentLine(lines, line + 1, 1) : 0;
  const nearbyLines = [
    ...new Set([
      line,
      lineAbove,
      lineBelow,
      ...findKeyLinesBelow(lines, line),
      findItemWithoutDash(lines, line),
    ]),
  ].filter((lineNumber) => lineNumber > 0);
  return [
    ...[...new Set([...nearbyLines, ...unclosedLines])].flatMap((lineNumber) =>
      collectCandidates(lines, lineNumber, valueFinders),
    ),
    ...nearbyLines.flatMap(
      (lineNumber) =>
        findForeignCommentCandidates(lines, lineNumber) ?? collectCandidates(lines, lineNumber, lineFinders),
    ),
  ];
}

/** Returns candidates for a line that YAML accepts, but the schema does not allow in this place. */
export function findCandidatesOnLine(text: string, line: number): FixCandidate[] {
  const lines = indexLines(text);
  const inBrackets = findUnclosedLinesAbove(lines, line).flatMap((lineNumber) =>
    findFlowCandidates(lines, lineNumber),
  );
  return (
    findForeignCommentCandidates(lines, line) ?? [
      ...[...findFlowCandidates(lines, line), ...inBrackets].filter(({ rule }) => rule === 'missing-colon'),
      ...collectCandidates(lines, line, [findBulletCandidates, findKeyCandidates, findIndentCandidates]),
    ]
  );
}

/**
 * Returns candidates that change the indentation of a line. If the line is part of a text, they move the whole text.
 */
function findLineMoveCandidates(lines: Lines, lineNumber: number): FixCandidate[] {
  const moves = findIndentCandidates(lines, lineNumber);
  const text = findUnindentedTextCandidates(lines, lineNumber);
  return text.length === 0 ? moves : [...text, ...moves.filter(({ rule }) => rule !== 'wrong-indentation')];
}

/**
 * Returns the candidate for a comment in the syntax of a programming language, such as `// note`. Returns `undefined`
 * for other lines.
 */
function findForeignCommentCandidates(lines: Lines, lineNumber: number): FixCandidate[] | undefined {
  const { from, to, indent, text } = readLine(lines, lineNumber);
  const [, blockComment, lineComment] = /^\s*(?:\/\*+(.*?)\*+\/|\/\/+(?=\s)(.*))\s*$/.exec(text) ?? [];
  const content = blockComment ?? lineComment;
  const block = findBlockScalar(lines, lineNumber);
  if (content === undefined || (block && indent >= block.indent)) return undefined;
  const comment = `# ${content.trim()}`.trimEnd();
  return [
    createDiagnostic({
      rule: 'yaml-syntax',
      message: 'in YAML, a comment starts with `# `',
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

/**
 * Creates the diagnostic about a line that cannot be parsed. The parser skips the line, so that the rest of the file
 * can be checked.
 */
export function describeUnreadableLine(
  text: string,
  offset: number,
): { diagnostic: Diagnostic<Span>; line: Span } {
  const lines = indexLines(text);
  const { from, to, indent } = readLine(lines, findContentLine(lines, positionAt(lines, offset).line, -1));
  return {
    diagnostic: createDiagnostic({
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

/**
 * If the first line of a list lacks its dash and the other items have one, returns the number of this line, otherwise
 * 0.
 */
function findItemWithoutDash(lines: Lines, line: number): number {
  const { indent, isItem } = readLine(lines, line);
  if (!isItem) return 0;
  let first: ReturnType<typeof readLine> | undefined;
  for (const lineAbove of iterateContentLines(lines, line - 1, -1)) {
    if (lineAbove.indent < indent) break;
    first = lineAbove;
  }
  return first && !first.isItem ? first.number : 0;
}

/** Returns up to two lines below that look like indented settings. YAML reports their errors on the line above. */
function findKeyLinesBelow(lines: Lines, line: number): number[] {
  const lineNumbers: number[] = [];
  const { indent } = readLine(lines, line);
  for (const lineBelow of iterateLines(lines, line + 1, 1)) {
    if (lineBelow.indent <= indent || lineBelow.number > line + 6 || lineNumbers.length === 2) break;
    if (/:(?:\s|$)/.test(lineBelow.text)) lineNumbers.push(lineBelow.number);
  }
  return lineNumbers;
}

/**
 * Returns the numbers of the nearby lines with an unclosed quotation mark or bracket: the given line, and lines above
 * it.
 */
function findUnclosedLinesAbove(lines: Lines, line: number): number[] {
  const lineNumbers: number[] = [];
  for (
    let lineNumber = line;
    lineNumber > 0 && lineNumber > line - 60 && lineNumbers.length < 3;
    lineNumber--
  ) {
    const value = findLineValues(lines, lineNumber).at(-1);
    if (!value) continue;
    const rawText = lines.text.slice(value.from, value.to);
    if (
      /^["']/.test(rawText)
        ? findClosingQuote(rawText) === -1
        : /^[{[]/.test(rawText) && !hasBalancedBrackets(rawText)
    )
      lineNumbers.push(lineNumber);
  }
  return lineNumbers;
}
