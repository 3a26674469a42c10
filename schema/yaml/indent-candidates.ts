import type { Lines } from '../diagnostics/positions.ts';
import type { TextEdit } from '../diagnostics/edits.ts';
import { type FixCandidate, createDiagnostic } from '../diagnostics/diagnostic.ts';
import { readLine, iterateLines, iterateContentLines } from './recover-lines.ts';
import { splitsBlockScalar, findBlockScalar } from './block-text-candidates.ts';
import { formatSpaceCount } from '../diagnostics/wording.ts';

// Matches a bullet that is not valid in YAML, such as `• ` or `* `, and a dash without a space after it.
const bullet =
  /^( *)(?:([–—•·▪●◦○►‣])[ \t\u00A0]*|([*+])(?:[ \t]+|(?=[A-Za-z][\w-]*:(?:\s|$)))|(-)(?=[A-Za-z]))(?=\S)/;
const maxMovedLines = 200;

interface SequenceItem {
  mark: string;
  line: number;
  /** The offset of the bullet. */
  from: number;
  /** The offset of the text after the bullet. */
  to: number;
}

/**
 * Returns candidates for an item with a bullet other than `- `: one that changes all items of the list, and one that
 * changes only this item.
 */
export function findBulletCandidates(lines: Lines, lineNumber: number): FixCandidate[] {
  const currentItem = parseItem(lines, lineNumber);
  if (!currentItem) return [];
  const listItems = [
    ...findSiblingItems(lines, currentItem, -1).toReversed(),
    currentItem,
    ...findSiblingItems(lines, currentItem, 1),
  ];
  return (listItems.length === 1 ? [[currentItem]] : [listItems, [currentItem]]).map((items) =>
    createBulletCandidate(lines, currentItem, items),
  );
}

function createBulletCandidate(
  lines: Lines,
  { mark }: SequenceItem,
  items: readonly SequenceItem[],
): FixCandidate {
  const [first] = items;
  const from = first?.from ?? 0;
  const { to, text } = readLine(lines, first?.line ?? 1);
  const isMissingSpace = mark === '-';
  const hasSeveralItems = items.length > 1;
  return createDiagnostic({
    rule: isMissingSpace ? 'missing-space' : 'missing-dash',
    message: isMissingSpace
      ? `a space is missing after ${hasSeveralItems ? 'each' : 'the'} \`-\``
      : `an item of a list starts with \`- \`, not with \`${mark}\``,
    label: isMissingSpace ? 'write `- ` before the item' : 'each item of a list starts with `- `',
    from,
    to,
    fix: {
      title: hasSeveralItems
        ? `write \`- \` before each of these ${items.length} items`
        : `write \`- ${text
            .slice(text.length - text.trimStart().length)
            .replace(bullet, '')
            .trimEnd()}\``,
      safety: /[*+]/.test(mark) ? 'suggested' : 'safe',
      edits: items.flatMap((item) => [
        { from: item.from, to: item.to, newText: '- ' },
        ...shiftAlignedLines(lines, item),
      ]),
    },
  });
}

function parseItem(lines: Lines, line: number): SequenceItem | undefined {
  const { from, text } = readLine(lines, line);
  const [match, indent = '', ...marks] = bullet.exec(text) ?? [];
  const mark = marks.find((bulletMark) => bulletMark !== undefined);
  if (match === undefined || mark === undefined) return undefined;
  return { mark, line, from: from + indent.length, to: from + match.length };
}

/** Returns the items above or below that are in the same list and have the same bullet. */
function findSiblingItems(lines: Lines, currentItem: SequenceItem, step: 1 | -1): SequenceItem[] {
  const siblings: SequenceItem[] = [];
  const { indent } = readLine(lines, currentItem.line);
  for (const line of iterateLines(lines, currentItem.line + step, step)) {
    if (line.indent < indent || siblings.length === maxMovedLines) break;
    const item = line.indent === indent ? parseItem(lines, line.number) : undefined;
    if (item?.mark === currentItem.mark) siblings.push(item);
  }
  return siblings;
}

/** Returns the edits that keep the lines below an item aligned with its text. */
function shiftAlignedLines(lines: Lines, { line, from, to }: SequenceItem): TextEdit[] {
  const { from: start, indent } = readLine(lines, line);
  const shift = from + 2 - to;
  if (shift === 0) return [];
  return indentLinesBelow(lines, line, (lineBelow, count) =>
    lineBelow.indent > indent && (count > 0 || lineBelow.indent === to - start)
      ? lineBelow.indent + shift
      : -1,
  );
}

/**
 * Returns the edits that indent the lines below a line to the columns that `chooseColumn` returns. Stops at the first
 * line for which it returns -1.
 */
function indentLinesBelow(
  lines: Lines,
  lineNumber: number,
  chooseColumn: (line: ReturnType<typeof readLine>, count: number) => number,
  maxEdits = maxMovedLines,
): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const line of iterateLines(lines, lineNumber + 1, 1)) {
    const level = chooseColumn(line, edits.length);
    if (level < 0 || edits.length === maxEdits) break;
    edits.push({ from: line.from, to: line.from + line.indent, newText: ' '.repeat(level) });
  }
  return edits;
}

