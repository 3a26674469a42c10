import { type Lines, positionAt } from '../diagnostics/positions.ts';
import { type FixCandidate, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Span, TextEdit } from '../diagnostics/edits.ts';
import { truncate } from '../diagnostics/wording.ts';
import { type BracketEntry, type Brackets, bracketsAt, closingQuote } from './brackets.ts';
import { quoteCandidate } from './lost-text.ts';
import { quotingEdits } from './quoting.ts';
import { collectValues, type LineInfo, lineInfo, linesFrom } from './recover-lines.ts';

/** Candidates for a list or a group in brackets that begins on a line. */
export function bracketCandidates(lines: Lines, number: number): FixCandidate[] {
  const value = collectValues(lines, number).at(-1);
  if (!value?.isGroup) return [];
  const { text } = lines;
  const onLine = bracketsAt(text, value.from, value.to);
  if (!onLine) return [];
  const below = onLine.closings.length > 0 ? linesOfGroup(lines, number, text[value.from] === '[') : [];
  const end = below.at(-1)?.to;
  const brackets = (end === undefined ? undefined : bracketsAt(text, value.from, end)) ?? onLine;
  const quotes = quotesCandidate(text, brackets);
  const commas = missingCommas(text, brackets);
  const closing = closingCandidate(lines, number, brackets, below);
  return [
    ...(quotes ? [quotes] : []),
    ...commas,
    ...emptyEntries(text, brackets),
    ...(closing ? [closing] : []),
    ...(closing && quotes ? [withEdits(closing, quotes.fix.edits)] : []),
  ];
}

const withEdits = (found: FixCandidate, more: readonly TextEdit[]): FixCandidate => ({
  ...found,
  fix: {
    ...found.fix,
    title: `${found.fix.title}, and quotation marks around what needs them`,
    edits: [...more, ...found.fix.edits].toSorted((a, b) => a.from - b.from),
  },
});

const setting = /^[ \t]*(?:- +)*[A-Za-z][\w-]*:(?:\s|$)|^[ \t]*-(?:\s|$)/;

/** The lines below the first of a group: up to the next setting or item that cannot be in it. */
function linesOfGroup(lines: Lines, number: number, isList: boolean): LineInfo[] {
  const found: LineInfo[] = [];
  const { inner } = lineInfo(lines, number);
  for (const line of linesFrom(lines, number + 1, 1)) {
    const isInside = line.indent > inner && !isList;
    if (line.number > number + 60 || (!isInside && setting.test(line.text))) break;
    found.push(line);
  }
  return found;
}

