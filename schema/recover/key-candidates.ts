import type { Lines } from '../base/lines.ts';
import { type Candidate, diagnostic } from '../diagnostics/diagnostic.ts';
import { lineInfo } from './line-info.ts';

/** What may be wrong with the key of a setting, or with the characters around it. */
export function keyCandidates(lines: Lines, number: number): Candidate[] {
  const { from: start, to: end, text } = lineInfo(lines, number);
  const rest = (at: number) => lines.text.slice(at, end);
  const candidates: Candidate[] = [];
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
  const missingColon = (key: string, label: string, edit: Candidate['fix']['edits'][number], value = '') =>
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
  const other = /^([ \t]*(?:- +)*)([A-Za-z][\w-]*)[ \t]*：[ \t\u3000]*/.exec(text);
  if (other) {
    const [whole, lead = '', key = ''] = other;
    const from = start + lead.length + key.length;
    const at = start + whole.length;
    candidates.push(
      diagnostic({
        rule: 'missing-colon',
        message: `the colon after \`${key}\` is the wide one of another keyboard`,
        label: 'YAML knows only `:` with a space behind it',
        from: from - key.length,
        to: end,
        fix: {
          title: `write \`${`${key}: ${rest(at)}`.trimEnd()}\``,
          safety: 'suggested',
          edits: [{ from, to: at, newText: at === end ? ':' : ': ' }],
        },
      }),
    );
  }
  const dash = /^([ \t]*)-(?=[^\s-])/.exec(text);
  if (dash) {
    const at = start + dash[0].length;
    missingSpace(at - 1, end, at, '`-`', 'write `- ` in front of the item', `write \`- ${rest(at)}\``);
  }
  const wide = /^([ \t]*(?:- +)*)([A-Za-z][\w-]*)(\s*=\s*|[ \t]+)(?=\S)/.exec(text);
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