/** Returns candidates that change the indentation of a line, or add a missing dash. */
export function findIndentCandidates(lines: Lines, lineNumber: number): FixCandidate[] {
  const { from, to, indent, text } = readLine(lines, lineNumber);
  const content = text.trim();
  if (content === '') return [];
  const start = from + indent;
  const hasTab = text.slice(0, indent).includes('\t');
  const createCandidate = (level: number, edits: TextEdit[]) => {
    const below = edits.length - 1;
    const subject =
      below === 0 ? 'this line is' : `this line and the ${below === 1 ? 'one' : below} below are`;
    const [direction, problem] =
      level > indent ? ['right', 'not indented far enough'] : ['left', 'indented too far'];
    return hasTab
      ? createDiagnostic({
          rule: 'tab',
          message: `${subject} indented with tabs, but YAML only allows spaces`,
          label: 'use spaces at the start of this line',
          from,
          to: start,
          fix: { title: 'replace the tabs with spaces', safety: 'safe', edits },
        })
      : createDiagnostic({
          rule: 'wrong-indentation',
          message: `${subject} ${problem}`,
          label: `move it ${formatSpaceCount(Math.abs(level - indent))} to the ${direction}`,
          note: 'settings that belong together start in the same column',
          from: start,
          to,
          fix: {
            title:
              level === 0
                ? 'move it to the start of the line'
                : `start the line with ${formatSpaceCount(level)}`,
            safety: 'suggested',
            edits,
          },
        });
  };
  const moveCandidates = findLevels(lines, lineNumber)
    .filter((level) => level !== indent || hasTab)
    .flatMap((level) => {
      const first = { from, to: start, newText: ' '.repeat(level) };
      const childEdits = hasTab
        ? shiftTabLinesBelow(lines, lineNumber, level)
        : shiftLinesBelow(lines, lineNumber, indent, level - indent);
      return [
        createCandidate(level, [first]),
        ...(childEdits.length > 0 ? [createCandidate(level, [first, ...childEdits])] : []),
      ];
    });
  const block = findBlockScalar(lines, lineNumber);
  const validMoves = block
    ? moveCandidates.filter(({ fix }) => !splitsBlockScalar(block, fix.edits))
    : moveCandidates;
  if (content.startsWith('-') || block) return validMoves;
  const listLevels = findOuterLines(lines, lineNumber).flatMap((line) => (line.isItem ? line.indent : []));
  const dashCandidates = [...new Set([Math.max(indent - 2, 0), indent, ...listLevels])].map((level) =>
    createDiagnostic({
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
  return [...validMoves, ...dashCandidates];
}

/** Returns the edits that shift the lines below a line, up to the first one that is indented less than `indent`. */
const shiftLinesBelow = (lines: Lines, lineNumber: number, indent: number, shift: number): TextEdit[] =>
  indentLinesBelow(lines, lineNumber, (line) => (line.indent < indent ? -1 : line.indent + shift));

/** Returns the edits that replace the tabs in the lines below a line with two spaces for each level. */
function shiftTabLinesBelow(lines: Lines, lineNumber: number, level: number): TextEdit[] {
  const countTabs = ({ text, indent }: ReturnType<typeof readLine>) =>
    text.slice(0, indent).split('\t').length - 1;
  const ownTabs = countTabs(readLine(lines, lineNumber));
  const chooseColumn = (line: ReturnType<typeof readLine>) =>
    countTabs(line) === 0 ? -1 : Math.max(level + 2 * (countTabs(line) - ownTabs), 0);
  return indentLinesBelow(lines, lineNumber, chooseColumn, Infinity);
}

/** Returns the lines that enclose a line, nearest first. Each is indented less than the previous one. */
function findOuterLines(lines: Lines, lineNumber: number): ReturnType<typeof readLine>[] {
  const outerLines = [];
  let limit = Infinity;
  for (const line of iterateContentLines(lines, lineNumber - 1, -1)) {
    if (line.indent < limit) outerLines.push(line);
    limit = Math.min(limit, line.indent);
    if (limit === 0) break;
  }
  return outerLines;
}

/** Returns all columns in which a line could start. The column nearest to the current one comes first. */
function findLevels(lines: Lines, lineNumber: number): number[] {
  const outerLines = findOuterLines(lines, lineNumber);
  const [innermostLine] = outerLines;
  const [nextLine] = iterateContentLines(lines, lineNumber + 1, 1);
  const levels = [
    ...(innermostLine ? [innermostLine.contentColumn + 2, innermostLine.indent + 2] : []),
    ...outerLines.flatMap(({ contentColumn, indent }, index) =>
      contentColumn < (outerLines[index - 1]?.indent ?? Infinity) ? [contentColumn, indent] : [indent],
    ),
    ...(nextLine ? [nextLine.indent] : []),
    ...(nextLine?.isItem ? [nextLine.indent + 2] : []),
    0,
  ];
  const ownIndent = readLine(lines, lineNumber).indent;
  return [...new Set(levels)].toSorted((a, b) => Math.abs(a - ownIndent) - Math.abs(b - ownIndent));
}

/** Counts the lines that are not indented by two spaces per level. */
export function countIrregularIndents(text: string): number {
  let count = 0;
  let contentColumn = 0;
  for (const line of text.split('\n')) {
    if (/^\s*(#.*)?$/.test(line)) continue;
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    if (indent % 2 === 1 || indent > contentColumn + 2) count++;
    contentColumn = /^ *(?:- +)*/.exec(line)?.[0].length ?? indent;
  }
  return count;
}
