import { isMapping } from '../base/data.ts';
import { applyEdits, type Span, type TextEdit } from '../diagnostics/edits.ts';
import type { Fix } from '../diagnostics/diagnostic.ts';
import { isPlainText, quoteDouble } from './write-text.ts';

/** Returns the smallest edits that put quotation marks around a span. */
export function createQuotingEdits(source: string, from: number, to: number): TextEdit[] {
  const content = source.slice(from, to);
  const mark = content.includes('"') || content.includes('\\') ? "'" : '"';
  const doubledQuotes =
    mark === "'"
      ? [...content.matchAll(/'/g)].map(({ index }) => ({
          from: from + index,
          to: from + index,
          newText: "'",
        }))
      : [];
  return [{ from, to: from, newText: mark }, ...doubledQuotes, { from: to, to, newText: mark }];
}

/** Creates a safe fix that puts quotation marks around text. */
export function createQuotingFix(text: string, from: number, to: number): Fix<Span> {
  const rawText = text.slice(from, to);
  const quotedText = applyEdits(rawText, createQuotingEdits(rawText, 0, rawText.length));
  return {
    title: rawText.includes('\n') ? 'put quotation marks around the text' : `write ${quotedText}`,
    safety: 'safe',
    edits: createQuotingEdits(text, from, to),
  };
}

/** Formats a value as YAML on one line. */
export function formatFlowValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatFlowValue).join(', ')}]`;
  if (isMapping(value))
    return `{ ${Object.entries(value)
      .map(([key, inner]) => `${key}: ${formatFlowValue(inner)}`)
      .join(', ')} }`;
  const text = String(value);
  return isPlainText(text, true) ? text : quoteDouble(text);
}

/**
 * Returns the offset of the closing quotation mark in text that starts with a quotation mark, or -1 if there is none.
 */
export function findClosingQuote(quotedText: string): number {
  const mark = quotedText[0];
  for (let index = 1; index < quotedText.length; index++) {
    if (mark === '"' && quotedText[index] === '\\') index++;
    else if (quotedText[index] === mark) {
      if (mark === "'" && quotedText[index + 1] === "'") index++;
      else return index;
    }
  }
  return -1;
}
