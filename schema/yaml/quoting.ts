import { isMapping } from '../base/data.ts';
import { applyEdits, type Span, type TextEdit } from '../diagnostics/edits.ts';
import type { Fix } from '../diagnostics/diagnostic.ts';
import { isPlainText, doubleQuoted } from './write-text.ts';

/** Returns the smallest edits that quote a span. */
export function quotingEdits(source: string, from: number, to: number): TextEdit[] {
  const inside = source.slice(from, to);
  const mark = inside.includes('"') || inside.includes('\\') ? "'" : '"';
  const doubled =
    mark === "'"
      ? [...inside.matchAll(/'/g)].map(({ index }) => ({
          from: from + index,
          to: from + index,
          newText: "'",
        }))
      : [];
  return [{ from, to: from, newText: mark }, ...doubled, { from: to, to, newText: mark }];
}

/** Returns a safe fix that quotes a text. */
export function quotingFix(text: string, from: number, to: number): Fix<Span> {
  const shown = text.slice(from, to);
  const inQuotes = applyEdits(shown, quotingEdits(shown, 0, shown.length));
  return {
    title: shown.includes('\n') ? 'put quotation marks around the text' : `write ${inQuotes}`,
    safety: 'safe',
    edits: quotingEdits(text, from, to),
  };
}

/** Formats a value on one line. */
export function toFlowText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toFlowText).join(', ')}]`;
  if (isMapping(value))
    return `{ ${Object.entries(value)
      .map(([key, inner]) => `${key}: ${toFlowText(inner)}`)
      .join(', ')} }`;
  const text = String(value);
  return isPlainText(text, true) ? text : doubleQuoted(text);
}

/** Returns the offset of the closing quotation mark of a text that starts with a quotation mark, or -1. */
export function closingQuote(written: string): number {
  const mark = written[0];
  for (let at = 1; at < written.length; at++) {
    if (mark === '"' && written[at] === '\\') at++;
    else if (written[at] === mark) {
      if (mark === "'" && written[at + 1] === "'") at++;
      else return at;
    }
  }
  return -1;
}
