/** A part of a text, in code units. `to` is exclusive. */
export interface Span {
  from: number;
  to: number;
}

/** A span and its replacement. */
export interface TextEdit extends Span {
  newText: string;
}

/** Counts the code units or items that two texts or lists share at the start and, without overlap, at the end. */
export function sharedEnds<T extends string | readonly string[]>(a: T, b: T): [start: number, end: number] {
  const most = Math.min(a.length, b.length);
  let [start, end] = [0, 0];
  while (start < most && a[start] === b[start]) start++;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return [start, end];
}

/** An edited text, and where each of its code units comes from. */
export interface EditedText {
  text: string;
  /** The offset of each code unit in the author's text. Undefined if the text was not edited. */
  origin?: readonly number[];
}

/** Applies edits that do not overlap, and tracks where each code unit comes from. */
export function editText(before: EditedText, edits: readonly TextEdit[]): EditedText {
  const origin: number[] = [];
  let text = '';
  let done = 0;
  const keep = (to: number) => {
    for (let at = done; at < to; at++) origin.push(originalOffset(before, at));
    text += before.text.slice(done, to);
  };
  for (const { from, to, newText } of edits.toSorted((a, b) => a.from - b.from)) {
    keep(from);
    for (let at = 0; at < newText.length; at++) origin.push(originalOffset(before, from));
    text += newText;
    done = to;
  }
  keep(before.text.length);
  origin.push(originalOffset(before, before.text.length));
  return { text, origin };
}

/** Converts an offset in an edited text to the offset in the author's text. */
function originalOffset({ origin, text }: EditedText, offset: number): number {
  return origin ? (origin[Math.min(offset, text.length)] ?? 0) : offset;
}

/** Converts a span of an edited text to the span in the author's text. */
export function originSpan(edited: EditedText, span: Span): Span {
  const from = originalOffset(edited, span.from);
  return { from, to: Math.max(originalOffset(edited, span.to), from) };
}

/** Applies edits that do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((now, { from, to, newText }) => now.slice(0, from) + newText + now.slice(to), text);
}
