import { type Lines, lineText, type Range } from '../../schema/base/lines.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { type Grapheme, graphemesOf } from './display-width.ts';

/** A line of a frame: a line of the file, the marks below one, or a gap between two. */
export type FrameLine =
  | { kind: 'source'; number: number; text: string }
  | { kind: 'marks'; text: string; label: string; related: boolean }
  | { kind: 'gap' };

const contextColumns = 24;

/** The lines of a diagnostic, with what is wrong marked below them. Nothing for a whole file. */
export function frameOf(
  { range, label, related = [] }: Diagnostic,
  lines: Lines | undefined,
  mostColumns: number,
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
      found.push({ kind: 'source', number: line - 1, text: shown(graphemesOf(before), 0, mostColumns).text });
    else if (last !== undefined && line > last + 1) found.push({ kind: 'gap' });
    const source = lineText(lines, line);
    const { text, marks } = markedLine(source, one.range, mostColumns, one.related ? '-' : '^');
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
  mostColumns: number,
  mark: string,
): { text: string; marks: string } {
  const graphemes = graphemesOf(source);
  const from = start.column - 1;
  const to = end.line > start.line ? source.length : Math.max(end.column - 1, from);
  const before = widthOf(graphemes.filter(({ index }) => index < from));
  const inside = widthOf(graphemes.filter(({ index }) => index >= from && index < to));
  // Long lines are cut so that the beginning of what is marked stays in view.
  const skip = before + Math.min(inside, contextColumns) > mostColumns - 2 ? before - contextColumns : 0;
  const { text, width, cut } = shown(graphemes, skip, mostColumns);
  const lead = cut > 0 ? before - cut + 1 : before;
  return { text, marks: `${' '.repeat(lead)}${mark.repeat(Math.max(1, Math.min(inside, width - lead)))}` };
}

/** What is seen of a line, and how many columns are cut at its front: no wide character is cut in half. */
function shown(
  graphemes: readonly Grapheme[],
  skip: number,
  mostColumns: number,
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
    if (width + grapheme.width > (grapheme === graphemes.at(-1) ? mostColumns : mostColumns - 1))
      return { text: `${text}…`, width: width + 1, cut };
    text += grapheme.text;
    width += grapheme.width;
  }
  return { text, width, cut };
}

function widthOf(graphemes: readonly Grapheme[]): number {
  return graphemes.reduce((sum, { width }) => sum + width, 0);
}
