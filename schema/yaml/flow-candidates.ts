import { type Lines, positionAt } from '../diagnostics/positions.ts';
import { type FixCandidate, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Span, TextEdit } from '../diagnostics/edits.ts';
import { joinOr, truncate } from '../diagnostics/wording.ts';
import { type FlowText, type FlowParts, flowPartsAt } from './flow-parts.ts';
import { endsInLoneQuote, quoteCandidate } from './lost-text.ts';
import { closingQuote, quotingEdits } from './quoting.ts';
import { collectValues, type LineInfo, lineInfo, linesFrom } from './recover-lines.ts';

/** Returns candidates for a list or a group in brackets that starts on a line. */
export function flowCandidates(lines: Lines, number: number): FixCandidate[] {
  const value = collectValues(lines, number).at(-1);
  if (!value?.isGroup) return [];
  const { text } = lines;
  const onLine = flowPartsAt(text, value.from, value.to);
  if (!onLine) return [];
  const below = onLine.closings.length > 0 ? linesOfGroup(lines, number, text[value.from] === '[') : [];
  const end = below.at(-1)?.to;
  const parts = (end === undefined ? undefined : flowPartsAt(text, value.from, end)) ?? onLine;
  return [
    ...quotesCandidates(text, parts),
    ...missingCommas(text, parts),
    ...missingColons(text, parts),
    ...emptyItems(text, parts),
    ...missingBrackets(lines, number, parts, below),
  ];
}

const settingOrItemLine = /^[ \t]*(?:- +)*[A-Za-z][\w-]*:(?:\s|$)|^[ \t]*-(?:\s|$)/;

/** Returns the lines below the first line of a group, up to the next setting or item that cannot be in the group. */
function linesOfGroup(lines: Lines, number: number, isList: boolean): LineInfo[] {
  const found: LineInfo[] = [];
  const { inner } = lineInfo(lines, number);
  for (const line of linesFrom(lines, number + 1, 1)) {
    const isInside = line.indent > inner && !isList;
    if (line.number > number + 60 || (!isInside && settingOrItemLine.test(line.text))) break;
    found.push(line);
  }
  return found;
}

