import { type Lines, positionAt } from '../diagnostics/positions.ts';
import { type FixCandidate, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Span, TextEdit } from '../diagnostics/edits.ts';
import { joinOr, truncate } from '../diagnostics/wording.ts';
import { type FlowText, type FlowParts, flowPartsAt } from './flow-parts.ts';
import { endsInLoneQuote, quoteCandidate } from './lost-text.ts';
import { closingQuote, quotingEdits } from './quoting.ts';
import { collectValues, type LineInfo, lineInfo, linesFrom } from './recover-lines.ts';

/** Candidates for a list or a group in brackets that begins on a line. */
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

/** The lines below the first of a group: up to the next setting or item that cannot be in it. */
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

/** Why a text in brackets cannot be read without quotation marks, if it cannot. */
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

/** Quotation marks around each text that YAML cannot read without them, and around nothing else. */
function quotesCandidates(text: string, { texts }: FlowParts): FixCandidate[] {
  const found = texts.flatMap((one) => {
    const written = text.slice(one.from, one.to);
    const reason = reasonFor(written, one.bracket);
    // YAML reads a comma, and whether a setting follows it is only known then.
    const mayHaveName = !/[:#{}[\]]/.test(written) && bareNamesIn(text, one.from, one.to).length > 0;
    return reason === undefined || mayHaveName ? [] : [{ ...one, reason }];
  });
  const [first] = found;
  if (!first) return [];
  const note = text[first.from] === '#' ? 'without them it is a private comment' : undefined;
  const candidate = quoteCandidate(text, first, first.reason, note);
  const isLone = found.map(({ from, to }) => endsInLoneQuote(text.slice(from, to)));
  const edits = found.flatMap(({ from, to }, at) =>
    isLone[at] ? [{ from, to: from, newText: '"' }] : quotingEdits(text, from, to),
  );
  const title = found.length === 1 ? candidate.fix.title : 'write quotation marks around each of them';
  const safety =
    isLone.includes(true) || found.some((one) => mayBeSeveral(text, one))
      ? 'suggested'
      : candidate.fix.safety;
  return [{ ...candidate, fix: { title, safety, edits } }];
}

// A semicolon may stand for a comma.
const nameInText = /(?<![,\s])([ \t]*[;；，、]?)\s+([a-z][\w-]*:)(?=\s)/g;

/** Whether a text may be several, or a text and a setting. */
function mayBeSeveral(text: string, { from, to, bracket }: FlowText): boolean {
  const written = text.slice(from, to);
  if (bracket === '{')
    return written.search(nameInText) !== -1 || /,\s*[a-z][\w-]*[ \t]*["'[{]/.test(written);
  return /[[{].*,/.test(written);
}

/** Commas in front of settings and groups: `{ heading: Fees text: From 9 to 5 }`, `[{ … } { … }]`. */
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
        message: `a comma is missing in front of \`${next}\``,
        label:
          next === '{'
            ? 'inside `[ ]` a comma stands between two items'
            : 'inside `{ }` a comma stands between two settings',
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

// `icon clock`, `icon=clock`, `text "From 9"`, `action [` and `icon` alone, at the start of a text or behind a comma.
const bareName =
  /(?:^|,)\s*([a-z][\w-]*)([ \t]*[=;：][ \t\u3000]*|[ \t]+(?=[^\s,:])|(?=["'[{])|(?=\s*(?:,|$)))/g;

/** A word in a text of `{ }` that may be the name of a setting, and what stands between it and its value. */
interface BareName {
  name: string;
  from: number;
  gap: Span;
}

function bareNamesIn(text: string, from: number, to: number): BareName[] {
  // The names in quotation marks are a part of the text. A value is no name.
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

/** Colons behind names: `{ heading: Fast, icon clock }`. Only a setting of its group is one, which a trial shows. */
function missingColons(text: string, { texts }: FlowParts): FixCandidate[] {
  return texts
    .filter(({ from, bracket }) => bracket === '{' && !/["']/.test(text[from] ?? ''))
    .flatMap((one) =>
      subsetsOf(bareNamesIn(text, one.from, one.to)).map((names) => missingColonsCandidate(text, one, names)),
    );
}

/** All of them and some of them. Of many, only all or one. */
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
    note: 'if this is part of the text, put the whole text in quotation marks',
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

/** Commas with nothing in front of them. */
function emptyItems(text: string, { emptyItems: empty }: FlowParts): FixCandidate[] {
  const [first] = empty;
  if (!first) return [];
  // A row of a table has as many cells as there are columns.
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
      message: 'nothing stands in front of this comma',
      label: isCell ? 'an entry is missing here' : 'an entry is missing here, or a comma is too many',
      advice: isCell ? 'write something in front of the comma, or delete the comma' : undefined,
      ...first,
      fix: { title: 'delete the comma', safety: 'suggested', edits },
    }),
  ];
}

/** Brackets that are never closed, or by another one. */
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
  // YAML wants the lines of a group further to the right than its name.
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
  const where = isAtEnd ? 'at the end' : `behind \`${truncate(behind)}\``;
  const edits = [...moved, ...added.values()].toSorted((a, b) => a.from - b.from);
  const found = isWrong
    ? {
        message: `\`${text[first.from]}\` closes what \`${written}\` opens`,
        label: `what starts with \`${written}\` ends with \`${first.bracket}\``,
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
