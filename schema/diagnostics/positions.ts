/** Text, with the offset at which each of its lines starts. */
export interface Lines {
  text: string;
  starts: readonly number[];
}

/** Removes the byte order mark from a text. Editors hide this mark, so it would shift the columns in the first line. */
export function removeByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** Returns text with the offset at which each of its lines starts. */
export function indexLines(text: string): Lines {
  const starts = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return { text, starts };
}

/** Converts an offset to a line and column. */
export function positionAt({ text, starts }: Lines, offset: number): Position {
  const clampedOffset = Math.max(0, Math.min(offset, text.length));
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= clampedOffset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: clampedOffset - (starts[low] ?? 0) + 1 };
}

/** Converts a span to lines and columns. */
export function rangeAt(lines: Lines, from: number, to: number): Range {
  return { start: positionAt(lines, from), end: positionAt(lines, to) };
}

/** Converts a line and column to an offset. */
export function offsetAt({ text, starts }: Lines, { line, column }: Position): number {
  return Math.min((starts[line - 1] ?? text.length) + column - 1, text.length);
}

/** Returns the text of a line, without its line end. Line numbers start at 1. */
export function getLineText({ text, starts }: Lines, line: number): string {
  const start = starts[line - 1];
  if (start === undefined) return '';
  return text.slice(start, (starts[line] ?? text.length + 1) - 1).replace(/\r$/, '');
}

/** A line and a column, both counted from 1. Columns count UTF-16 code units. */
interface Position {
  line: number;
  column: number;
}

/** A range in a text. The end is exclusive. */
export interface Range {
  start: Position;
  end: Position;
}
