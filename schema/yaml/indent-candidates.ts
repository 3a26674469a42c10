import type { Lines } from '../diagnostics/positions.ts';
import type { TextEdit } from '../diagnostics/edits.ts';
import { type FixCandidate, diagnostic } from '../diagnostics/diagnostic.ts';
import { lineInfo, linesFrom, settingsFrom } from './recover-lines.ts';
import { partsTextBelowBar, textBelowBarAround } from './block-text-candidates.ts';
import { spaceCountText } from '../diagnostics/wording.ts';

// Bullets of other programs and keyboards, and a dash without a space.
const bullet =
  /^( *)(?:([–—•·▪●◦○►‣])[ \t\u00A0]*|([*+])(?:[ \t]+|(?=[A-Za-z][\w-]*:(?:\s|$)))|(-)(?=[A-Za-z]))(?=\S)/;
const maxLines = 200;

interface SequenceItem {
  mark: string;
  line: number;
  /** The offset of its bullet. */
  from: number;
  /** The offset of its text. */
  to: number;
}

/** Returns candidates for items with a bullet other than `- `: for this item, and for all items of its list. */
export function bulletCandidates(lines: Lines, number: number): FixCandidate[] {
  const here = itemAt(lines, number);
  if (!here) return [];
  const all = [...siblingItems(lines, here, -1).toReversed(), here, ...siblingItems(lines, here, 1)];
  return (all.length === 1 ? [[here]] : [all, [here]]).map((items) => candidate(lines, here, items));
}

function candidate(lines: Lines, { mark }: SequenceItem, items: readonly SequenceItem[]): FixCandidate {
  const [first] = items;
  const from = first?.from ?? 0;
  const { to, text } = lineInfo(lines, first?.line ?? 1);
  const isTight = mark === '-';
  const each = items.length > 1;
  return diagnostic({
    rule: isTight ? 'missing-space' : 'missing-dash',
    message: isTight
      ? `a space is missing after ${each ? 'each' : 'the'} \`-\``
      : `an item of a list starts with \`- \`, not with \`${mark}\``,
    label: isTight ? 'write `- ` before the item' : 'each item of a list starts with `- `',
    from,
    to,
    fix: {
      title: each
        ? `write \`- \` before each of these ${items.length} items`
        : `write \`- ${text
            .slice(text.length - text.trimStart().length)
            .replace(bullet, '')
            .trimEnd()}\``,
      safety: /[*+]/.test(mark) ? 'suggested' : 'safe',
      edits: items.flatMap((item) => [
        { from: item.from, to: item.to, newText: '- ' },
        ...alignedLineEdits(lines, item),
      ]),
    },
  });
}

function itemAt(lines: Lines, line: number): SequenceItem | undefined {
  const { from, text } = lineInfo(lines, line);
  const [whole, indent = '', ...marks] = bullet.exec(text) ?? [];
  const mark = marks.find((one) => one !== undefined);
  if (whole === undefined || mark === undefined) return undefined;
  return { mark, line, from: from + indent.length, to: from + whole.length };
}

/** Returns the items of the same list with the same bullet, above or below. */
function siblingItems(lines: Lines, here: SequenceItem, step: 1 | -1): SequenceItem[] {
  const found: SequenceItem[] = [];
  const { indent } = lineInfo(lines, here.line);
  for (const line of linesFrom(lines, here.line + step, step)) {
    if (line.indent < indent || found.length === maxLines) break;
    const item = line.indent === indent ? itemAt(lines, line.number) : undefined;
    if (item?.mark === here.mark) found.push(item);
  }
  return found;
}

/** Returns the edits that shift the lines aligned with the text of an item. */
function alignedLineEdits(lines: Lines, { line, from, to }: SequenceItem): TextEdit[] {
  const { from: start, indent } = lineInfo(lines, line);
  const shift = from + 2 - to;
  if (shift === 0) return [];
  return editsBelow(lines, line, (one, count) =>
    one.indent > indent && (count > 0 || one.indent === to - start) ? one.indent + shift : -1,
  );
}

/** Returns the edits that indent the lines below, up to the first line whose column would be negative. */
function editsBelow(
  lines: Lines,
  number: number,
  column: (line: ReturnType<typeof lineInfo>, count: number) => number,
  max = maxLines,
): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const line of linesFrom(lines, number + 1, 1)) {
    const level = column(line, edits.length);
    if (level < 0 || edits.length === max) break;
    edits.push({ from: line.from, to: line.from + line.indent, newText: ' '.repeat(level) });
  }
  return edits;
}

