import type { Lines } from '../diagnostics/positions.ts';
import { type FixCandidate, diagnostic } from '../diagnostics/diagnostic.ts';
import type { TextEdit } from '../diagnostics/edits.ts';
import { hasBalancedBrackets, readLine } from './recover-lines.ts';

/** Returns candidates for mistakes in and around the key of a setting, such as a missing colon. */
export const keyCandidates = (lines: Lines, number: number): FixCandidate[] =>
  [tightColonCandidates, secondSettingCandidates, missingBraceCandidates, keyColonCandidates].flatMap(
    (candidates) => candidates(lines, number),
  );

const colonAdvice = 'write `: ` between the name and the value';

/** Returns candidates for colons without a space after them: `heading:Hello`, also in braces. */
function tightColonCandidates(lines: Lines, number: number): FixCandidate[] {
  const { from: start, to: end, text } = readLine(lines, number);
  const spaceCandidate = (from: number, to: number, at: readonly number[], title: string) =>
    diagnostic({
      rule: 'missing-space',
      message: `a space is missing after ${at.length === 1 ? 'the' : 'each'} colon`,
      label: colonAdvice,
      from,
      to,
      fix: { title, safety: 'safe', edits: at.map((offset) => ({ from: offset, to: offset, newText: ' ' })) },
    });
  const [match, prefix = '', key = ''] =
    /^([ \t]*(?:- +)*)([A-Za-z][\w-]*):(?=[^\s:/]|\/[^/\s])/.exec(text) ?? [];
  const at = start + (match?.length ?? 0);
  const title = `write \`${key}: ${lines.text.slice(at, end)}\``;
  const inBraces = [...text.matchAll(/[{,]\s*([A-Za-z][\w-]*):(?=[^\s:/]|\/[^/\s])/g)].map(
    ({ index, 0: match, 1: key = '' }) => ({ key, at: start + index + match.length }),
  );
  const [first, second] = inBraces;
  return [
    ...(match === undefined ? [] : [spaceCandidate(start + prefix.length, end, [at], title)]),
    ...inBraces.map(({ key, at }) =>
      spaceCandidate(at - key.length - 1, at, [at], `write a space after \`${key}:\``),
    ),
    ...(first && second
      ? [
          spaceCandidate(
            first.at - first.key.length - 1,
            end,
            inBraces.map(({ at }) => at),
            'write a space after each colon',
          ),
        ]
      : []),
  ];
}

// Matches a second key on a line: `lead: Hello text: Nice`, or `lead: Hello items:` above a list.
const laterKey = /(?<=\S)([ \t]+)([a-z][\w-]*):(?=\s|$)/g;
// Matches a setting with a text on the same line: `- lead: Hello`.
const settingStart = /^[ \t]*(?:- +)*[A-Za-z][\w-]*:[ \t]+[^\s{[].*$/;

/** Returns candidates for two settings on one line: `- type: hero heading: Hello`. */
function secondSettingCandidates(lines: Lines, number: number): FixCandidate[] {
  const { from: start, text, contentColumn: inner } = readLine(lines, number);
  return [...text.trimEnd().matchAll(laterKey)].flatMap(({ index, 1: gap = '', 2: name = '' }) => {
    if (!settingStart.test(text.slice(0, index))) return [];
    const from = start + index + gap.length;
    const candidate = diagnostic({
      rule: 'yaml-syntax',
      message: `\`${name}:\` is another setting and needs its own line`,
      label: 'each line has one setting',
      from,
      to: from + name.length + 1,
      fix: {
        title: `move \`${name}:\` to the next line`,
        safety: 'suggested',
        edits: [{ from: start + index, to: from, newText: `\n${' '.repeat(inner)}` }],
      },
    });
    return [{ ...candidate, names: [name] }];
  });
}

/** Returns the candidate for a missing opening brace: `- heading: Hello, text: Nice }`. */
function missingBraceCandidates(lines: Lines, number: number): FixCandidate[] {
  const { from, to, text, contentColumn: inner } = readLine(lines, number);
  const start = from + inner;
  if (!/^[a-z][\w-]*:[ \t].*\}$/.test(lines.text.slice(start, to)) || hasBalancedBrackets(text)) return [];
  return [
    diagnostic({
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
function keyColonCandidates(lines: Lines, number: number): FixCandidate[] {
  const { from, to, text } = readLine(lines, number);
  const [, before = '', key = '', gap = ''] = wrongColon.exec(text.trimEnd()) ?? [];
  if (key === '' || /^[ \t]*:/.test(text.slice(before.length + key.length))) return [];
  const value = text.slice(before.length + key.length + gap.length).trimEnd();
  const correctedLine = value === '' ? `${key}:` : `${key}: ${value}`;
  const edits = gap.includes('：') ? wideColonEdits(lines, number) : [colonEdit(lines, number, gap)];
  return [
    diagnostic({
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

function colonEdit(lines: Lines, number: number, gap: string): TextEdit {
  const { from, to, text } = readLine(lines, number);
  const [match = ''] = wrongColon.exec(text) ?? [];
  const end = Math.min(from + match.length, to);
  return { from: from + match.length - gap.length, to: end, newText: end === to ? ':' : ': ' };
}

/** Returns the edits for all adjacent lines with a full-width colon, because authors who type it do so on every line. */
function wideColonEdits(lines: Lines, number: number): TextEdit[] {
  const edits: TextEdit[] = [];
  const readGap = (at: number) => wrongColon.exec(readLine(lines, at).text)?.[3] ?? '';
  let at = number;
  while (readGap(at - 1).includes('：')) at--;
  for (; readGap(at).includes('：') && edits.length < 200; at++)
    edits.push(colonEdit(lines, at, readGap(at)));
  return edits;
}
