import type { Lines } from '../diagnostics/positions.ts';
import { type FixCandidate, diagnostic } from '../diagnostics/diagnostic.ts';
import { type LineInfo, lineInfo, linesFrom } from './recover-lines.ts';

const named = /^([ \t]*(?:- +)*)([A-Za-z][\w-]*):(?:[ \t]+(\S.*?))?[ \t]*$/;
// Names of settings have no capital at their start, and no blank.
const setting = /^[ \t]*(?:- +)*[a-z][\w-]*:(?:\s|$)/;
const blockMark = /^[|>][+-]?\d?[+-]?$/;

/** Candidates for a text whose lines do not start further to the right than the name of its setting. */
export function unindentedTextCandidates(lines: Lines, number: number): FixCandidate[] {
  for (const header of linesFrom(lines, number, -1)) {
    if (header.number < number - 200) return [];
    if (!setting.test(header.text)) continue;
    const [, before = '', name = '', value = ''] = named.exec(header.text) ?? [];
    // A text in quotation marks or brackets ends by itself, and a comment ends any other.
    if (name === '' || /^["'[{#]|\s#/.test(value)) return [];
    const text = linesOfText(lines, header, before.length);
    if (!text || text.last < number) return [];
    return [candidate(lines, header, { name, value, column: before.length }, text)];
  }
  return [];
}

interface TextLines {
  /** Those that move to the right: all, or only those to the left of the first one. */
  moved: LineInfo[];
  /** How far. */
  shift: number;
  /** Private comments between them. */
  comments: LineInfo[];
  last: number;
}

/** The lines up to the next setting or item. Undefined if not all of them can move. */
function linesOfText(lines: Lines, header: LineInfo, column: number): TextLines | undefined {
  const all: LineInfo[] = [];
  const comments: LineInfo[] = [];
  for (const line of linesFrom(lines, header.number + 1, 1)) {
    const isOutside = line.indent <= column;
    if (isOutside && (setting.test(line.text) || (line.isItem && line.indent < column))) break;
    (/^[ \t]*#(?!#+[ \t]|\d)/.test(line.text) ? comments : all).push(line);
  }
  const outside = all.filter(({ indent }) => indent <= column);
  const [first] = all;
  if (!first || outside.length === 0) return undefined;
  const least = Math.min(...outside.map(({ indent }) => indent));
  // Below the text they stay.
  while ((comments.at(-1)?.number ?? 0) > (all.at(-1)?.number ?? 0)) comments.pop();
  const last = all.at(-1)?.number ?? first.number;
  // An item inside of one that moves would stand beside it.
  const isParted = all.some(
    (line, at) => line.indent > column && outside.some((one) => one.isItem && one === all[at - 1]),
  );
  if (first.indent > column && isParted) return undefined;
  return first.indent > column
    ? { moved: outside, shift: first.indent - least, comments, last }
    : { moved: all, shift: column + 2 - least, comments, last };
}

function candidate(
  lines: Lines,
  header: LineInfo,
  { name, value, column }: { name: string; value: string; column: number },
  { moved, shift, comments, last }: TextLines,
): FixCandidate {
  const [first = header] = moved;
  const isBelowMark = blockMark.test(value);
  const above = comments.map(({ text }) => `${' '.repeat(header.indent)}${text.trim()}\n`).join('');
  const between = lines.text.slice(header.to, lineInfo(lines, last).to);
  // Without `|`, the dash of an item would stand in the middle of a text.
  const isOneLine = !/\n[ \t]*\r?\n/.test(between) && !moved.some(({ isItem }) => isItem);
  const hasMark = isBelowMark || (value !== '' && isOneLine);
  const colon = header.from + header.text.indexOf(`${name}:`) + name.length + 1;
  return diagnostic({
    rule: 'wrong-indentation',
    message: `the text of \`${name}\` must stand further to the right than \`${name}\``,
    label: 'this line is not indented far enough to belong to it',
    from: first.from + first.indent,
    to: first.to,
    fix: {
      title: [
        ...(hasMark ? [] : [`write \`${name}: |\``]),
        'move the lines of the text to the right',
        ...(above === '' ? [] : ['move the comment above it']),
      ].join(', and '),
      safety: 'suggested',
      edits: [
        ...(above === '' ? [] : [{ from: header.from, to: header.from, newText: above }]),
        ...comments.map(({ number }) => ({
          from: lines.starts[number - 1] ?? 0,
          to: lines.starts[number] ?? lines.text.length,
          newText: '',
        })),
        ...(hasMark
          ? []
          : value === ''
            ? [{ from: colon, to: colon, newText: ' |' }]
            : [{ from: colon, to: header.to - value.length, newText: ` |\n${' '.repeat(column + 2)}` }]),
        ...moved.map(({ from, indent }) => ({
          from,
          to: from + indent,
          newText: ' '.repeat(indent + shift),
        })),
      ],
    },
  });
}
