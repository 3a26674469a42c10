import { type Lines, lineText, linesOf, positionAt } from './lines.ts';
import { type LineValue, valuesOf } from './line-values.ts';
import type { TextEdit } from './mended-text.ts';
import { quotingEdits } from './quote.ts';
import type { TextFault } from './text-fault.ts';
import { quotingFix, spaces } from './yaml-tree.ts';

/** What may be wrong with a line, and the edits that would mend it. */
export interface Cause {
  fault: TextFault;
  edits: TextEdit[];
}

/** All that may be wrong where YAML gave up: on that line, on the one above, and where something was left open. */
export function causesAround(text: string, at: number): Cause[] {
  const lines = linesOf(text);
  const line = lineWithText(lines, positionAt(lines, at).line, -1);
  const above = lineWithText(lines, line - 1, -1);
  const open = openLinesAbove(lines, line);
  const here = [line, ...(above > 0 && above !== line ? [above] : []), ...namesBelow(lines, line)];
  return [
    ...[...new Set([...here, ...open])].flatMap((number) => valueCauses(lines, number)),
    ...here.flatMap((number) => [...nameCauses(lines, number), ...longTextCauses(lines, number), ...indentCauses(lines, number)]),
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
    fault: {
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

interface LinePlace {
  from: number;
  to: number;
  indent: number;
  text: string;
}

function placeOf(lines: Lines, number: number): LinePlace {
  const text = lineText(lines, number);
  const from = lines.starts[number - 1] ?? 0;
  return { from, to: from + text.trimEnd().length, indent: /^[ \t]*/.exec(text)?.[0].length ?? 0, text };
}

function lineWithText(lines: Lines, number: number, step: 1 | -1): number {
  let at = number;
  while (at >= 1 && at <= lines.starts.length && /^\s*(#.*)?$/.test(lineText(lines, at))) at += step;
  return at >= 1 && at <= lines.starts.length ? at : step === -1 ? number : 0;
}

/** Lines right below that are further to the right and look like settings: YAML complains where the text above them starts. */
function namesBelow(lines: Lines, line: number): number[] {
  const found: number[] = [];
  const { indent } = placeOf(lines, line);
  for (let number = line + 1; number <= Math.min(line + 6, lines.starts.length) && found.length < 2; number++) {
    const place = placeOf(lines, number);
    if (place.text.trim() === '' || place.indent <= indent) break;
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
    if (/^["']/.test(written) ? closingQuote(written) === -1 : /^[{[]/.test(written) && !balanced(written)) found.push(number);
  }
  return found;
}

function balanced(written: string): boolean {
  const bare = written.replaceAll(/"[^"]*"/g, '');
  return [...bare.matchAll(/[{[]/g)].length === [...bare.matchAll(/[}\]]/g)].length;
}

/** Where the text in quotation marks ends: the place of the second mark, or -1. */
function closingQuote(written: string): number {
  const mark = written[0];
  for (let at = 1; at < written.length; at++) {
    if (mark === '"' && written[at] === '\\') at++;
    else if (written[at] === mark) {
      if (mark === "'" && written[at + 1] === "'") at++;
      else return at;
    }
  }
  return -1;
}

// --- values ---------------------------------------------------------------------------------------------------------

function valueCauses(lines: Lines, number: number): Cause[] {
  const { from, to } = placeOf(lines, number);
  return valuesOf(lines.text, from, to).flatMap((value) => causesOfValue(lines, number, value));
}

function causesOfValue(lines: Lines, number: number, value: LineValue): Cause[] {
  const { text } = lines;
  const written = text.slice(value.from, value.to);
  const quote = (message: string, note?: string): Cause => {
    const fix = /^[“”„«][^"]*[“”»]$/.test(written) ? straightFix(value, written) : quotingFix(text, value.from, value.to);
    return { fault: { rule: 'needs-quotes', message, label: 'put quotes around this text', ...(note === undefined ? {} : { note }), from: value.from, to: value.to, fix }, edits: fix.edits };
  };
  const first = written[0] ?? '';
  if (first === '"' || first === "'") return causesOfQuotedValue(text, value, written);
  const causes: Cause[] = [];
  if (/^[|>][^\s\d+-]|^[|>][\d+-]*[ \t]+[^\s#]/.test(written)) causes.push(...causesOfMarker(lines, number, value, written));
  else if (/^[@`%&*!|>]/.test(written)) causes.push(quote(`a text cannot start with ${first === '`' ? 'a backtick' : `\`${first}\``} unless there are quotation marks around it`));
  else if (written.startsWith('- ')) causes.push(quote('a text cannot start with `- ` unless there are quotation marks around it', 'an item of a list stands on a line of its own'));
  if (/^[{[]/.test(written)) {
    if (!balanced(written)) {
      const end = written.startsWith('{') ? '}' : ']';
      const shown = written.replace(/,?\s*$/, '');
      const at = value.from + shown.length;
      const edits = [{ from: at, to: value.to, text: end === '}' ? ' }' : ']' }];
      causes.push({ fault: { rule: 'unclosed-bracket', message: `a \`${end}\` is missing`, label: `this \`${first}\` is never closed`, from: value.from, to: value.to, fix: { title: `add \`${end}\` at the end`, safety: 'suggested', edits } }, edits });
    }
    causes.push(quote(`a text that starts with \`${written.startsWith('{{') ? '{{' : first}\` needs quotation marks around it`));
  } else if (/^[}\],?]/.test(written)) causes.push(quote(`a text cannot start with \`${first}\` unless there are quotation marks around it`));
  if (/:(\s|$)/.test(written)) {
    causes.push(quote(written.endsWith(':') && !/:\s/.test(written) ? 'this text ends with a colon, so it needs quotation marks' : 'this text contains a colon followed by a space, so it needs quotation marks'));
  }
  if (value.inBrackets && /\s#/.test(written)) causes.push(quote('inside `{ }` a text with ` #` needs quotation marks around it'));
  if (value.inBrackets && /[,{}[\]]/.test(written)) causes.push(quote('inside `{ }` a text with a comma or a bracket needs quotation marks around it'));
  return causes;
}

/** The curly marks were meant as the ones that YAML knows. */
function straightFix({ from, to }: LineValue, written: string): NonNullable<TextFault['fix']> {
  return { title: `write "${written.slice(1, -1)}"`, safety: 'suggested', edits: [{ from, to: from + 1, text: '"' }, { from: to - 1, to, text: '"' }] };
}

function causesOfQuotedValue(text: string, value: LineValue, written: string): Cause[] {
  const mark = written[0] ?? '"';
  const close = closingQuote(written);
  const { from, to } = value;
  if (close === -1) {
    const closing = [{ from: to, to, text: mark }];
    const unclosed: Cause = {
      fault: { rule: 'unclosed-quote', message: 'a quotation mark is missing at the end of this text', label: `this text starts with \`${mark}\`, so it must end with \`${mark}\``, from, to, fix: { title: `write ${written}${mark}`, safety: 'suggested', edits: closing } },
      edits: closing,
    };
    const fix = quotingFix(text, from, to);
    const apostrophe: Cause = { fault: { rule: 'needs-quotes', message: 'a text that starts with an apostrophe needs quotation marks around it', label: 'put quotes around this text', from, to, fix }, edits: fix.edits };
    return mark === "'" && /^'(?:tis|twas|em|n|cause|round|til|\d\ds?)\b/i.test(written) ? [apostrophe] : [unclosed];
  }
  const rest = written.slice(close + 1);
  if (rest.trim() === '' || /^\s+#/.test(rest)) return [];
  const whole = written.endsWith(mark);
  const inside = whole ? written.slice(1, -1) : written;
  const other = mark === '"' ? "'" : '"';
  const edits = whole
    ? inside.includes(other)
      ? [...inside.matchAll(mark === '"' ? /(?<!\\)"/g : /'/g)].map(({ index }) => ({ from: from + 1 + index, to: from + 1 + index, text: mark === '"' ? '\\' : "'" }))
      : [{ from, to: from + 1, text: other }, { from: to - 1, to, text: other }]
    : quotingEdits(text, from, to);
  const title = whole && !inside.includes(other) ? `write ${other}${inside}${other}` : whole ? 'mark the inner quotation marks as part of the text' : quotingFix(text, from, to).title;
  const apostrophe = mark === "'" && whole;
  return [
    {
      fault: {
        rule: 'needs-quotes',
        message: apostrophe ? 'the apostrophe inside this text ends it too early' : 'the quotation marks inside this text end it too early',
        label: apostrophe ? 'use double quotes around this text' : `use \`${whole ? other : mark === '"' ? "'" : '"'}\` around the whole text`,
        from,
        to,
        fix: { title, safety: 'safe', edits },
      },
      edits,
    },
  ];
}

/** `>` or `|` begins a text on the lines below, so nothing may follow on the same line. */
function causesOfMarker(lines: Lines, number: number, value: LineValue, written: string): Cause[] {
  const mark = /^[|>][+-]?/.exec(written)?.[0] ?? '|';
  const rest = written.slice(mark.length).trimStart();
  const below = lineWithText(lines, number + 1, 1);
  const here = placeOf(lines, number);
  const next = below === 0 ? undefined : placeOf(lines, below);
  const continued = next !== undefined && next.indent > here.indent;
  const start = value.to - rest.length;
  // With a blank behind it the mark is not part of the text.
  const isMark = !continued && /^\s+\D/.test(written.slice(mark.length));
  const edits = continued ? [{ from: value.from + mark.length, to: start, text: `\n${' '.repeat(next.indent)}` }] : isMark ? [{ from: value.from, to: start, text: '' }] : quotingEdits(lines.text, value.from, value.to);
  const title = continued ? 'move the text to the next line' : isMark ? `leave out the \`${mark}\`` : quotingFix(lines.text, value.from, value.to).title;
  return [
    {
      fault: {
        rule: 'needs-quotes',
        message: `text cannot follow \`${mark}\` on the same line`,
        label: continued ? 'move this text to a line of its own' : isMark ? 'the text ends on this line' : 'put quotes around this text',
        note: `\`${mark}\` says that the text stands on the lines below`,
        from: continued ? start : value.from,
        to: value.to,
        fix: { title, safety: isMark ? 'suggested' : 'safe', edits },
      },
      edits,
    },
  ];
}

/** A text over several lines, one of which looks like a setting. */
function longTextCauses(lines: Lines, number: number): Cause[] {
  for (let start = number; start > 0 && start > number - 20; start--) {
    const { from, to, text } = placeOf(lines, start);
    const [value] = valuesOf(lines.text, from, to);
    if (!value || !/:[ \t]+\S/.test(text)) continue;
    const column = /^[ \t]*(?:- +)*/.exec(text)?.[0].length ?? 0;
    let end = start;
    while (end < lines.starts.length && placeOf(lines, end + 1).indent > column && lineText(lines, end + 1).trim() !== '') end++;
    if (end < number || end === start) return [];
    const stop = placeOf(lines, end).to;
    const fix = quotingFix(lines.text, value.from, stop);
    return [{ fault: { rule: 'needs-quotes', message: 'this text contains a colon followed by a space, so it needs quotation marks', label: 'put quotes around the whole text', from: value.from, to: value.to, fix }, edits: fix.edits }];
  }
  return [];
}

// --- names, dashes, blanks ------------------------------------------------------------------------------------------

function nameCauses(lines: Lines, number: number): Cause[] {
  const { from, to, text } = placeOf(lines, number);
  const causes: Cause[] = [];
  const add = (rule: TextFault['rule'], message: string, label: string, range: [number, number], edit: TextEdit, title: string, safety: 'safe' | 'suggested') =>
    causes.push({ fault: { rule, message, label, from: range[0], to: range[1], fix: { title, safety, edits: [edit] } }, edits: [edit] });

  const tight = /^([ \t]*(?:- +)*)([A-Za-z][\w-]*):(?=[^\s:/])/.exec(text);
  if (tight) {
    const colon = from + tight[0].length;
    const [, lead = '', name = ''] = tight;
    add('missing-space', 'a space is missing after the colon', 'write `: ` between the name and the value', [from + lead.length, to], { from: colon, to: colon, text: ' ' }, `write \`${name}: ${lines.text.slice(colon, to)}\``, 'safe');
  }
  for (const inside of text.matchAll(/[{,]\s*([A-Za-z][\w-]*):(?=[^\s:/])/g)) {
    const colon = from + inside.index + inside[0].length;
    add('missing-space', 'a space is missing after the colon', 'write `: ` between the name and the value', [colon - (inside[1]?.length ?? 0) - 1, colon], { from: colon, to: colon, text: ' ' }, `write a space after \`${inside[1]}:\``, 'safe');
  }
  const dash = /^([ \t]*)-(?=[^\s-])/.exec(text);
  if (dash) {
    const at = from + dash[0].length;
    add('missing-space', 'a space is missing after the `-`', 'write `- ` in front of the item', [at - 1, to], { from: at, to: at, text: ' ' }, `write \`- ${lines.text.slice(at, to)}\``, 'safe');
  }
  const wide = /^([ \t]*(?:- +)*)([A-Za-z][\w-]*)(\s*=\s*|[ \t]+)(?=\S)/.exec(text);
  if (wide && !/^[ \t]*(?:- +)*[A-Za-z][\w-]*\s*:/.test(text)) {
    const [whole, lead = '', name = '', gap = ''] = wide;
    const at = from + whole.length;
    add('missing-colon', `a colon is missing after \`${name}\``, 'a name and its value are parted by `: `', [from + lead.length, to], { from: at - gap.length, to: at, text: ': ' }, `write \`${name}: ${lines.text.slice(at, to)}\``, 'suggested');
  }
  const alone = /^([ \t]*(?:- +)*)([A-Za-z][\w-]*)\s*$/.exec(text);
  if (alone) add('missing-colon', `a colon is missing after \`${alone[2]}\``, 'the name of a setting ends with a colon', [to - (alone[2]?.length ?? 0), to], { from: to, to, text: ':' }, `write \`${alone[2]}:\``, 'suggested');
  return causes;
}

// --- indentation ----------------------------------------------------------------------------------------------------

function indentCauses(lines: Lines, number: number): Cause[] {
  const place = placeOf(lines, number);
  const { from, to, indent, text } = place;
  const content = text.trimStart();
  if (content === '') return [];
  const levels = levelsFor(lines, number).filter((level) => level !== indent || text.slice(0, indent).includes('\t'));
  const tab = text.slice(0, indent).includes('\t');
  const causes: Cause[] = [];
  for (const level of levels) {
    const right = level > indent;
    const shift = Math.abs(level - indent);
    const label = tab ? 'use spaces in front of this line' : `move it ${shift} space${shift === 1 ? '' : 's'} to the ${right ? 'right' : 'left'}`;
    const fault = (edits: TextEdit[], lineCount: number): TextFault => ({
      rule: tab ? 'tab' : 'wrong-indentation',
      message: tab ? `${lineCount === 1 ? 'this line is' : `this line and the ${lineCount === 2 ? 'one' : lineCount - 1} below are`} indented with tabs, and YAML allows only spaces` : `${lineCount === 1 ? 'this line is' : `this line and the ${lineCount === 2 ? 'one' : lineCount - 1} below are`} ${right ? 'not indented far enough' : 'indented too far'}`,
      label,
      ...(tab ? {} : { note: 'settings that belong together start in the same column' }),
      from: tab ? from : from + indent,
      to: tab ? from + indent : to,
      fix: { title: tab ? 'write spaces for the tabs' : level === 0 ? 'move it to the start of the line' : `start the line with ${spaces(level)}`, safety: tab ? 'safe' : 'suggested', edits },
    });
    const one = [{ from, to: from + indent, text: ' '.repeat(level) }];
    causes.push({ fault: fault(one, 1), edits: one });
    const more = tab ? tabsBelow(lines, number, level) : below(lines, number, indent, level - indent);
    if (more.length > 0) causes.push({ fault: fault([...one, ...more], more.length + 1), edits: [...one, ...more] });
  }
  if (!content.startsWith('-')) {
    for (const level of new Set([Math.max(indent - 2, 0), indent, ...dashLevels(lines, number)])) {
      const edits = [{ from, to: from + indent, text: `${' '.repeat(level)}- ` }];
      causes.push({
        fault: { rule: 'missing-dash', message: 'a `- ` is missing at the start of this line', label: 'each item of a list starts with `- `', from: from + indent, to, fix: { title: `write \`- ${content.trimEnd()}\``, safety: 'suggested', edits } },
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
    edits.push({ from, to: from + indent, text: ' '.repeat(Math.max(level + 2 * (tabs(at) - tabs(number)), 0)) });
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
    if (at === lineWithText(lines, number - 1, -1)) [inner + 2, indent + 2].forEach((level) => found.add(level));
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