/** Why a text in brackets cannot be read without quotation marks, if it cannot. */
function reasonFor(written: string, bracket: '[' | '{'): string | undefined {
  const [first = ''] = written;
  if (written.includes('\n') || written === '') return undefined;
  if (/["']/.test(first)) {
    const close = closingQuote(written);
    const isInside = close !== -1 && close < written.length - 1 && !written.endsWith(first);
    return isInside ? 'the quotation marks inside this text end it too early' : undefined;
  }
  if (first === '#') return 'a text that starts with `#` needs quotation marks around it';
  if (/^(?:[@`%&*!|>\]}]|[-?](?:\s|$))/.test(written)) {
    const mark = first === '`' ? 'a backtick' : `\`${first}\``;
    return `inside \`${pairOf(bracket)}\` a text cannot start with ${mark} unless there are quotation marks around it`;
  }
  if (bracket === '{' ? /:(?:\s|$)/.test(written) : /:\s.*:(?:\s|$)/.test(written))
    return 'this text contains a colon followed by a space, so it needs quotation marks';
  if (/\s#/.test(written))
    return `inside \`${pairOf(bracket)}\` a text with \` #\` needs quotation marks around it`;
  return /[,{}[\]]/.test(written)
    ? `inside \`${pairOf(bracket)}\` a text with a comma or a bracket needs quotation marks around it`
    : undefined;
}

const pairOf = (bracket: '[' | '{') => (bracket === '[' ? '[ ]' : '{ }');

/** Quotation marks around each text that YAML cannot read without them, and around nothing else. */
function quotesCandidate(text: string, { entries }: Brackets): FixCandidate | undefined {
  const found = entries.flatMap((entry) => {
    const reason = reasonFor(text.slice(entry.from, entry.to), entry.bracket);
    return reason === undefined ? [] : [{ entry, reason }];
  });
  const [first] = found;
  if (!first) return undefined;
  const candidate = quoteCandidate(
    text,
    first.entry,
    first.reason,
    text[first.entry.from] === '#' ? 'without them it is a private comment' : undefined,
  );
  const isUncertain = found.some(({ entry }) => mayBeOther(text, entry, entries));
  return {
    ...candidate,
    fix: {
      title: found.length === 1 ? candidate.fix.title : 'write quotation marks around each of them',
      safety: isUncertain ? 'suggested' : candidate.fix.safety,
      edits: found.flatMap(({ entry }) => quotingEdits(text, entry.from, entry.to)),
    },
  };
}

const nameInText = /(?<![;，；、,\s])[ \t]+([a-z][\w-]*):(?=[ \t])/g;

/** Whether a text may be several, or a text and a setting. */
function mayBeOther(text: string, entry: BracketEntry, entries: readonly BracketEntry[]): boolean {
  const written = text.slice(entry.from, entry.to);
  if (entry.bracket === '{') return written.search(nameInText) !== -1;
  const [mark = ''] = written;
  // `["say "hi, you" now"]` may be one text.
  const isCut =
    /["']/.test(mark) && entries.some(({ from, to }) => text[from] !== mark && text[to - 1] === mark);
  return isCut || /[[{].*,/.test(written);
}

/** Commas in front of settings: `{ heading: Fees text: From 9 to 5 }`. */
function missingCommas(text: string, { entries, missingCommas: known }: Brackets): FixCandidate[] {
  const inTexts = entries
    .filter(({ from, bracket }) => bracket === '{' && !/["']/.test(text[from] ?? ''))
    .flatMap(({ from, to }) =>
      [...text.slice(from, to).matchAll(nameInText)].map(({ index, 1: name }) => ({
        at: from + index,
        name,
      })),
    );
  const all = [...known, ...inTexts].toSorted((a, b) => a.at - b.at);
  const candidates = all.length > 1 ? [all, ...all.map((one) => [one])] : all.map((one) => [one]);
  return candidates.flatMap((commas) => {
    const [first] = commas;
    if (!first) return [];
    const from = first.at + (/^[ \t]*/.exec(text.slice(first.at))?.[0].length ?? 0);
    return [
      diagnostic({
        rule: 'yaml-syntax',
        message: `a comma is missing in front of \`${first.name}:\``,
        label: 'inside `{ }` a comma stands between two settings',
        from,
        to: from + (first.name?.length ?? 0) + 1,
        fix: {
          title: commas.length === 1 ? 'write the comma' : `write these ${commas.length} commas`,
          safety: 'suggested',
          edits: commas.map(({ at }) => ({ from: at, to: at, newText: ',' })),
        },
      }),
    ];
  });
}

/** Commas with nothing in front of them: one too many, or an empty entry. */
function emptyEntries(text: string, { emptyEntries: empty }: Brackets): FixCandidate[] {
  const [first] = empty;
  if (!first) return [];
  const advice = 'write something in front of the comma, or delete the comma';
  const found = { rule: 'yaml-syntax', message: 'nothing stands in front of this comma', ...first } as const;
  return [
    diagnostic({
      ...found,
      label: 'an entry is missing here, or a comma is too many',
      // A row of a table has as many cells as there are columns.
      advice: /cells:[ \t]*\[[^[\]]*$/.test(text.slice(0, first.from)) ? advice : undefined,
      fix: {
        title: 'delete the comma',
        safety: 'suggested',
        edits: empty.map(({ from, to }) => {
          const before = text.slice(0, from);
          const behind = /[[{][ \t]*$/.test(before) ? (/^[ \t]*/.exec(text.slice(to))?.[0].length ?? 0) : 0;
          return { from: before.replace(/[ \t]+$/, '').length, to: to + behind, newText: '' };
        }),
      },
    }),
    diagnostic({
      ...found,
      label: 'an entry is missing here',
      advice,
      fix: {
        title: 'write `""` in front of it',
        safety: 'suggested',
        edits: empty.map(({ from }) => ({ from, to: from, newText: '""' })),
      },
    }),
  ];
}

/** Brackets that are never closed, or by another one. */
function closingCandidate(
  lines: Lines,
  number: number,
  { closings }: Brackets,
  below: readonly LineInfo[],
): FixCandidate | undefined {
  const [first] = closings;
  if (!first) return undefined;
  const { text } = lines;
  const { to, inner } = lineInfo(lines, number);
  const isWrong = first.to > first.from;
  const last = positionAt(lines, closings.at(-1)?.to ?? 0).line;
  const written = text[first.opening] ?? '[';
  // YAML wants the lines of a group further to the right than its name.
  const moved: (Span & { newText: string })[] = below
    .filter((line) => line.number <= last && line.indent <= inner)
    .map(({ from, indent }) => ({ from, to: from + indent, newText: ' '.repeat(inner + 2) }));
  const signs = closings.map((one) => (one.to === one.from && one.bracket === '}' ? ' }' : one.bracket));
  const added = new Map<number, TextEdit>();
  closings.forEach(({ from, to: end }, at) => {
    added.set(from, { from, to: end, newText: `${added.get(from)?.newText ?? ''}${signs[at]}` });
  });
  const behind = /[^,[{\n]*$/.exec(text.slice(0, first.from))?.[0].trim() ?? '';
  return diagnostic({
    rule: 'unclosed-bracket',
    message: isWrong
      ? `\`${text[first.from]}\` closes what \`${written}\` opens`
      : `a \`${first.bracket}\` is missing`,
    label: isWrong
      ? `what starts with \`${written}\` ends with \`${first.bracket}\``
      : `this \`${written}\` is never closed`,
    from: isWrong ? first.from : first.opening,
    to: isWrong ? first.to : Math.min(first.from, to),
    fix: {
      title: isWrong
        ? `write \`${first.bracket}\``
        : last === number && closings.every(({ from }) => from === to)
          ? `add \`${first.bracket}\` at the end`
          : `add \`${first.bracket}\` behind \`${truncate(behind)}\``,
      safety: 'suggested',
      edits: [...moved, ...added.values()].toSorted((a, b) => a.from - b.from),
    },
  });
}
