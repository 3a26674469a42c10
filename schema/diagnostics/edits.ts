/** A part of a string, as offsets in code units. `to` is exclusive. */
export interface Span {
  from: number;
  to: number;
}

/** A span and its replacement. */
export interface TextEdit extends Span {
  newText: string;
}

/**
 * Returns how many code units of two strings, or items of two lists, are the same at the start and at the end. The two
 * parts do not overlap.
 */
export function countSharedEnds<T extends string | readonly string[]>(
  a: T,
  b: T,
): [start: number, end: number] {
  const maxShared = Math.min(a.length, b.length);
  let [start, end] = [0, 0];
  while (start < maxShared && a[start] === b[start]) start++;
  while (end < maxShared - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return [start, end];
}

/** An edited text, with the original offset of each of its code units. */
export interface EditedText {
  text: string;
  /** The offset in the author's text for each code unit, or `undefined` if the text was not edited. */
  origin?: readonly number[];
}

/** Applies edits, and returns the new text with the original offset of each code unit. The edits must not overlap. */
export function editText(source: EditedText, edits: readonly TextEdit[]): EditedText {
  const origin: number[] = [];
  let text = '';
  let copiedUntil = 0;
  const copyUntil = (to: number) => {
    for (let offset = copiedUntil; offset < to; offset++) origin.push(toOriginalOffset(source, offset));
    text += source.text.slice(copiedUntil, to);
  };
  for (const { from, to, newText } of edits.toSorted((a, b) => a.from - b.from)) {
    copyUntil(from);
    for (let offset = 0; offset < newText.length; offset++) origin.push(toOriginalOffset(source, from));
    text += newText;
    copiedUntil = to;
  }
  copyUntil(source.text.length);
  origin.push(toOriginalOffset(source, source.text.length));
  return { text, origin };
}

/** Returns the offset in the author's text for an offset in an edited text. */
function toOriginalOffset({ origin, text }: EditedText, offset: number): number {
  return origin ? (origin[Math.min(offset, text.length)] ?? 0) : offset;
}

/** Returns the span in the author's text for a span in an edited text. */
export function toOriginalSpan(edited: EditedText, span: Span): Span {
  const from = toOriginalOffset(edited, span.from);
  return { from, to: Math.max(toOriginalOffset(edited, span.to), from) };
}

/** Applies edits to a text. The edits must not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((result, { from, to, newText }) => result.slice(0, from) + newText + result.slice(to), text);
}
