import type { Lines } from '../diagnostics/positions.ts';
import { type FixCandidate, createDiagnostic, type Fix } from '../diagnostics/diagnostic.ts';
import { replaceQuotes, createQuoteCandidate, toStraightQuotes } from './lost-text.ts';
import {
  hasBalancedBrackets,
  readLine,
  findLineValues,
  findContentLine,
  type LineValue,
} from './recover-lines.ts';
import { findClosingQuote } from './quoting.ts';
import type { Span } from '../diagnostics/edits.ts';

/** Returns candidates for the values of a line. `findFlowCandidates` handles values in brackets. */
export function findValueCandidates(lines: Lines, lineNumber: number): FixCandidate[] {
  return findLineValues(lines, lineNumber).flatMap((value) =>
    createValueCandidates(lines, lineNumber, value),
  );
}

function createValueCandidates(lines: Lines, lineNumber: number, value: LineValue): FixCandidate[] {
  const rawText = lines.text.slice(value.from, value.to);
  return /^["']/.test(rawText)
    ? createQuotedCandidates(lines.text, value, rawText)
    : createPlainCandidates(lines, lineNumber, value, rawText);
}

// Matches a line with two settings. The value of the first one is a single word: `type: hero heading: Hello`.
const nameValueLine = /^[ \t]*(?:- +)*(?:type|use|kind|layout): [\w-]+[ \t]+[a-z][\w-]*:\s/;

function createPlainCandidates(
  lines: Lines,
  lineNumber: number,
  value: LineValue,
  rawText: string,
): FixCandidate[] {
  if (value.isInBrackets) return [];
  // A list or a group needs no quotation marks, because it is not text.
  if (value.isGroup)
    return /[}\]]\s*[,;]$/.test(rawText) ? [createTrailingCommaCandidate(value, rawText)] : [];
  const [firstCharacter = ''] = rawText;
  const candidates: FixCandidate[] = [];
  const addQuoteCandidate = (message: string, note?: string) => {
    const candidate = createQuoteCandidate(lines.text, value, message, note);
    const isCurly = /^[“”„«][^"]*[“”»]$/.test(rawText);
    const fix = isCurly ? toStraightQuotes(value, rawText) : candidate.fix;
    // If the brackets do not match, one may be missing instead of quotation marks, so the fix is not safe.
    candidates.push({
      ...candidate,
      fix: hasBalancedBrackets(rawText) ? fix : { ...fix, safety: 'suggested' },
    });
  };
  const addStartCandidate = (mark: string, note?: string) =>
    addQuoteCandidate(`a text cannot start with ${mark} unless it is in quotation marks`, note);

  // At the start of a line, `> ` begins a quotation. The problem is that the text above needs a `|`.
  const isAtLineStart = readLine(lines, lineNumber).from + readLine(lines, lineNumber).indent === value.from;
  if (isAtLineStart && /^[>|][ \t]/.test(rawText)) return [];
  if (/^[|>][^\s\d+-]|^[|>][\d+-]*[ \t]+[^\s#]/.test(rawText))
    candidates.push(...createBlockMarkCandidates(lines, lineNumber, value, rawText));
  else if (/^[@`%&*!|>]/.test(rawText))
    addStartCandidate(firstCharacter === '`' ? 'a backtick' : `\`${firstCharacter}\``);
  else if (rawText.startsWith('- ')) addStartCandidate('`- `', 'an item of a list needs its own line');
  // A group of settings is not text, even if something follows it.
  if (/^\{\s*[a-z][\w-]*:\s/.test(rawText)) return [];
  if (/^[{[]/.test(rawText)) {
    const start = rawText.startsWith('{{') ? '{{' : firstCharacter;
    addQuoteCandidate(`text that starts with \`${start}\` needs quotation marks`);
  } else if (/^[}\],?]/.test(rawText)) addStartCandidate(`\`${firstCharacter}\``);
  // A type or layout contains no spaces, so the rest of the line is a second setting.
  if (nameValueLine.test(lines.text.slice(readLine(lines, lineNumber).from, value.to))) return candidates;
  if (/:\s/.test(rawText))
    addQuoteCandidate('this text contains a colon followed by a space, so it needs quotation marks');
  else if (rawText.endsWith(':'))
    addQuoteCandidate('this text ends with a colon, so it needs quotation marks');
  return candidates;
}

function createQuotedCandidates(text: string, span: Span, rawText: string): FixCandidate[] {
  const { from } = span;
  const [mark = '"'] = rawText;
  const isSingle = mark === "'";
  const close = findClosingQuote(rawText);
  if (close === -1) {
    if (
      isSingle &&
      !hasMismatchedQuote(rawText) &&
      /^'(?:tis|twas|em|n|cause|round|til|\d\ds?)\b/i.test(rawText)
    ) {
      const message = 'text that starts with an apostrophe needs quotation marks';
      return [createQuoteCandidate(text, span, message)];
    }
    return [createUnclosedQuoteCandidate(span, rawText)];
  }
  const hasUnknownEscape =
    !isSingle &&
    [...rawText.slice(0, close).matchAll(escapeSequence)].some(([, knownEscape]) => !knownEscape);
  if (hasUnknownEscape) return [createBackslashCandidate(span, rawText.slice(0, close))];
  const textAfterQuote = rawText.slice(close + 1);
  if (textAfterQuote.trim() === '' || /^\s+#/.test(textAfterQuote)) return [];
  if (/^\s*[,;]$/.test(textAfterQuote)) return [createTrailingCommaCandidate(span, rawText)];
  const otherQuote = isSingle ? '"' : "'";
  // In `"One" and "two"`, the first and the last quotation mark are part of the text.
  if (
    !rawText.endsWith(mark) ||
    (!isSingle && /^"[^"\s](?:[^"]*[^"\s])?"\s.*\s"[^"\s](?:[^"]*[^"\s])?"$/.test(rawText))
  ) {
    const message = 'the quotation marks inside this text end the text too early';
    const candidate = createQuoteCandidate(text, span, message);
    // A dash after the text probably starts the next item, whose line was joined with this one.
    const fix: Fix<Span> = {
      ...candidate.fix,
      safety: /^\s+-\s/.test(textAfterQuote) ? 'suggested' : candidate.fix.safety,
    };
    return [{ ...candidate, label: `use \`${otherQuote}\` around the whole text`, fix }];
  }
  const [message, label] = isSingle
    ? [
        'the apostrophe inside this text ends the text too early',
        'use double quotation marks around this text',
      ]
    : [
        'the quotation marks inside this text end the text too early',
        `use \`${otherQuote}\` around the whole text`,
      ];
  const content = rawText.slice(1, -1);
  const escapeEdits = [...content.matchAll(isSingle ? /'/g : /(?<!\\)"/g)].map(({ index }) => {
    const offset = from + 1 + index;
    return { from: offset, to: offset, newText: isSingle ? "'" : '\\' };
  });
  const fix: Fix<Span> = content.includes(otherQuote)
    ? { title: 'escape the quotation marks inside the text', safety: 'safe', edits: escapeEdits }
    : {
        title: `write ${otherQuote}${content}${otherQuote}`,
        safety: 'safe',
        edits: replaceQuotes(span, otherQuote),
      };
  return [{ ...createQuoteCandidate(text, span, message), label, fix }];
}

/** Creates the candidate for text whose closing quotation mark is missing or does not match. */
function createUnclosedQuoteCandidate({ from, to }: Span, rawText: string): FixCandidate {
  const mark = rawText[0] ?? '"';
  const mismatchLength = hasMismatchedQuote(rawText) ? 1 : 0;
  return createDiagnostic({
    rule: 'unclosed-quote',
    message: mismatchLength
      ? 'this text starts and ends with different quotation marks'
      : 'a quotation mark is missing at the end of this text',
    label: `this text starts with \`${mark}\`, so it must end with \`${mark}\``,
    from,
    to,
    fix: {
      title: `write ${rawText.slice(0, rawText.length - mismatchLength)}${mark}`,
      safety: 'suggested',
      edits: [{ from: to - mismatchLength, to, newText: mark }],
    },
  });
}

const hasMismatchedQuote = (rawText: string) => /[^"'“”„]["'”“]$/.test(rawText);

/** Creates the candidate for a comma or semicolon after a setting, as in JSON or CSS. */
function createTrailingCommaCandidate({ to }: Span, rawText: string): FixCandidate {
  const separator = rawText.at(-1) ?? ',';
  const from = to - (/\s*[,;]$/.exec(rawText)?.[0].length ?? 1);
  return createDiagnostic({
    rule: 'yaml-syntax',
    message: `a setting does not end with \`${separator}\``,
    label: 'a setting ends at the end of its line',
    from: to - 1,
    to,
    fix: { title: `delete this \`${separator}\``, safety: 'safe', edits: [{ from, to, newText: '' }] },
  });
}

// Matches a backslash in double quotation marks. Group 1 is the rest of a valid YAML escape, or `undefined` if the
// escape is not valid.
const escapeSequence = /\\([0abtnvfre "/\\N_LP\n\t]|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8})?/g;
// Matches the escapes `\"` and `\\`, which are always intended.
const plainEscape = /^\\["\\]$/;

/**
 * Creates the candidate for unknown escapes. If text has an unknown escape, its other escapes are also unintended, as
 * in `C:\Users\boats`.
 */
function createBackslashCandidate({ from, to }: Span, rawText: string): FixCandidate {
  const escapes = [...rawText.matchAll(escapeSequence)].filter(([whole]) => !plainEscape.test(whole));
  return createDiagnostic({
    rule: 'needs-quotes',
    message: 'in double quotation marks, a backslash must be written twice',
    label: 'a backslash in this text is followed by a character that YAML cannot escape',
    note: 'in single quotation marks, a backslash is an ordinary character',
    from,
    to,
    fix: {
      title: escapes.length === 1 ? 'write the backslash twice' : 'write each of these backslashes twice',
      safety: escapes.some(([, knownEscape]) => knownEscape) ? 'suggested' : 'safe',
      edits: escapes.map(({ index }) => ({ from: from + index, to: from + index, newText: '\\' })),
    },
  });
}

// Matches the name of a setting with a long text, which can contain a quotation.
const longTextKey = /(?:^|[ \t])(?:body|bio|answer|transcript):[ \t]*$/;

/** Returns candidates for text after `>` or `|`, which must start on the next line. */
function createBlockMarkCandidates(
  lines: Lines,
  lineNumber: number,
  { from, to }: Span,
  rawText: string,
): FixCandidate[] {
  const mark = /^[|>][+-]?/.exec(rawText)?.[0] ?? '|';
  const textAfterMark = rawText.slice(mark.length);
  const { contentColumn, from: start } = readLine(lines, lineNumber);
  const below = findContentLine(lines, lineNumber + 1, 1);
  const next = below === 0 ? undefined : readLine(lines, below);
  const continuationLine = next && next.indent > contentColumn ? next : undefined;
  const candidate = createQuoteCandidate(
    lines.text,
    { from, to },
    `text cannot follow \`${mark}\` on the same line`,
    `\`${mark}\` means that the text is on the lines below`,
  );
  const textStart = to - textAfterMark.trimStart().length;
  const indent = ' '.repeat(continuationLine?.indent ?? contentColumn + 2);
  // In Markdown, `> ` starts a quotation and `| ` starts a table row. If no space follows the mark, it is not meant as
  // Markdown.
  const hasSpace = /^\s+\D/.test(textAfterMark);
  const isLong = longTextKey.test(lines.text.slice(start, from));
  const isMarkdown =
    hasSpace &&
    mark.length === 1 &&
    (continuationLine ? continuationLine.text.trimStart().startsWith(mark) : isLong);
  const markdownName = mark === '>' ? 'quotation' : 'table';
  const keepMarkCandidate: FixCandidate = {
    ...candidate,
    label: `a ${markdownName} must be below a \`|\``,
    fix: {
      title: `write \`|\`, and the ${markdownName} on the ${continuationLine ? 'lines' : 'line'} below`,
      safety: 'suggested',
      edits: [{ from, to: from, newText: `|\n${indent}` }],
    },
  };
  if (continuationLine) {
    if (isMarkdown) return [keepMarkCandidate];
    const edits = [{ from: from + mark.length, to: textStart, newText: `\n${indent}` }];
    // Text after `>` in a long text may be a quotation whose mark should stay, so the fix is not safe.
    const safety = mark === '>' && isLong ? 'suggested' : 'safe';
    const fix: Fix<Span> = { title: 'move the text to the next line', safety, edits };
    return [{ ...candidate, from: textStart, label: 'move this text to the next line', fix }];
  }
  if (!hasSpace) return [candidate];
  const edits = [{ from, to: textStart, newText: '' }];
  const fix: Fix<Span> = { title: `delete the \`${mark}\``, safety: 'suggested', edits };
  const dropMarkCandidate = { ...candidate, label: 'the text ends on this line', fix };
  return mark === '>' && isMarkdown ? [keepMarkCandidate, dropMarkCandidate] : [dropMarkCandidate];
}
