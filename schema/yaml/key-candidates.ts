import type { Lines } from '../diagnostics/positions.ts';
import { type FixCandidate, createDiagnostic } from '../diagnostics/diagnostic.ts';
import type { TextEdit } from '../diagnostics/edits.ts';
import { hasBalancedBrackets, iterateContentLines, readLine } from './recover-lines.ts';

/** Returns candidates for mistakes in or next to the key of a setting, such as a missing colon. */
export const findKeyCandidates = (lines: Lines, lineNumber: number): FixCandidate[] =>
  [
    findTightColonCandidates,
    findSecondSettingCandidates,
    findMissingBraceCandidates,
    findKeyColonCandidates,
    findMissingListNameCandidates,
  ].flatMap((findCandidates) => findCandidates(lines, lineNumber));

const colonAdvice = 'write `: ` between the name and the value';

/** Returns candidates for colons without a space after them: `heading:Hello`, also in braces. */
function findTightColonCandidates(lines: Lines, lineNumber: number): FixCandidate[] {
  const { from: start, to: end, text } = readLine(lines, lineNumber);
  const createSpaceCandidate = (from: number, to: number, offsets: readonly number[], title: string) =>
    createDiagnostic({
      rule: 'missing-space',
      message: `a space is missing after ${offsets.length === 1 ? 'the' : 'each'} colon`,
      label: colonAdvice,
      from,
      to,
      fix: {
        title,
        safety: 'safe',
        edits: offsets.map((offset) => ({ from: offset, to: offset, newText: ' ' })),
      },
    });
  const [match, prefix = '', key = ''] =
    /^([ \t]*(?:- +)*)([A-Za-z][\w-]*):(?=[^\s:/]|\/[^/\s])/.exec(text) ?? [];
  const valueOffset = start + (match?.length ?? 0);
  const title = `write \`${key}: ${lines.text.slice(valueOffset, end)}\``;
  const keysInBraces = [...text.matchAll(/[{,]\s*([A-Za-z][\w-]*):(?=[^\s:/]|\/[^/\s])/g)].map(
    ({ index, 0: match, 1: key = '' }) => ({ key, at: start + index + match.length }),
  );
  const [first, second] = keysInBraces;
  return [
    ...(match === undefined ? [] : [createSpaceCandidate(start + prefix.length, end, [valueOffset], title)]),
    ...keysInBraces.map(({ key, at: valueOffset }) =>
      createSpaceCandidate(
        valueOffset - key.length - 1,
        valueOffset,
        [valueOffset],
        `write a space after \`${key}:\``,
      ),
    ),
    ...(first && second
      ? [
          createSpaceCandidate(
            first.at - first.key.length - 1,
            end,
            keysInBraces.map(({ at: valueOffset }) => valueOffset),
            'write a space after each colon',
          ),
        ]
      : []),
  ];
}

// Matches a second key on a line: `lead: Hello text: Nice`, or `lead: Hello items:` above a list.
const laterKey = /(?<=\S)([ \t]+)([a-z][\w-]*):(?=\s|$)/g;
// Matches a setting with text on the same line: `- lead: Hello`.
const settingStart = /^[ \t]*(?:- +)*[A-Za-z][\w-]*:[ \t]+[^\s{[].*$/;

/** Returns candidates for two settings on one line: `- type: hero heading: Hello`. */
function findSecondSettingCandidates(lines: Lines, lineNumber: number): FixCandidate[] {
  const { from: start, text, contentColumn } = readLine(lines, lineNumber);
  return [...text.trimEnd().matchAll(laterKey)].flatMap(({ index, 1: gap = '', 2: name = '' }) => {
    if (!settingStart.test(text.slice(0, index))) return [];
    const from = start + index + gap.length;
    const candidate = createDiagnostic({
      rule: 'yaml-syntax',
      message: `\`${name}:\` is another setting and needs its own line`,
      label: 'each line has one setting',
      from,
      to: from + name.length + 1,
      fix: {
        title: `move \`${name}:\` to the next line`,
        safety: 'suggested',
        edits: [{ from: start + index, to: from, newText: `\n${' '.repeat(contentColumn)}` }],
      },
    });
    return [{ ...candidate, names: [name] }];
  });
}

/** Returns the candidate for a missing opening brace: `- heading: Hello, text: Nice }`. */
function findMissingBraceCandidates(lines: Lines, lineNumber: number): FixCandidate[] {
  const { from, to, text, contentColumn } = readLine(lines, lineNumber);
  const start = from + contentColumn;
  if (!/^[a-z][\w-]*:[ \t].*\}$/.test(lines.text.slice(start, to)) || hasBalancedBrackets(text)) return [];
  return [
    createDiagnostic({
      rule: 'unclosed-bracket',
      message: 'a `{` is missing at the start',
      label: 'this ends with `}`, so it must start with `{`',
      from: start,
      to,
      fix: {
        title: 'write the `{`',
        safety: 'suggested',
        edits: [{ from: start, to: start, newText: '{ ' }],
      },
    }),
  ];
}

// Matches a key without a correct colon: `heading = Hello`, `heading Hello`.
const wrongColon = /^([ \t]*(?:- +)*)([A-Za-z][\w-]*)([ \t]*[=,;：][ \t\u3000]*|[ \t]+|$)/;

/** Returns the candidate for a missing colon: `heading = Hello`, `heading：Hello`, `heading Hello` and `heading`. */
function findKeyColonCandidates(lines: Lines, lineNumber: number): FixCandidate[] {
  const { from, to, text } = readLine(lines, lineNumber);
  const [, before = '', key = '', gap = ''] = wrongColon.exec(text.trimEnd()) ?? [];
  if (key === '' || /^[ \t]*:/.test(text.slice(before.length + key.length))) return [];
  const value = text.slice(before.length + key.length + gap.length).trimEnd();
  const correctedLine = value === '' ? `${key}:` : `${key}: ${value}`;
  const edits = gap.includes('：')
    ? createWideColonEdits(lines, lineNumber)
    : [createColonEdit(lines, lineNumber, gap)];
  return [
    createDiagnostic({
      rule: 'missing-colon',
      message: `a colon is missing after \`${key}\``,
      label:
        value === ''
          ? 'the name of a setting ends with a colon'
          : 'a colon and a space separate a name from its value',
      from: from + before.length,
      to,
      fix: {
        title:
          edits.length === 1
            ? `write \`${correctedLine}\``
            : `write \`: \` in each of these ${edits.length} lines`,
        safety: 'suggested',
        edits,
      },
    }),
  ];
}

function createColonEdit(lines: Lines, lineNumber: number, gap: string): TextEdit {
  const { from, to, text } = readLine(lines, lineNumber);
  const [match = ''] = wrongColon.exec(text) ?? [];
  const end = Math.min(from + match.length, to);
  return { from: from + match.length - gap.length, to: end, newText: end === to ? ':' : ': ' };
}

/**
 * Returns the edits that replace the full-width colon on all adjacent lines, because authors who type it do so on every
 * line.
 */
function createWideColonEdits(lines: Lines, lineNumber: number): TextEdit[] {
  const edits: TextEdit[] = [];
  const readGap = (line: number) => wrongColon.exec(readLine(lines, line).text)?.[3] ?? '';
  let line = lineNumber;
  while (readGap(line - 1).includes('：')) line--;
  for (; readGap(line).includes('：') && edits.length < 200; line++)
    edits.push(createColonEdit(lines, line, readGap(line)));
  return edits;
}

/** Returns the candidate for a list without a name, which follows a setting: `heading: Team`, then `- name: Ada`. */
function findMissingListNameCandidates(lines: Lines, lineNumber: number): FixCandidate[] {
  const { from, to, indent, isItem } = readLine(lines, lineNumber);
  if (!isItem) return [];
  let column = Infinity;
  for (const lineAbove of iterateContentLines(lines, lineNumber - 1, -1)) {
    if (lineAbove.isItem && lineAbove.indent === indent) return []; // the list has started above
    column = lineAbove.contentColumn;
    if (column <= indent) break;
  }
  if (column > indent) return [];
  const name = column === 0 ? 'blocks' : 'items';
  return [
    createDiagnostic({
      rule: 'missing-key',
      message: 'the name of this list is missing',
      label: `a line with \`${name}:\` is missing above this item`,
      from: from + indent,
      to,
      fix: {
        title: `insert a line with \`${name}:\` above this one`,
        safety: 'suggested',
        edits: [{ from, to: from, newText: `${' '.repeat(column)}${name}:\n` }],
      },
    }),
  ];
}
