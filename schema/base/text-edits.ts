/** Text to put in place of a stretch of a text. */
export interface TextEdit {
  from: number;
  to: number;
  text: string;
}

/** A text as it reads after repairs, which still knows where each letter came from. */
export interface MendedText {
  text: string;
  /** For each letter its place in the author's text; nothing where nothing was repaired. */
  origin?: readonly number[];
}

/** Applies edits that do not overlap. */
export function mend(before: MendedText, edits: readonly TextEdit[]): MendedText {
  const origin: number[] = [];
  let text = '';
  let done = 0;
  const keep = (to: number) => {
    for (let at = done; at < to; at++) origin.push(originOf(before, at));
    text += before.text.slice(done, to);
    done = to;
  };
  for (const edit of edits.toSorted((a, b) => a.from - b.from)) {
    keep(edit.from);
    for (let at = 0; at < edit.text.length; at++) origin.push(originOf(before, edit.from));
    text += edit.text;
    done = edit.to;
  }
  keep(before.text.length);
  origin.push(originOf(before, before.text.length));
  return { text, origin };
}

/** The place in the author's text. */
export function originOf({ origin, text }: MendedText, offset: number): number {
  return origin ? (origin[Math.min(offset, text.length)] ?? 0) : offset;
}

/** The edited text alone. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((now, { from, to, text: put }) => now.slice(0, from) + put + now.slice(to), text);
}
