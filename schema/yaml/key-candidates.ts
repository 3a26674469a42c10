import type { Lines } from '../diagnostics/positions.ts';
import { type FixCandidate, diagnostic } from '../diagnostics/diagnostic.ts';
import { lineInfo } from './recover-lines.ts';

/** A name with a full-width colon: its name, its span with its value, and its edit. */
function wideColon(lines: Lines, number: number) {
  const { from: start, to, text, inner } = lineInfo(lines, number);
  const [whole, key] = /^([A-Za-z][\w-]*)[ \t]*：[ \t\u3000]*/.exec(text.slice(inner)) ?? [];
  if (whole === undefined || key === undefined) return undefined;
  const from = start + inner;
  const value = Math.min(from + whole.length, to);
  const edit = { from: from + key.length, to: value, newText: value === to ? ':' : ': ' };
  return { key, from, to, edit };
}

/** Candidates for full-width colons after a name: on this line alone, and on the lines around it too. */
function wideColonCandidates(lines: Lines, number: number): FixCandidate[] {
  const here = wideColon(lines, number);
  if (!here) return [];
  const all = [here];
  for (let at = number - 1, one; all.length < 100 && (one = wideColon(lines, at)); at--) all.unshift(one);
  for (let at = number + 1, one; all.length < 200 && (one = wideColon(lines, at)); at++) all.push(one);
  return (all.length === 1 ? [all] : [all, [here]]).map((found) => {
    const { key, from, to, edit } = found[0] ?? here;
    return diagnostic({
      rule: 'missing-colon',
      message: `the colon after \`${key}\` is the wide one of another keyboard`,
      label: 'YAML knows only `:` with a space behind it',
      from,
      to,
      fix: {
        title:
          found.length === 1
            ? `write \`${`${key}: ${lines.text.slice(edit.to, to)}`.trimEnd()}\``
            : `write \`: \` in each of these ${found.length} lines`,
        safety: 'suggested',
        edits: found.map((one) => one.edit),
      },
    });
  });
}

/** Candidates for the key of a setting and the characters around it. */
export const keyCandidates = (lines: Lines, number: number): FixCandidate[] =>
  [tightColons, twoSettings, wideColonCandidates, otherCommas, missingColons].flatMap((candidates) =>
    candidates(lines, number),
  );

const behindColon = 'write `: ` between the name and the value';

