import type { Lines } from '../diagnostics/positions.ts';
import { type FixCandidate, diagnostic } from '../diagnostics/diagnostic.ts';
import { lineInfo } from './recover-lines.ts';

interface WideColon {
  key: string;
  /** Offsets where the name and the value start and end. */
  from: number;
  at: number;
  value: number;
  to: number;
}

/** Candidates for full-width colons after a name: on this line alone, and on the lines around it too. */
function wideColonCandidates(lines: Lines, number: number): FixCandidate[] {
  const here = wideColon(lines, number);
  if (!here) return [];
  const all = [...besides(lines, number, -1).toReversed(), here, ...besides(lines, number, 1)];
  return all.length === 1 ? [candidate(lines, [here])] : [candidate(lines, all), candidate(lines, [here])];
}

function wideColon(lines: Lines, number: number): WideColon | undefined {
  const { from: start, to, text } = lineInfo(lines, number);
  const [whole, lead = '', key] = /^([ \t]*(?:- +)*)([A-Za-z][\w-]*)[ \t]*：[ \t\u3000]*/.exec(text) ?? [];
  if (whole === undefined || key === undefined) return undefined;
  const from = start + lead.length;
  return { key, from, at: from + key.length, value: Math.min(start + whole.length, to), to };
}

function besides(lines: Lines, number: number, step: 1 | -1): WideColon[] {
  const found: WideColon[] = [];
  for (let at = number + step; at > 0 && at <= lines.starts.length && found.length < 100; at += step) {
    const one = wideColon(lines, at);
    if (!one) break;
    found.push(one);
  }
  return found;
}

function candidate(lines: Lines, found: readonly WideColon[]): FixCandidate {
  const [{ key, from, value, to } = { key: '', from: 0, value: 0, to: 0 }] = found;
  return diagnostic({
    rule: 'missing-colon',
    message: `the colon after \`${key}\` is the wide one of another keyboard`,
    label: 'YAML knows only `:` with a space behind it',
    from,
    to,
    fix: {
      title:
        found.length === 1
          ? `write \`${`${key}: ${lines.text.slice(value, to)}`.trimEnd()}\``
          : `write \`: \` in each of these ${found.length} lines`,
      safety: 'suggested',
      edits: found.map((one) => ({
        from: one.at,
        to: one.value,
        newText: one.value === one.to ? ':' : ': ',
      })),
    },
  });
}

/** Candidates for the key of a setting and the characters around it. */
export function keyCandidates(lines: Lines, number: number): FixCandidate[] {
  const { from: start, to: end, text } = lineInfo(lines, number);
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
  candidates.push(...wideColonCandidates(lines, number), ...otherCommas(lines, number));
  const wide = /^([ \t]*(?:- +)*)([A-Za-z][\w-]*)(\s*[=,;]\s*|[ \t]+)(?=\S)/.exec(text);
  if (wide && !/^[ \t]*(?:- +)*[A-Za-z][\w-]*\s*:/.test(text)) {
    const [whole, , key = '', gap = ''] = wide;
    const at = start + whole.length;
    const edit = { from: at - gap.length, to: at, newText: ': ' };
    missingColon(key, 'a name and its value are parted by `: `', edit, ` ${rest(at)}`);
  }
  const [, , alone] = /^([ \t]*(?:- +)*)([A-Za-z][\w-]*)\s*$/.exec(text) ?? [];
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
  return [
    diagnostic({
      rule: 'yaml-syntax',
      message: `inside \`{ }\` a comma parts the settings, and no \`${sign}\``,
      label: 'YAML takes this as more of the text in front of it',
      from: start + first.index + whole.indexOf(sign),
      to: start + first.index + whole.indexOf(sign) + 1,
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
