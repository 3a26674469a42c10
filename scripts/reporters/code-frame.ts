import { type Lines, getLineText, type Range } from '../../schema/diagnostics/positions.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';

// Created lazily, because creating a segmenter is slow and ASCII lines do not need one.
let segmenter: Intl.Segmenter | undefined;
const tabStop = 4;

/** A visible character and its width in terminal columns. */
interface Grapheme {
  text: string;
  /** The index of the grapheme in the line, in UTF-16 code units. */
  index: number;
  width: number;
}

/**
 * Splits a line into graphemes. Tabs become spaces up to the next tab stop. East Asian characters and emoji are two
 * columns wide.
 */
export function splitGraphemes(line: string): Grapheme[] {
  // Fast path: most lines are ASCII.
  if (/^[\x20-\x7E]*$/.test(line)) return [...line].map((text, index) => ({ text, index, width: 1 }));
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let column = 0;
  return [...segmenter.segment(line)].map(({ segment, index }) => {
    const width = segment === '\t' ? tabStop - (column % tabStop) : measureGrapheme(segment);
    column += width;
    // Control characters are shown as symbols.
    const text =
      segment === '\t'
        ? ' '.repeat(width)
        : /^[\p{Cc}\p{Cf}\p{Co}]/u.test(segment) && segment.length === 1
          ? '\uFFFD'
          : segment;
    return { text, index, width };
  });
}

const wideCharacter = new RegExp(
  '^(?:\\p{Emoji_Presentation}|[\\u1100-\\u115F\\u2E80-\\u303E\\u3041-\\u33FF\\u3400-\\u4DBF\\u4E00-\\u9FFF' +
    '\\uA000-\\uA4CF\\uAC00-\\uD7A3\\uF900-\\uFAFF\\uFE30-\\uFE6F\\uFF00-\\uFF60\\uFFE0-\\uFFE6' +
    '\\u{20000}-\\u{3FFFD}])',
  'u',
);

function measureGrapheme(grapheme: string): number {
  if (/^\p{M}/u.test(grapheme)) return 0;
  return wideCharacter.test(grapheme) || grapheme.includes('\uFE0F') ? 2 : 1;
}

/** A line of a code frame: source code, marks below it, or a gap. */
type FrameLine =
  | { kind: 'source'; number: number; text: string }
  | { kind: 'marks'; text: string; label: string; related: boolean }
  | { kind: 'gap' };

const contextColumns = 24;

/** Returns the lines of a code frame. The code frame is empty if the diagnostic is about a whole file. */
export function renderFrame(
  { range, label, related = [] }: Diagnostic,
  lines: Lines | undefined,
  maxColumns: number,
): FrameLine[] {
  const isWholeFile =
    range.start.line === 1 && range.start.column === 1 && range.end.line === 1 && range.end.column === 1;
  if (!lines || isWholeFile) return [];
  const markedRanges = [
    ...related.map((markedRange) => ({ ...markedRange, related: true })),
    { range, label: label ?? '', related: false },
  ].toSorted((a, b) => a.range.start.line - b.range.start.line);
  const frameLines: FrameLine[] = [];
  let lastLine: number | undefined;
  let lastSourceText = '';
  for (const markedRange of markedRanges) {
    const { line } = markedRange.range.start;
    const previousText = getLineText(lines, line - 1);
    if (lastLine === undefined && related.length === 0 && line > 1 && previousText.trim() !== '')
      frameLines.push({
        kind: 'source',
        number: line - 1,
        text: cutToColumns(splitGraphemes(previousText), 0, maxColumns).text,
      });
    else if (lastLine !== undefined && line > lastLine + 1) frameLines.push({ kind: 'gap' });
    const source = getLineText(lines, line);
    const { text, marks } = formatMarkedLine(
      source,
      markedRange.range,
      maxColumns,
      markedRange.related ? '-' : '^',
    );
    if (line !== lastLine || text !== lastSourceText) frameLines.push({ kind: 'source', number: line, text });
    frameLines.push({ kind: 'marks', text: marks, label: markedRange.label, related: markedRange.related });
    lastLine = line;
    lastSourceText = text;
  }
  return frameLines;
}

function formatMarkedLine(
  source: string,
  { start, end }: Range,
  maxColumns: number,
  mark: string,
): { text: string; marks: string } {
  const graphemes = splitGraphemes(source);
  const from = start.column - 1;
  const to = end.line > start.line ? source.length : Math.max(end.column - 1, from);
  const columnsBefore = sumWidths(graphemes.filter(({ index }) => index < from));
  const columnsInside = sumWidths(graphemes.filter(({ index }) => index >= from && index < to));
  // Cut long lines so that the start of the marked range stays visible.
  const skippedColumns =
    columnsBefore + Math.min(columnsInside, contextColumns) > maxColumns - 2
      ? columnsBefore - contextColumns
      : 0;
  const { text, width, cutColumns } = cutToColumns(graphemes, skippedColumns, maxColumns);
  const indentWidth = cutColumns > 0 ? columnsBefore - cutColumns + 1 : columnsBefore;
  return {
    text,
    marks: `${' '.repeat(indentWidth)}${mark.repeat(Math.max(1, Math.min(columnsInside, width - indentWidth)))}`,
  };
}

/**
 * Cuts a line to a range of columns without splitting wide characters. Returns the text, and the number of columns that
 * were cut on the left.
 */
function cutToColumns(
  graphemes: readonly Grapheme[],
  skippedColumns: number,
  maxColumns: number,
): { text: string; width: number; cutColumns: number } {
  let column = 0;
  let cutColumns = 0;
  let text = skippedColumns > 0 ? '…' : '';
  let width = text.length;
  for (const grapheme of graphemes) {
    if (column < skippedColumns) {
      column += grapheme.width;
      cutColumns = column;
      continue;
    }
    if (width + grapheme.width > (grapheme === graphemes.at(-1) ? maxColumns : maxColumns - 1))
      return { text: `${text}…`, width: width + 1, cutColumns };
    text += grapheme.text;
    width += grapheme.width;
  }
  return { text, width, cutColumns };
}

function sumWidths(graphemes: readonly Grapheme[]): number {
  return graphemes.reduce((sum, { width }) => sum + width, 0);
}
