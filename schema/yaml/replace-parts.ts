import type { TextEdit } from '../diagnostics/edits.ts';
import { type Path, valueAt } from '../util.ts';
import { needsQuotes, quotingEdits } from './quoting.ts';
import type { YamlDocument } from './spans.ts';

/** A part of the text at a path, and what is to stand there. */
export interface NewPart {
  path: Path;
  within: { start: number; length: number };
  newText: string;
}

/**
 * The edits of the source that replace parts of texts. Nothing else is changed, but a text without quotation marks
 * gets some if it needs them now. Parts of the same text do not overlap.
 */
export function replaceParts(document: YamlDocument, parts: readonly NewPart[]): TextEdit[] {
  const byText = Map.groupBy(parts, ({ path }) => JSON.stringify(path));
  return [...byText.values()].flatMap((inText) => {
    const edits = inText.map((part) => ({
      ...document.span(part),
      newText: document.replacement(part, part.newText),
    }));
    const [{ path } = { path: [] }] = inText;
    const before = valueAt(document.data, path);
    if (document.styleOf(path) !== 'PLAIN' || typeof before !== 'string') return edits;
    return needsQuotes(before) || !needsQuotes(withParts(before, inText))
      ? edits
      : inQuotes(document, path, edits);
  });
}

/** A text with its new parts. */
export function withParts(text: string, parts: readonly NewPart[]): string {
  return parts
    .toSorted((a, b) => b.within.start - a.within.start)
    .reduce(
      (now, { within: { start, length }, newText }) =>
        now.slice(0, start) + newText + now.slice(start + length),
      text,
    );
}

/** Adds quotation marks around a text that is edited, of a kind that neither it nor the edits contain. */
function inQuotes({ span, lines }: YamlDocument, path: Path, edits: readonly TextEdit[]): TextEdit[] {
  const { from, to } = span({ path });
  const marks = quotingEdits(lines.text, from, to);
  const isSingle = marks[0]?.newText === "'";
  const inside = edits.map((edit) => ({
    ...edit,
    newText: isSingle ? edit.newText.replaceAll("'", "''") : edit.newText.replaceAll(/["\\]/g, '\\$&'),
  }));
  // A mark inside a replaced part goes with it.
  const outside = marks.filter((mark) => !edits.some((edit) => edit.from < mark.from && mark.from < edit.to));
  return merged([...outside, ...inside]);
}

/** Joins edits that begin or end at the same place, in the order of the text. */
function merged(edits: readonly TextEdit[]): TextEdit[] {
  const joined: TextEdit[] = [];
  for (const edit of edits.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const last = joined.at(-1);
    if (last && last.to >= edit.from)
      joined[joined.length - 1] = { from: last.from, to: edit.to, newText: last.newText + edit.newText };
    else joined.push(edit);
  }
  return joined;
}
