import { type Lines, linesOf, positionAt } from '../base/lines.ts';
import { balanced, closingQuote } from './brackets.ts';
import type { Cause } from './cause.ts';
import { indentCauses } from './indent-candidates.ts';
import { nameCauses } from './key-candidates.ts';
import { lineWithText, placeOf } from './line-info.ts';
import { valuesOf } from './line-values.ts';
import { longTextCauses, valueCauses } from './value-candidates.ts';

/** All that may be wrong where YAML gave up: on that line, on the one above, and where something was left open. */
export function causesAround(text: string, at: number): Cause[] {
  const lines = linesOf(text);
  const line = lineWithText(lines, positionAt(lines, at).line, -1);
  const above = lineWithText(lines, line - 1, -1);
  const open = openLinesAbove(lines, line);
  // A complaint about the end of a line is one about what follows.
  const next = /^[ \t]*\r?\n/.test(text.slice(at)) ? lineWithText(lines, line + 1, 1) : 0;
  const here = [...new Set([line, above, next, ...namesBelow(lines, line)])].filter((number) => number > 0);
  return [
    ...[...new Set([...here, ...open])].flatMap((number) => valueCauses(lines, number)),
    ...here.flatMap((number) => [
      ...nameCauses(lines, number),
      ...longTextCauses(lines, number),
      ...indentCauses(lines, number),
    ]),
  ];
}

/** What may be wrong with a line that YAML accepts, but that makes no sense where it stands. */
export function causesOnLine(text: string, line: number): Cause[] {
  const lines = linesOf(text);
  return [...nameCauses(lines, line), ...indentCauses(lines, line)];
}

/** Leaves a line out of the text: the last resort, which lets the rest be checked. */
export function withoutLine(text: string, at: number): Cause {
  const lines = linesOf(text);
  const number = lineWithText(lines, positionAt(lines, at).line, -1);
  const { from, to, indent } = placeOf(lines, number);
  return {
    diagnostic: {
      rule: 'yaml-syntax',
      message: 'this line is not written the way YAML expects',
      label: 'check its indentation, colons and quotation marks',
      note: 'the rest of this file was checked without this line',
      advice: 'write it as `name: value`, or delete it',
      from: from + indent,
      to,
    },
    edits: [{ from, to, text: '' }],
  };
}

/** Lines right below that are further to the right and look like settings: YAML complains where the text above them starts. */
function namesBelow(lines: Lines, line: number): number[] {
  const found: number[] = [];
  const { indent } = placeOf(lines, line);
  for (
    let number = line + 1;
    number <= Math.min(line + 6, lines.starts.length) && found.length < 2;
    number++
  ) {
    const place = placeOf(lines, number);
    if (place.text.trim() === '') continue;
    if (place.indent <= indent) break;
    if (/:(?:\s|$)/.test(place.text)) found.push(number);
  }
  return found;
}

/** Lines further up on which a quotation mark or a bracket was opened and not closed. */
function openLinesAbove(lines: Lines, line: number): number[] {
  const found: number[] = [];
  for (let number = line; number > 0 && number > line - 60 && found.length < 3; number--) {
    const { from, to } = placeOf(lines, number);
    const [value] = valuesOf(lines.text, from, to).toReversed();
    if (!value) continue;
    const written = lines.text.slice(value.from, value.to);
    if (/^["']/.test(written) ? closingQuote(written) === -1 : /^[{[]/.test(written) && !balanced(written))
      found.push(number);
  }
  return found;
}
