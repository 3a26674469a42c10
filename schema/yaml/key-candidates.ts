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
export function keyCandidates(lines: Lines, number: number): FixCandidate[] {
  const { from: start, to: end, text, inner } = lineInfo(lines, number);
  const rest = (at: number) => lines.text.slice(at, end);
  const candidates: FixCandidate[] = [];
  const missingSpace = (from: number, to: number, at: number, sign: string, label: string, title: string) =>
    candidates.push(
      diagnostic({
        rule: 'missing-space',
        message: `a space is missing after the ${sign}`,
        label,
        from,
        to,
        fix: { title, safety: 'safe', edits: [{ from: at, to: at, newText: ' ' }] },
      }),
    );
  const missingColon = (key: string, label: string, edit: FixCandidate['fix']['edits'][number], value = '') =>
    candidates.push(
      diagnostic({
        rule: 'missing-colon',
        message: `a colon is missing after \`${key}\``,
        label,
        from: edit.from - key.length,
        to: end,
        fix: { title: `write \`${key}:${value}\``, safety: 'suggested', edits: [edit] },
      }),
    );
  const behindColon = 'write `: ` between the name and the value';

  const tight = /^([ \t]*(?:- +)*)([A-Za-z][\w-]*):(?=[^\s:/]|\/[^/\s])/.exec(text);
  if (tight) {
    const [whole, lead = '', key = ''] = tight;
    const at = start + whole.length;
    missingSpace(start + lead.length, end, at, 'colon', behindColon, `write \`${key}: ${rest(at)}\``);
  }
  const tightInBraces = [...text.matchAll(/[{,]\s*([A-Za-z][\w-]*):(?=[^\s:/]|\/[^/\s])/g)].map(
    ({ index, 0: whole, 1: key = '' }) => ({ key, at: start + index + whole.length }),
  );
  for (const { key, at } of tightInBraces)
    missingSpace(at - key.length - 1, at, at, 'colon', behindColon, `write a space after \`${key}:\``);
  const [first, second] = tightInBraces;
  if (first && second)
    candidates.push(
      diagnostic({
        rule: 'missing-space',
        message: 'a space is missing after each colon',
        label: behindColon,
        from: first.at - first.key.length - 1,
        to: end,
        fix: {
          title: 'write a space after each colon',
          safety: 'safe',
          edits: tightInBraces.map(({ at }) => ({ from: at, to: at, newText: ' ' })),
        },
      }),
    );
  // A name of a block or a layout has no blank.
  const [before, lead = '', next] =
    /^([ \t]*(?:- +)*)(?:type|use|kind|layout): [\w-]+[ \t]+([a-z][\w-]*):(?=\s)/.exec(text) ?? [];
  if (before !== undefined && next !== undefined) {
    const at = start + before.length - next.length - 1;
    const gap = /[ \t]*$/.exec(lines.text.slice(start, at))?.[0].length ?? 0;
    candidates.push(
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
    );
  }
  candidates.push(...wideColonCandidates(lines, number), ...otherCommas(lines, number));
  const wide = /^([ \t]*(?:- +)*)([A-Za-z][\w-]*)(\s*[=,;]\s*|[ \t]+)(?=\S)/.exec(text);
  if (wide && !/^[ \t]*(?:- +)*[A-Za-z][\w-]*\s*:/.test(text)) {
    const [whole, , key = '', gap = ''] = wide;
    const at = start + whole.length;
    const edit = { from: at - gap.length, to: at, newText: ': ' };
    missingColon(key, 'a name and its value are parted by `: `', edit, ` ${rest(at)}`);
  }
  const [alone] = /^[A-Za-z][\w-]*(?=\s*$)/.exec(text.slice(inner)) ?? [];
  if (alone !== undefined)
    missingColon(alone, 'the name of a setting ends with a colon', { from: end, to: end, newText: ':' });
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
