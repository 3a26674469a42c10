import type { Scalar } from 'yaml';
import type { Span } from '../base/text-edits.ts';
import { spanOf } from './span-of.ts';

/**
 * Where a part of a text as it reads stands in the file. Both are walked by characters, leaving blanks
 * aside: YAML folds lines and drops indentation, but keeps the order of everything else.
 */
export function spanInSource(source: string, node: Scalar, start: number, length: number): Span {
  const text = String(node.value);
  const units = unitsOf(source, node);
  const before = countVisible(text.slice(0, start));
  const inside = countVisible(text.slice(start, start + length));
  const first = units[before];
  const last = units[before + inside - 1];
  return first && last && inside > 0 ? { from: first.from, to: last.to } : spanOf(node);
}

const countVisible = (text: string) => text.replaceAll(/\s/g, '').length;

/** The spans of all characters that are not blank: `\\"` or `\'\'` is one character. */
function unitsOf(source: string, node: Scalar): Span[] {
  const units: Span[] = [];
  const whole = spanOf(node);
  const block = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED';
  const inQuotes = node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE';
  const from = block ? source.indexOf('\n', whole.from) + 1 : whole.from + (inQuotes ? 1 : 0);
  const to = inQuotes ? whole.to - 1 : whole.to;
  for (let at = from; at < to;) {
    const { length, visible } = unitAt(source, at, node.type);
    for (let count = 0; count < visible; count++) units.push({ from: at, to: at + length });
    at += length;
  }
  return units;
}

function unitAt(source: string, at: number, style: Scalar['type']): { length: number; visible: number } {
  const char = source[at] ?? '';
  if (style === 'QUOTE_SINGLE' && char === "'" && source[at + 1] === "'") return { length: 2, visible: 1 };
  if (style === 'QUOTE_DOUBLE' && char === '\\') {
    const next = source[at + 1] ?? '';
    const digits = { x: 2, u: 4, U: 8 }[next];
    if (digits !== undefined) {
      const code = Number.parseInt(source.slice(at + 2, at + 2 + digits), 16);
      return {
        length: 2 + digits,
        visible: Number.isNaN(code) || code > 0x10ffff ? 0 : countVisible(String.fromCodePoint(code)),
      };
    }
    return { length: 2, visible: /[0abe"/\\]/.test(next) ? 1 : 0 };
  }
  return { length: 1, visible: /\s/.test(char) ? 0 : 1 };
}