/** Returns the reason why a text in brackets needs quotation marks. Undefined if it does not. */
function reasonFor(written: string, bracket: '[' | '{'): string | undefined {
  const [first = ''] = written;
  const pair = bracket === '[' ? '[ ]' : '{ }';
  if (written.includes('\n') || written === '') return undefined;
  if (/["']/.test(first)) {
    const close = closingQuote(written);
    const isInside = close !== -1 && close < written.length - 1 && !written.endsWith(first);
    return isInside ? 'the quotation marks inside this text end it too early' : undefined;
  }
  if (first === '#') return 'a text that starts with `#` needs quotation marks around it';
  if (/^(?:[@`%&*!|>\]}]|[-?](?:\s|$))/.test(written)) {
    const mark = first === '`' ? 'a backtick' : `\`${first}\``;
    return `inside \`${pair}\` a text cannot start with ${mark} unless there are quotation marks around it`;
  }
  if (bracket === '{' ? /:(?:\s|$)/.test(written) : /:\s.*:(?:\s|$)/.test(written))
    return 'this text contains a colon followed by a space, so it needs quotation marks';
  if (/\s#/.test(written)) return `inside \`${pair}\` a text with \` #\` needs quotation marks around it`;
  return /[,{}[\]]/.test(written)
    ? `inside \`${pair}\` a text with a comma or a bracket needs quotation marks around it`
    : undefined;
}

/** Returns the candidate that quotes each text that YAML cannot read without quotation marks. */
function quotesCandidates(text: string, { texts }: FlowParts): FixCandidate[] {
  const found = texts.flatMap((one) => {
    const written = text.slice(one.from, one.to);
    const reason = reasonFor(written, one.bracket);
    // YAML accepts the comma. The schema shows later whether a setting follows it.
    const mayHaveName = !/[:#{}[\]]/.test(written) && bareNamesIn(text, one.from, one.to).length > 0;
    return reason === undefined || mayHaveName ? [] : [{ ...one, reason }];
  });
  const [first] = found;
  if (!first) return [];
  const note = text[first.from] === '#' ? 'without them, it is a private comment' : undefined;
  const candidate = quoteCandidate(text, first, first.reason, note);
  const isLone = found.map(({ from, to }) => endsInLoneQuote(text.slice(from, to)));
  const edits = found.flatMap(({ from, to }, at) =>
    isLone[at] ? [{ from, to: from, newText: '"' }] : quotingEdits(text, from, to),
  );
  const title = found.length === 1 ? candidate.fix.title : 'put quotation marks around each of these texts';
  const safety =
    isLone.includes(true) || found.some((one) => mayBeSeveral(text, one))
      ? 'suggested'
      : candidate.fix.safety;
  return [{ ...candidate, fix: { title, safety, edits } }];
}

// A key in the middle of a text. Authors may have written a semicolon instead of the comma.
const nameInText = /(?<![,\s])([ \t]*[;；，、]?)\s+([a-z][\w-]*:)(?=\s)/g;

/** Whether a text may be several texts, or a text and a setting. */
function mayBeSeveral(text: string, { from, to, bracket }: FlowText): boolean {
  const written = text.slice(from, to);
  if (bracket === '{')
    return written.search(nameInText) !== -1 || /,\s*[a-z][\w-]*[ \t]*["'[{]/.test(written);
  return /[[{].*,/.test(written);
}

/** Returns candidates for missing commas before settings and groups: `{ heading: Fees text: From 9 to 5 }`, `[{ … } { … }]`. */
function missingCommas(text: string, { texts, missingCommas: known }: FlowParts): FixCandidate[] {
  const inTexts = texts
    .filter(({ from, bracket }) => bracket === '{' && !/["']/.test(text[from] ?? ''))
    .flatMap(({ from, to }) =>
      [...text.slice(from, to).matchAll(nameInText)].map(({ index, 1: sign = '', 2: next = '' }) => ({
        at: from + index,
        to: from + index + sign.length,
        next,
      })),
    );
  const all = [...known, ...inTexts].toSorted((a, b) => a.at - b.at);
  const candidates = all.length > 1 ? [all, ...all.map((one) => [one])] : all.map((one) => [one]);
  return candidates.flatMap((commas) => {
    const [first] = commas;
    if (!first) return [];
    const { next, to } = first;
    const from = text.indexOf(next, to);
    return [
      diagnostic({
        rule: 'yaml-syntax',
        message: `a comma is missing before \`${next}\``,
        label:
          next === '{'
            ? 'inside `[ ]` a comma separates two items'
            : 'inside `{ }` a comma separates two settings',
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

// `icon clock`, `icon=clock`, `text "From 9"`, `action [` and a single `icon`, at the start of a text or after a comma.
const bareName =
  /(?:^|,)\s*([a-z][\w-]*)([ \t]*[=;：][ \t\u3000]*|[ \t]+(?=[^\s,:])|(?=["'[{])|(?=\s*(?:,|$)))/g;

/** A word in a text in `{ }` that may be the name of a setting, and the characters between it and its value. */
interface BareName {
  name: string;
  from: number;
  gap: Span;
}

function bareNamesIn(text: string, from: number, to: number): BareName[] {
  // Words in quotation marks are part of the text. The first word of a value is not a name.
  const written = text
    .slice(from, to)
    .replaceAll(/"[^"]*"/g, (quoted) => `"${'_'.repeat(quoted.length - 2)}"`);
  const hasName = !/[{,]\s*$/.test(text.slice(0, from));
  return [...written.matchAll(bareName)].flatMap(({ index, 0: whole, 1: name = '', 2: gap = '' }) => {
    const end = from + index + whole.length;
    const start = end - gap.length - name.length;
    return start === from && hasName ? [] : [{ name, from: start, gap: { from: end - gap.length, to: end } }];
  });
}

/** Returns candidates for missing colons: `{ heading: Fast, icon clock }`. Validation shows which words are settings. */
function missingColons(text: string, { texts }: FlowParts): FixCandidate[] {
  return texts
    .filter(({ from, bracket }) => bracket === '{' && !/["']/.test(text[from] ?? ''))
    .flatMap((one) =>
      subsetsOf(bareNamesIn(text, one.from, one.to)).map((names) => missingColonsCandidate(text, one, names)),
    );
}

/** Returns all subsets except the empty one. For more than four items, only the full set and the single items. */
function subsetsOf<T>(all: readonly T[]): T[][] {
  if (all.length > 4) return [[...all], ...all.map((one) => [one])];
  return all.reduce<T[][]>((sets, one) => [...sets, ...sets.map((set) => [...set, one])], [[]]).slice(1);
}

function missingColonsCandidate(
  text: string,
  { from, to }: FlowText,
  names: readonly BareName[],
): FixCandidate {
  const starts = [from, ...names.map(({ gap }) => gap.to)];
  const ends = [...names.map((one) => text.slice(0, one.from).replace(/[\s,]+$/, '').length), to];
  const edits = starts.flatMap((start, index): TextEdit[] => {
    const end = Math.max(ends[index] ?? to, start);
    const gap = names[index - 1]?.gap;
    const colon = gap ? [{ ...gap, newText: end === start ? ':' : ': ' }] : [];
    const value = text.slice(start, end);
    const isText = value !== '' && !/^[[{]/.test(value) && reasonFor(value, '{') !== undefined;
    return [...colon, ...(isText ? quotingEdits(text, start, end) : [])];
  });
  const all = names.map(({ name }) => name);
  const found = diagnostic({
    rule: 'missing-colon',
    message: `a colon is missing after ${joinOr(all, 'and')}`,
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
  return { ...found, names: all };
}

/** Returns the candidate for commas without anything before them. */
function emptyItems(text: string, { emptyItems: empty }: FlowParts): FixCandidate[] {
  const [first] = empty;
  if (!first) return [];
  // In a table, an empty cell keeps the number of cells in the row.
  const isCell = /cells:[ \t]*\[[^[\]]*$/.test(text.slice(0, first.from));
  const edits = empty.map(({ from, to }) => {
    if (isCell) return { from, to: from, newText: '""' };
    const before = text.slice(0, from);
    const behind = /[[{][ \t]*$/.test(before) ? (/^[ \t]*/.exec(text.slice(to))?.[0].length ?? 0) : 0;
    return { from: before.replace(/[ \t]+$/, '').length, to: to + behind, newText: '' };
  });
  return [
    diagnostic({
      rule: 'yaml-syntax',
      message: 'there is nothing before this comma',
      label: isCell ? 'an item is missing here' : 'an item is missing here, or there is one comma too many',
      advice: isCell ? 'write something before the comma, or delete the comma' : undefined,
      ...first,
      fix: { title: 'delete the comma', safety: 'suggested', edits },
    }),
  ];
}

/** Returns the candidate for brackets that are not closed, or closed by the wrong bracket. */
function missingBrackets(
  lines: Lines,
  number: number,
  { closings }: FlowParts,
  below: readonly LineInfo[],
): FixCandidate[] {
  const [first] = closings;
  if (!first) return [];
  const { text } = lines;
  const { to, inner } = lineInfo(lines, number);
  const isWrong = first.to > first.from;
  const last = positionAt(lines, closings.at(-1)?.to ?? 0).line;
  const written = text[first.opening] ?? '[';
  // In YAML, the lines of a group must be indented further than its name.
  const moved = below
    .filter((line) => line.number <= last && line.indent <= inner)
    .map(({ from, indent }) => ({ from, to: from + indent, newText: ' '.repeat(inner + 2) }));
  const added = new Map<number, TextEdit>();
  for (const { from, to: end, bracket } of closings) {
    const sign = end === from && bracket === '}' ? ' }' : bracket;
    added.set(from, { from, to: end, newText: `${added.get(from)?.newText ?? ''}${sign}` });
  }
  const behind = /[^,[{\n]*$/.exec(text.slice(0, first.from))?.[0].trim() ?? '';
  const isAtEnd = last === number && closings.every(({ from }) => from === to);
  const where = isAtEnd ? 'at the end' : `after \`${truncate(behind)}\``;
  const edits = [...moved, ...added.values()].toSorted((a, b) => a.from - b.from);
  const found = isWrong
    ? {
        message: `\`${text[first.from]}\` closes a \`${written}\``,
        label: `a \`${written}\` must be closed by a \`${first.bracket}\``,
        from: first.from,
        to: first.to,
      }
    : {
        message: `a \`${first.bracket}\` is missing`,
        label: `this \`${written}\` is never closed`,
        from: first.opening,
        to: Math.min(first.from, to),
      };
  const title = isWrong ? `write \`${first.bracket}\`` : `add \`${first.bracket}\` ${where}`;
  return [diagnostic({ rule: 'unclosed-bracket', ...found, fix: { title, safety: 'suggested', edits } })];
}
