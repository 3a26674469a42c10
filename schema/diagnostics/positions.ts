/** A text with the offsets of its lines. */
export interface Lines {
  text: string;
  starts: readonly number[];
}

/** Removes the byte order mark, which editors hide, so that positions do not count it. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** Finds the lines of a text. */
export function linesOf(text: string): Lines {
  const starts = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return { text, starts };
}

/** Line and column of an offset. */
export function positionAt({ text, starts }: Lines, offset: number): Position {
  const safe = Math.max(0, Math.min(offset, text.length));
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= safe) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: safe - (starts[low] ?? 0) + 1 };
}

/** Lines and columns of a span. */
export function rangeAt(lines: Lines, from: number, to: number): Range {
  return { start: positionAt(lines, from), end: positionAt(lines, to) };
}

/** The reverse of `positionAt`. */
export function offsetAt({ text, starts }: Lines, { line, column }: Position): number {
  return Math.min((starts[line - 1] ?? text.length) + column - 1, text.length);
}

/** A line without its line end, counted from 1. */
export function lineText({ text, starts }: Lines, line: number): string {
  const start = starts[line - 1];
  if (start === undefined) return '';
  return text.slice(start, (starts[line] ?? text.length + 1) - 1).replace(/\r$/, '');
}

/** Lines and columns count from 1, columns in UTF-16 code units. */
interface Position {
  line: number;
  column: number;
}

/** The end is exclusive. */
export interface Range {
  start: Position;
  end: Position;
}
