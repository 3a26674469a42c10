import { type Lines, lineText, type Range } from '../../schema/diagnostics/positions.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';

// Created lazily, because it is slow and most lines are ASCII.
let segmenter: Intl.Segmenter | undefined;
const tabStop = 4;

/** A visible character and its width in terminal columns. */
interface Grapheme {
  text: string;
  /** Index in the line, in UTF-16 code units. */
  index: number;
  width: number;
}

/**
 * Splits a line into graphemes. Tabs become spaces up to the next stop; East Asian characters and emoji are
 * two columns wide.
 */
export function splitGraphemes(line: string): Grapheme[] {
  // Fast path: most lines are ASCII.
  if (/^[\x20-\x7E]*$/.test(line)) return [...line].map((text, index) => ({ text, index, width: 1 }));
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let column = 0;
  return [...segmenter.segment(line)].map(({ segment, index }) => {
    const width = segment === '\t' ? tabStop - (column % tabStop) : graphemeWidth(segment);
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

const wide = new RegExp(
  '^(?:\\p{Emoji_Presentation}|[\\u1100-\\u115F\\u2E80-\\u303E\\u3041-\\u33FF\\u3400-\\u4DBF\\u4E00-\\u9FFF' +
    '\\uA000-\\uA4CF\\uAC00-\\uD7A3\\uF900-\\uFAFF\\uFE30-\\uFE6F\\uFF00-\\uFF60\\uFFE0-\\uFFE6' +
    '\\u{20000}-\\u{3FFFD}])',
  'u',
);

function graphemeWidth(grapheme: string): number {
  if (/^\p{M}/u.test(grapheme)) return 0;
  return wide.test(grapheme) || grapheme.includes('\uFE0F') ? 2 : 1;
}

/** A line of a code frame: source code, marks below it, or a gap. */
type FrameLine =
  | { kind: 'source'; number: number; text: string }
  | { kind: 'marks'; text: string; label: string; related: boolean }
  | { kind: 'gap' };

const contextColumns = 24;

/** Returns the code frame of a diagnostic. It is empty if the diagnostic is about a whole file. */
export function renderFrame(
  { range, label, related = [] }: Diagnostic,
  lines: Lines | undefined,
  maxColumns: number,
): FrameLine[] {
  const isWholeFile =
    range.start.line === 1 && range.start.column === 1 && range.end.line === 1 && range.end.column === 1;
  if (!lines || isWholeFile) return [];
  const marked = [
    ...related.map((one) => ({ ...one, related: true })),
    { range, label: label ?? '', related: false },
  ].toSorted((a, b) => a.range.start.line - b.range.start.line);
  const found: FrameLine[] = [];
  let last: number | undefined;
  let lastText = '';
  for (const one of marked) {
    const { line } = one.range.start;
    const before = lineText(lines, line - 1);
    if (last === undefined && related.length === 0 && line > 1 && before.trim() !== '')
      found.push({
        kind: 'source',
        number: line - 1,
        text: cutToColumns(splitGraphemes(before), 0, maxColumns).text,
      });
    else if (last !== undefined && line > last + 1) found.push({ kind: 'gap' });
    const source = lineText(lines, line);
    const { text, marks } = markedLine(source, one.range, maxColumns, one.related ? '-' : '^');
    if (line !== last || text !== lastText) found.push({ kind: 'source', number: line, text });
    found.push({ kind: 'marks', text: marks, label: one.label, related: one.related });
    last = line;
    lastText = text;
  }
  return found;
}

function markedLine(
  source: string,
  { start, end }: Range,
  maxColumns: number,
  mark: string,
): { text: string; marks: string } {
  const graphemes = splitGraphemes(source);
  const from = start.column - 1;
  const to = end.line > start.line ? source.length : Math.max(end.column - 1, from);
  const before = totalWidth(graphemes.filter(({ index }) => index < from));
  const inside = totalWidth(graphemes.filter(({ index }) => index >= from && index < to));
  // Long lines are cut so that the start of the marked range stays visible.
  const skip = before + Math.min(inside, contextColumns) > maxColumns - 2 ? before - contextColumns : 0;
  const { text, width, cut } = cutToColumns(graphemes, skip, maxColumns);
  const lead = cut > 0 ? before - cut + 1 : before;
  return { text, marks: `${' '.repeat(lead)}${mark.repeat(Math.max(1, Math.min(inside, width - lead)))}` };
}

/**
 * Cuts a line to a window of columns without splitting wide characters. Returns the text and the columns cut
 * on the left.
 */
function cutToColumns(
  graphemes: readonly Grapheme[],
  skip: number,
  maxColumns: number,
): { text: string; width: number; cut: number } {
  let column = 0;
  let cut = 0;
  let text = skip > 0 ? '…' : '';
  let width = text.length;
  for (const grapheme of graphemes) {
    if (column < skip) {
      column += grapheme.width;
      cut = column;
      continue;
    }
    if (width + grapheme.width > (grapheme === graphemes.at(-1) ? maxColumns : maxColumns - 1))
      return { text: `${text}…`, width: width + 1, cut };
    text += grapheme.text;
    width += grapheme.width;
  }
  return { text, width, cut };
}

function totalWidth(graphemes: readonly Grapheme[]): number {
  return graphemes.reduce((sum, { width }) => sum + width, 0);
}
