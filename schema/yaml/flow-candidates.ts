import { type Lines, positionAt } from '../diagnostics/positions.ts';
import { type FixCandidate, createDiagnostic } from '../diagnostics/diagnostic.ts';
import type { Span, TextEdit } from '../diagnostics/edits.ts';
import { joinNames, truncate } from '../diagnostics/wording.ts';
import { type FlowText, type FlowParts, parseFlowParts } from './flow-parts.ts';
import { hasOnlyClosingQuote, createQuoteCandidate } from './lost-text.ts';
import { findClosingQuote, createQuotingEdits } from './quoting.ts';
import { findLineValues, type LineInfo, readLine, iterateLines } from './recover-lines.ts';

/** Returns candidates for a list or a group in brackets that starts on a line. */
export function findFlowCandidates(lines: Lines, lineNumber: number): FixCandidate[] {
  const value = findLineValues(lines, lineNumber).at(-1);
  if (!value?.isGroup) return [];
  const { text } = lines;
  const lineParts = parseFlowParts(text, value.from, value.to);
  if (!lineParts) return [];
  const linesBelow =
    lineParts.closings.length > 0 ? collectGroupLines(lines, lineNumber, text[value.from] === '[') : [];
  const end = linesBelow.at(-1)?.to;
  const parts = (end === undefined ? undefined : parseFlowParts(text, value.from, end)) ?? lineParts;
  return [
    ...createQuotingCandidates(text, parts),
    ...createMissingCommaCandidates(text, parts),
    ...createMissingColonCandidates(text, parts),
    ...createEmptyItemCandidates(text, parts),
    ...createMissingBracketCandidates(lines, lineNumber, parts, linesBelow),
  ];
}

const settingOrItemLine = /^[ \t]*(?:- +)*[A-Za-z][\w-]*:(?:\s|$)|^[ \t]*-(?:\s|$)/;

/** Returns the lines below the first line of a group, up to the next setting or item outside the group. */
function collectGroupLines(lines: Lines, lineNumber: number, isList: boolean): LineInfo[] {
  const groupLines: LineInfo[] = [];
  const { contentColumn } = readLine(lines, lineNumber);
  for (const line of iterateLines(lines, lineNumber + 1, 1)) {
    const isInside = line.indent > contentColumn && !isList;
    if (line.number > lineNumber + 60 || (!isInside && settingOrItemLine.test(line.text))) break;
    groupLines.push(line);
  }
  return groupLines;
}

