import type { Lines } from '../base/lines.ts';
import type { TextEdit } from '../base/text-edits.ts';
import type { TextDiagnostic } from '../diagnostics/text-diagnostic.ts';
import type { Cause } from './cause.ts';
import { placeOf } from './line-info.ts';

/** What may be wrong with the name of a setting, or with the signs around it. */
export function nameCauses(lines: Lines, number: number): Cause[] {
  const { from, to, text } = placeOf(lines, number);
  const causes: Cause[] = [];
  const add = (
    rule: TextDiagnostic['rule'],
    message: string,
    label: string,
    range: [number, number],
    edit: TextEdit,
    title: string,
    safety: 'safe' | 'suggested',
  ) =>
    causes.push({
      diagnostic: {
        rule,
        message,
        label,
        from: range[0],
        to: range[1],
        fix: { title, safety, edits: [edit] },
      },
      edits: [edit],
    });

  const tight = /^([ \t]*(?:- +)*)([A-Za-z][\w-]*):(?=[^\s:/])/.exec(text);
  if (tight) {
    const colon = from + tight[0].length;
    const [, lead = '', name = ''] = tight;
    add(
      'missing-space',
      'a space is missing after the colon',
      'write `: ` between the name and the value',
      [from + lead.length, to],
      { from: colon, to: colon, text: ' ' },
      `write \`${name}: ${lines.text.slice(colon, to)}\``,
      'safe',
    );
  }
  for (const inside of text.matchAll(/[{,]\s*([A-Za-z][\w-]*):(?=[^\s:/])/g)) {
    const colon = from + inside.index + inside[0].length;
    add(
      'missing-space',
      'a space is missing after the colon',
      'write `: ` between the name and the value',
      [colon - (inside[1]?.length ?? 0) - 1, colon],
      { from: colon, to: colon, text: ' ' },
      `write a space after \`${inside[1]}:\``,
      'safe',
    );
  }
  const dash = /^([ \t]*)-(?=[^\s-])/.exec(text);
  if (dash) {
    const at = from + dash[0].length;
    add(
      'missing-space',
      'a space is missing after the `-`',
      'write `- ` in front of the item',
      [at - 1, to],
      { from: at, to: at, text: ' ' },
      `write \`- ${lines.text.slice(at, to)}\``,
      'safe',
    );
  }
  const wide = /^([ \t]*(?:- +)*)([A-Za-z][\w-]*)(\s*=\s*|[ \t]+)(?=\S)/.exec(text);
  if (wide && !/^[ \t]*(?:- +)*[A-Za-z][\w-]*\s*:/.test(text)) {
    const [whole, lead = '', name = '', gap = ''] = wide;
    const at = from + whole.length;
    add(
      'missing-colon',
      `a colon is missing after \`${name}\``,
      'a name and its value are parted by `: `',
      [from + lead.length, to],
      { from: at - gap.length, to: at, text: ': ' },
      `write \`${name}: ${lines.text.slice(at, to)}\``,
      'suggested',
    );
  }
  const alone = /^([ \t]*(?:- +)*)([A-Za-z][\w-]*)\s*$/.exec(text);
  if (alone)
    add(
      'missing-colon',
      `a colon is missing after \`${alone[2]}\``,
      'the name of a setting ends with a colon',
      [to - (alone[2]?.length ?? 0), to],
      { from: to, to, text: ':' },
      `write \`${alone[2]}:\``,
      'suggested',
    );
  return causes;
}