/** Returns candidates that indent a line differently, with or without a dash. */
export function indentCandidates(lines: Lines, number: number): FixCandidate[] {
  const { from, to, indent, text } = lineInfo(lines, number);
  const content = text.trim();
  if (content === '') return [];
  const start = from + indent;
  const hasTab = text.slice(0, indent).includes('\t');
  const atLevel = (level: number, edits: TextEdit[]) => {
    const below = edits.length - 1;
    const what = below === 0 ? 'this line is' : `this line and the ${below === 1 ? 'one' : below} below are`;
    const [direction, wrong] =
      level > indent ? ['right', 'not indented far enough'] : ['left', 'indented too far'];
    return hasTab
      ? diagnostic({
          rule: 'tab',
          message: `${what} indented with tabs, but YAML only allows spaces`,
          label: 'use spaces at the start of this line',
          from,
          to: start,
          fix: { title: 'replace the tabs with spaces', safety: 'safe', edits },
        })
      : diagnostic({
          rule: 'wrong-indentation',
          message: `${what} ${wrong}`,
          label: `move it ${spaceCountText(Math.abs(level - indent))} to the ${direction}`,
          note: 'settings that belong together start in the same column',
          from: start,
          to,
          fix: {
            title:
              level === 0
                ? 'move it to the start of the line'
                : `start the line with ${spaceCountText(level)}`,
            safety: 'suggested',
            edits,
          },
        });
  };
  const moved = levelsFor(lines, number)
    .filter((level) => level !== indent || hasTab)
    .flatMap((level) => {
      const first = { from, to: start, newText: ' '.repeat(level) };
      const more = hasTab
        ? tabsBelow(lines, number, level)
        : indentBelow(lines, number, indent, level - indent);
      return [atLevel(level, [first]), ...(more.length > 0 ? [atLevel(level, [first, ...more])] : [])];
    });
  const block = textBelowBarAround(lines, number);
  const whole = block ? moved.filter(({ fix }) => !partsTextBelowBar(block, fix.edits)) : moved;
  if (content.startsWith('-') || block) return whole;
  const listLevels = outerLines(lines, number).flatMap((line) => (line.isItem ? line.indent : []));
  const dashed = [...new Set([Math.max(indent - 2, 0), indent, ...listLevels])].map((level) =>
    diagnostic({
      rule: 'missing-dash',
      message: 'a `- ` is missing at the start of this line',
      label: 'each item of a list starts with `- `',
      from: start,
      to,
      fix: {
        title: `write \`- ${content}\``,
        safety: 'suggested',
        edits: [{ from, to: start, newText: `${' '.repeat(level)}- ` }],
      },
    }),
  );
  return [...whole, ...dashed];
}

/** Returns the edits of the lines below that are indented at least as far, and move with a line. */
const indentBelow = (lines: Lines, number: number, indent: number, shift: number): TextEdit[] =>
  editsBelow(lines, number, (line) => (line.indent < indent ? -1 : line.indent + shift));

/** Returns the edits of the lines below that are also indented with tabs. Each tab is one level. */
function tabsBelow(lines: Lines, number: number, level: number): TextEdit[] {
  const tabs = ({ text, indent }: ReturnType<typeof lineInfo>) =>
    text.slice(0, indent).split('\t').length - 1;
  const own = tabs(lineInfo(lines, number));
  const column = (line: ReturnType<typeof lineInfo>) =>
    tabs(line) === 0 ? -1 : Math.max(level + 2 * (tabs(line) - own), 0);
  return editsBelow(lines, number, column, Infinity);
}

/** Returns the enclosing lines above a line, each indented less than the ones below it. */
function outerLines(lines: Lines, number: number): ReturnType<typeof lineInfo>[] {
  const found = [];
  let limit = Infinity;
  for (const line of settingsFrom(lines, number - 1, -1)) {
    if (line.indent < limit) found.push(line);
    limit = Math.min(limit, line.indent);
    if (limit === 0) break;
  }
  return found;
}

/** Returns all columns where a line could start, the likeliest first. */
function levelsFor(lines: Lines, number: number): number[] {
  const outer = outerLines(lines, number);
  const [above] = outer;
  const [next] = settingsFrom(lines, number + 1, 1);
  const found = [
    ...(above ? [above.inner + 2, above.indent + 2] : []),
    ...outer.flatMap(({ inner, indent }, at) =>
      inner < (outer[at - 1]?.indent ?? Infinity) ? [inner, indent] : [indent],
    ),
    ...(next ? [next.indent] : []),
    ...(next?.isItem ? [next.indent + 2] : []),
    0,
  ];
  const own = lineInfo(lines, number).indent;
  return [...new Set(found)].toSorted((a, b) => Math.abs(a - own) - Math.abs(b - own));
}

/** Counts the lines that are not indented by two spaces per level. */
export function irregularIndents(text: string): number {
  let count = 0;
  let inner = 0;
  for (const line of text.split('\n')) {
    if (/^\s*(#.*)?$/.test(line)) continue;
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    if (indent % 2 === 1 || indent > inner + 2) count++;
    inner = /^ *(?:- +)*/.exec(line)?.[0].length ?? indent;
  }
  return count;
}