/** Returns the reason why text in brackets needs quotation marks, or `undefined` if it needs none. */
function findQuotingReason(rawText: string, bracket: '[' | '{'): string | undefined {
  const [first = ''] = rawText;
  const pair = bracket === '[' ? '[ ]' : '{ }';
  if (rawText.includes('\n') || rawText === '') return undefined;
  if (/["']/.test(first)) {
    const closingQuoteAt = findClosingQuote(rawText);
    const isInside = closingQuoteAt !== -1 && closingQuoteAt < rawText.length - 1 && !rawText.endsWith(first);
    return isInside ? 'the quotation marks inside this text end the text too early' : undefined;
  }
  if (first === '#') return 'text that starts with `#` needs quotation marks';
  if (/^(?:[@`%&*!|>\]}]|[-?](?:\s|$))/.test(rawText)) {
    const mark = first === '`' ? 'a backtick' : `\`${first}\``;
    return `inside \`${pair}\`, a text cannot start with ${mark} unless it is in quotation marks`;
  }
  if (bracket === '{' ? /:(?:\s|$)/.test(rawText) : /:\s.*:(?:\s|$)/.test(rawText))
    return 'this text contains a colon followed by a space, so it needs quotation marks';
  if (/\s#/.test(rawText)) return `inside \`${pair}\`, a text with \` #\` needs quotation marks`;
  return /[,{}[\]]/.test(rawText)
    ? `inside \`${pair}\`, a text with a comma or a bracket needs quotation marks`
    : undefined;
}

/** Returns the candidate that puts quotation marks around every text that YAML cannot read without them. */
function createQuotingCandidates(text: string, { texts }: FlowParts): FixCandidate[] {
  const unreadableTexts = texts.flatMap((flowText) => {
    const rawText = text.slice(flowText.from, flowText.to);
    const reason = findQuotingReason(rawText, flowText.bracket);
    // YAML accepts a comma before a bare name. Validation shows later whether the name is a setting.
    const canContainName =
      !/[:#{}[\]]/.test(rawText) && findBareNames(text, flowText.from, flowText.to).length > 0;
    return reason === undefined || canContainName ? [] : [{ ...flowText, reason }];
  });
  const [first] = unreadableTexts;
  if (!first) return [];
  const note = text[first.from] === '#' ? 'without them, it is a private comment' : undefined;
  const candidate = createQuoteCandidate(text, first, first.reason, note);
  const missingOpeningQuotes = unreadableTexts.map(({ from, to }) =>
    hasOnlyClosingQuote(text.slice(from, to)),
  );
  const edits = unreadableTexts.flatMap(({ from, to }, index) =>
    missingOpeningQuotes[index] ? [{ from, to: from, newText: '"' }] : createQuotingEdits(text, from, to),
  );
  const title =
    unreadableTexts.length === 1 ? candidate.fix.title : 'put quotation marks around each of these texts';
  const safety =
    missingOpeningQuotes.includes(true) ||
    unreadableTexts.some((flowText) => canBeSeveralTexts(text, flowText))
      ? 'suggested'
      : candidate.fix.safety;
  return [{ ...candidate, fix: { title, safety, edits } }];
}

// Matches a key in the middle of a text, after a space or a character typed instead of a comma: `Fees; text:`.
const keyInText = /(?<![,\s])([ \t]*[;；，、]?)\s+([a-z][\w-]*:)(?=\s)/g;

/** Returns whether a text may consist of several texts, or of a text and a setting. */
function canBeSeveralTexts(text: string, { from, to, bracket }: FlowText): boolean {
  const rawText = text.slice(from, to);
  if (bracket === '{') return rawText.search(keyInText) !== -1 || /,\s*[a-z][\w-]*[ \t]*["'[{]/.test(rawText);
  return /[[{].*,/.test(rawText);
}

/**
 * Returns candidates for missing commas before settings and groups: `{ heading: Fees text: Free }`, `[{ … } { … }]`.
 */
function createMissingCommaCandidates(
  text: string,
  { texts, missingCommas: knownCommas }: FlowParts,
): FixCandidate[] {
  const commasInTexts = texts
    .filter(({ from, bracket }) => bracket === '{' && !/["']/.test(text[from] ?? ''))
    .flatMap(({ from, to }) =>
      [...text.slice(from, to).matchAll(keyInText)].map(({ index, 1: separator = '', 2: next = '' }) => ({
        at: from + index,
        to: from + index + separator.length,
        next,
      })),
    );
  const allCommas = [...knownCommas, ...commasInTexts].toSorted((a, b) => a.at - b.at);
  const candidates =
    allCommas.length > 1
      ? [allCommas, ...allCommas.map((comma) => [comma])]
      : allCommas.map((comma) => [comma]);
  return candidates.flatMap((commas) => {
    const [first] = commas;
    if (!first) return [];
    const { next, to } = first;
    const from = text.indexOf(next, to);
    return [
      createDiagnostic({
        rule: 'yaml-syntax',
        message: `a comma is missing before \`${next}\``,
        label:
          next === '{'
            ? 'inside `[ ]`, a comma separates two items'
            : 'inside `{ }`, a comma separates two settings',
        from,
        to: from + next.length,
        fix: {
          title: commas.length === 1 ? 'write the comma' : `write these ${commas.length} commas`,
          safety: 'suggested',
          edits: commas.map(({ at, to }) => ({ from: at, to, newText: ',' })),
        },
      }),
    ];
  });
}

// Matches a name without a colon, at the start of a text or after a comma: `icon clock`, `icon=clock`, `text "From 9"`,
// `action [`, and `icon` alone.
const bareName =
  /(?:^|,)\s*([a-z][\w-]*)([ \t]*[=;：][ \t\u3000]*|[ \t]+(?=[^\s,:])|(?=["'[{])|(?=\s*(?:,|$)))/g;

/** A word in a text in `{ }` that may be the name of a setting. `gap` is the span between the name and its value. */
interface BareName {
  name: string;
  from: number;
  gap: Span;
}

function findBareNames(text: string, from: number, to: number): BareName[] {
  // Words in quotation marks cannot be names. Neither can the first word after a name and its colon.
  const rawText = text
    .slice(from, to)
    .replaceAll(/"[^"]*"/g, (quoted) => `"${'_'.repeat(quoted.length - 2)}"`);
  const isNamedValue = !/[{,]\s*$/.test(text.slice(0, from));
  return [...rawText.matchAll(bareName)].flatMap(({ index, 0: match, 1: name = '', 2: gap = '' }) => {
    const end = from + index + match.length;
    const start = end - gap.length - name.length;
    return start === from && isNamedValue
      ? []
      : [{ name, from: start, gap: { from: end - gap.length, to: end } }];
  });
}

/**
 * Returns candidates for missing colons: `{ heading: Fast, icon clock }`. Validation shows which words are settings.
 */
function createMissingColonCandidates(text: string, { texts }: FlowParts): FixCandidate[] {
  return texts
    .filter(({ from, bracket }) => bracket === '{' && !/["']/.test(text[from] ?? ''))
    .flatMap((flowText) =>
      listSubsets(findBareNames(text, flowText.from, flowText.to)).map((names) =>
        toMissingColonCandidate(text, flowText, names),
      ),
    );
}

/** Returns all non-empty subsets of a list, or only the whole list and single items if it has more than four. */
function listSubsets<T>(items: readonly T[]): T[][] {
  if (items.length > 4) return [[...items], ...items.map((item) => [item])];
  return items
    .reduce<T[][]>((subsets, item) => [...subsets, ...subsets.map((subset) => [...subset, item])], [[]])
    .slice(1);
}

function toMissingColonCandidate(
  text: string,
  { from, to }: FlowText,
  names: readonly BareName[],
): FixCandidate {
  const starts = [from, ...names.map(({ gap }) => gap.to)];
  const ends = [...names.map((bareWord) => text.slice(0, bareWord.from).replace(/[\s,]+$/, '').length), to];
  const edits = starts.flatMap((start, index): TextEdit[] => {
    const end = Math.max(ends[index] ?? to, start);
    const gap = names[index - 1]?.gap;
    const colon = gap ? [{ ...gap, newText: end === start ? ':' : ': ' }] : [];
    const value = text.slice(start, end);
    const isText = value !== '' && !/^[[{]/.test(value) && findQuotingReason(value, '{') !== undefined;
    return [...colon, ...(isText ? createQuotingEdits(text, start, end) : [])];
  });
  const nameList = names.map(({ name }) => name);
  const candidate = createDiagnostic({
    rule: 'missing-colon',
    message: `a colon is missing after ${joinNames(nameList, 'and')}`,
    label: 'a colon and a space separate a name from its value',
    note: 'if this is part of the text, put quotation marks around the whole text',
    from: names[0]?.from ?? from,
    to,
    fix: {
      title: names.length === 1 ? 'write the colon' : `write these ${names.length} colons`,
      safety: 'suggested',
      edits,
    },
  });
  return { ...candidate, names: nameList };
}

/** Returns the candidate that removes commas with nothing before them, or fills the empty cells of a table row. */
function createEmptyItemCandidates(text: string, { emptyItems: emptySpans }: FlowParts): FixCandidate[] {
  const [first] = emptySpans;
  if (!first) return [];
  // In a table row, write an empty cell, so that the number of cells stays the same.
  const isCell = /cells:[ \t]*\[[^[\]]*$/.test(text.slice(0, first.from));
  const edits = emptySpans.map(({ from, to }) => {
    if (isCell) return { from, to: from, newText: '""' };
    const before = text.slice(0, from);
    const trailingSpaces = /[[{][ \t]*$/.test(before) ? (/^[ \t]*/.exec(text.slice(to))?.[0].length ?? 0) : 0;
    return { from: before.replace(/[ \t]+$/, '').length, to: to + trailingSpaces, newText: '' };
  });
  return [
    createDiagnostic({
      rule: 'yaml-syntax',
      message: 'nothing precedes this comma',
      label: isCell ? 'an item is missing here' : 'an item is missing here, or the comma is not needed',
      advice: isCell ? 'write an item before the comma, or delete the comma' : undefined,
      ...first,
      fix: { title: 'delete the comma', safety: 'suggested', edits },
    }),
  ];
}

/** Returns the candidate that adds missing closing brackets, and replaces wrong ones. */
function createMissingBracketCandidates(
  lines: Lines,
  lineNumber: number,
  { closings }: FlowParts,
  linesBelow: readonly LineInfo[],
): FixCandidate[] {
  const [first] = closings;
  if (!first) return [];
  const { text } = lines;
  const { to, contentColumn } = readLine(lines, lineNumber);
  const hasWrongBracket = first.to > first.from;
  const last = positionAt(lines, closings.at(-1)?.to ?? 0).line;
  const openingBracket = text[first.opening] ?? '[';
  // In YAML, the lines of a group must be indented further than its name.
  const indentEdits = linesBelow
    .filter((line) => line.number <= last && line.indent <= contentColumn)
    .map(({ from, indent }) => ({ from, to: from + indent, newText: ' '.repeat(contentColumn + 2) }));
  const closingEdits = new Map<number, TextEdit>();
  for (const { from, to: end, bracket } of closings) {
    const closing = end === from && bracket === '}' ? ' }' : bracket;
    closingEdits.set(from, { from, to: end, newText: `${closingEdits.get(from)?.newText ?? ''}${closing}` });
  }
  const precedingText = /[^,[{\n]*$/.exec(text.slice(0, first.from))?.[0].trim() ?? '';
  const isAtEnd = last === lineNumber && closings.every(({ from }) => from === to);
  const positionText = isAtEnd ? 'at the end' : `after \`${truncate(precedingText)}\``;
  const edits = [...indentEdits, ...closingEdits.values()].toSorted((a, b) => a.from - b.from);
  const problem = hasWrongBracket
    ? {
        message: `\`${text[first.from]}\` closes a \`${openingBracket}\``,
        label: `a \`${openingBracket}\` must be closed by a \`${first.bracket}\``,
        from: first.from,
        to: first.to,
      }
    : {
        message: `a \`${first.bracket}\` is missing`,
        label: `this \`${openingBracket}\` is never closed`,
        from: first.opening,
        to: Math.min(first.from, to),
      };
  const title = hasWrongBracket ? `write \`${first.bracket}\`` : `add \`${first.bracket}\` ${positionText}`;
  return [
    createDiagnostic({ rule: 'unclosed-bracket', ...problem, fix: { title, safety: 'suggested', edits } }),
  ];
}
