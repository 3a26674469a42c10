import { type Lines, lineText } from '../base/lines.ts';
import type { TextEdit } from '../base/text-edits.ts';
import { spaces } from '../base/wording.ts';
import type { TextDiagnostic } from '../diagnostics/text-diagnostic.ts';
import type { Cause } from './cause.ts';
import { lineWithText, placeOf } from './line-info.ts';

/** Where else a line may belong, and whether it lacks a dash. */
export function indentCauses(lines: Lines, number: number): Cause[] {
  const place = placeOf(lines, number);
  const { from, to, indent, text } = place;
  const content = text.trimStart();
  if (content === '') return [];
  const levels = levelsFor(lines, number).filter(
    (level) => level !== indent || text.slice(0, indent).includes('\t'),
  );
  const tab = text.slice(0, indent).includes('\t');
  const causes: Cause[] = [];
  for (const level of levels) {
    const right = level > indent;
    const shift = Math.abs(level - indent);
    const label = tab
      ? 'use spaces in front of this line'
      : `move it ${shift} space${shift === 1 ? '' : 's'} to the ${right ? 'right' : 'left'}`;
    const diagnostic = (edits: TextEdit[], lineCount: number): TextDiagnostic => ({
      rule: tab ? 'tab' : 'wrong-indentation',
      message: tab
        ? `${lineCount === 1 ? 'this line is' : `this line and the ${lineCount === 2 ? 'one' : lineCount - 1} below are`} indented with tabs, and YAML allows only spaces`
        : `${lineCount === 1 ? 'this line is' : `this line and the ${lineCount === 2 ? 'one' : lineCount - 1} below are`} ${right ? 'not indented far enough' : 'indented too far'}`,
      label,
      ...(tab ? {} : { note: 'settings that belong together start in the same column' }),
      from: tab ? from : from + indent,
      to: tab ? from + indent : to,
      fix: {
        title: tab
          ? 'write spaces for the tabs'
          : level === 0
            ? 'move it to the start of the line'
            : `start the line with ${spaces(level)}`,
        safety: tab ? 'safe' : 'suggested',
        edits,
      },
    });
    const one = [{ from, to: from + indent, text: ' '.repeat(level) }];
    causes.push({ diagnostic: diagnostic(one, 1), edits: one });
    const more = tab ? tabsBelow(lines, number, level) : below(lines, number, indent, level - indent);
    if (more.length > 0)
      causes.push({ diagnostic: diagnostic([...one, ...more], more.length + 1), edits: [...one, ...more] });
  }
  if (!content.startsWith('-')) {
    for (const level of new Set([Math.max(indent - 2, 0), indent, ...dashLevels(lines, number)])) {
      const edits = [{ from, to: from + indent, text: `${' '.repeat(level)}- ` }];
      causes.push({
        diagnostic: {
          rule: 'missing-dash',
          message: 'a `- ` is missing at the start of this line',
          label: 'each item of a list starts with `- `',
          from: from + indent,
          to,
          fix: { title: `write \`- ${content.trimEnd()}\``, safety: 'suggested', edits },
        },
        edits,
      });
    }
  }
  return causes;
}

/** The lines right below that are indented at least as far: they move together. */
function below(lines: Lines, number: number, indent: number, shift: number): TextEdit[] {
  const edits: TextEdit[] = [];
  for (let at = number + 1; at <= lines.starts.length && edits.length < 200; at++) {
    const place = placeOf(lines, at);
    if (place.text.trim() === '') continue;
    if (place.indent < indent || place.indent + shift < 0) break;
    edits.push({ from: place.from, to: place.from + place.indent, text: ' '.repeat(place.indent + shift) });
  }
  return edits;
}

/** The lines right below that are indented with tabs as well: each tab more is a step more. */
function tabsBelow(lines: Lines, number: number, level: number): TextEdit[] {
  const tabs = (at: number) => lineText(lines, at).slice(0, placeOf(lines, at).indent).split('\t').length - 1;
  const edits: TextEdit[] = [];
  for (let at = number + 1; at <= lines.starts.length; at++) {
    const { from, indent, text } = placeOf(lines, at);
    if (text.trim() === '') continue;
    if (tabs(at) === 0) break;
    edits.push({
      from,
      to: from + indent,
      text: ' '.repeat(Math.max(level + 2 * (tabs(at) - tabs(number)), 0)),
    });
  }
  return edits;
}

/** Every column in which a line could start here, the likeliest first. */
function levelsFor(lines: Lines, number: number): number[] {
  const found = new Set<number>();
  let limit = Infinity;
  for (let at = number - 1; at > 0 && limit > 0; at--) {
    const { indent, text } = placeOf(lines, at);
    if (/^\s*(#.*)?$/.test(text)) continue;
    const inner = /^[ \t]*(?:- +)*/.exec(text)?.[0].length ?? indent;
    if (at === lineWithText(lines, number - 1, -1))
      [inner + 2, indent + 2].forEach((level) => found.add(level));
    if (indent < limit) {
      if (inner < limit) found.add(inner);
      found.add(indent);
      limit = indent;
    }
  }
  const next = lineWithText(lines, number + 1, 1);
  if (next > 0) {
    const { indent, text } = placeOf(lines, next);
    found.add(indent);
    if (/^\s*- /.test(text)) found.add(indent + 2);
  }
  found.add(0);
  const own = placeOf(lines, number).indent;
  return [...found].toSorted((a, b) => Math.abs(a - own) - Math.abs(b - own));
}

function dashLevels(lines: Lines, number: number): number[] {
  const found: number[] = [];
  let limit = Infinity;
  for (let at = number - 1; at > 0 && limit > 0; at--) {
    const { indent, text } = placeOf(lines, at);
    if (/^\s*(#.*)?$/.test(text) || indent >= limit) continue;
    if (/^\s*- /.test(text)) found.push(indent);
    limit = indent;
  }
  return found;
}

/** How far the indentation of a text is from the usual two spaces a step. */
export function oddness(text: string): number {
  let odd = 0;
  let inner = 0;
  for (const line of text.split('\n')) {
    if (/^\s*(#.*)?$/.test(line)) continue;
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    if (indent % 2 === 1 || indent > inner + 2) odd++;
    inner = /^ *(?:- +)*/.exec(line)?.[0].length ?? indent;
  }
  return odd;
}