/** `heading:Hello`, also in braces. */
function tightColons(lines: Lines, number: number): FixCandidate[] {
  const { from: start, to: end, text } = lineInfo(lines, number);
  const missingSpaces = (from: number, to: number, at: readonly number[], title: string) =>
    diagnostic({
      rule: 'missing-space',
      message: `a space is missing after ${at.length === 1 ? 'the' : 'each'} colon`,
      label: behindColon,
      from,
      to,
      fix: { title, safety: 'safe', edits: at.map((one) => ({ from: one, to: one, newText: ' ' })) },
    });
  const [whole, lead = '', key = ''] =
    /^([ \t]*(?:- +)*)([A-Za-z][\w-]*):(?=[^\s:/]|\/[^/\s])/.exec(text) ?? [];
  const at = start + (whole?.length ?? 0);
  const title = `write \`${key}: ${lines.text.slice(at, end)}\``;
  const inBraces = [...text.matchAll(/[{,]\s*([A-Za-z][\w-]*):(?=[^\s:/]|\/[^/\s])/g)].map(
    ({ index, 0: whole, 1: key = '' }) => ({ key, at: start + index + whole.length }),
  );
  const [first, second] = inBraces;
  return [
    ...(whole === undefined ? [] : [missingSpaces(start + lead.length, end, [at], title)]),
    ...inBraces.map(({ key, at }) =>
      missingSpaces(at - key.length - 1, at, [at], `write a space after \`${key}:\``),
    ),
    ...(first && second
      ? [
          missingSpaces(
            first.at - first.key.length - 1,
            end,
            inBraces.map(({ at }) => at),
            'write a space after each colon',
          ),
        ]
      : []),
  ];
}

/** `- type: hero heading: Hello`. */
function twoSettings(lines: Lines, number: number): FixCandidate[] {
  const { from: start, text } = lineInfo(lines, number);
  // A name of a block or a layout has no blank.
  const [before, lead = '', next] =
    /^([ \t]*(?:- +)*)(?:type|use|kind|layout): [\w-]+[ \t]+([a-z][\w-]*):(?=\s)/.exec(text) ?? [];
  if (before === undefined || next === undefined) return [];
  const at = start + before.length - next.length - 1;
  const gap = /[ \t]*$/.exec(lines.text.slice(start, at))?.[0].length ?? 0;
  return [
    diagnostic({
      rule: 'yaml-syntax',
      message: `\`${next}:\` is a setting of its own, and must stand on a line of its own`,
      label: 'each line has one setting',
      from: at,
      to: at + next.length + 1,
      fix: {
        title: `move \`${next}:\` to the line below`,
        safety: 'suggested',
        edits: [{ from: at - gap, to: at, newText: `\n${' '.repeat(lead.length)}` }],
      },
    }),
  ];
}

/** `heading = Hello`, `heading Hello` and `heading`. */
function missingColons(lines: Lines, number: number): FixCandidate[] {
  const { from: start, to: end, text, inner } = lineInfo(lines, number);
  const missingColon = (key: string, label: string, edit: FixCandidate['fix']['edits'][number], value = '') =>
    diagnostic({
      rule: 'missing-colon',
      message: `a colon is missing after \`${key}\``,
      label,
      from: edit.from - key.length,
      to: end,
      fix: { title: `write \`${key}:${value}\``, safety: 'suggested', edits: [edit] },
    });
  const candidates: FixCandidate[] = [];
  const wide = /^([ \t]*(?:- +)*)([A-Za-z][\w-]*)(\s*[=,;]\s*|[ \t]+)(?=\S)/.exec(text);
  if (wide && !/^[ \t]*(?:- +)*[A-Za-z][\w-]*\s*:/.test(text)) {
    const [whole, , key = '', gap = ''] = wide;
    const at = start + whole.length;
    const edit = { from: at - gap.length, to: at, newText: ': ' };
    const value = ` ${lines.text.slice(at, end)}`;
    candidates.push(missingColon(key, 'a name and its value are parted by `: `', edit, value));
  }
  const [alone] = /^[A-Za-z][\w-]*(?=\s*$)/.exec(text.slice(inner)) ?? [];
  if (alone !== undefined) {
    const edit = { from: end, to: end, newText: ':' };
    candidates.push(missingColon(alone, 'the name of a setting ends with a colon', edit));
  }
  return candidates;
}

/** `{ label: Hello; to: /hello }`. */
function otherCommas(lines: Lines, number: number): FixCandidate[] {
  const { from: start, text } = lineInfo(lines, number);
  if (!text.includes('{')) return [];
  const found = [...text.matchAll(/[ \t]*([;，；、])[ \t\u3000]*(?=[A-Za-z][\w-]*:\s)/g)];
  const [first] = found;
  if (!first) return [];
  const [whole, sign = ''] = first;
  const at = start + first.index + whole.indexOf(sign);
  return [
    diagnostic({
      rule: 'yaml-syntax',
      message: `inside \`{ }\` a comma parts the settings, and no \`${sign}\``,
      label: 'YAML takes this as more of the text in front of it',
      from: at,
      to: at + 1,
      fix: {
        title: found.length === 1 ? `write \`,\` for this \`${sign}\`` : 'write `,` for each of them',
        safety: 'suggested',
        edits: found.map(({ index, 0: mark }) => ({
          from: start + index,
          to: start + index + mark.length,
          newText: ', ',
        })),
      },
    }),
  ];
}
