import type { Span } from '../diagnostics/edits.ts';

/** Returns the span of the target of a link whose text ends at an offset, without `<` and `>`. */
export function linkDestination(source: string, wordsEnd: number): Span | undefined {
  return source.startsWith('](', wordsEnd) ? destinationAt(source, wordsEnd + 2) : undefined;
}

/** Returns the span of the target in a definition: `[name]: /about`. */
export function definitionDestination(source: string): Span | undefined {
  const [label] = /^\[(?:\\.|[^\\\]])*\]:/s.exec(source) ?? [];
  return label === undefined ? undefined : destinationAt(source, label.length);
}

/** Returns the span of the address of a picture. It follows the `](` after which only a title is left. */
export function pictureDestination(source: string): Span | undefined {
  for (let at = source.indexOf(']('); at !== -1; at = source.indexOf('](', at + 1)) {
    const found = destinationAt(source, at + 2);
    if (found && onlyTitle.test(source.slice(found.to))) return found;
  }
  return undefined;
}

const onlyTitle = /^>?\s*(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\((?:\\.|[^()\\])*\))?\s*\)$/s;

/** Markdown allows a line break before the target, and in a quotation `>` at the start of the next line. */
const before = /[ \t]*(?:\r?\n[ \t>]*)?/y;

function destinationAt(source: string, at: number): Span | undefined {
  before.lastIndex = at;
  const start = at + (before.exec(source)?.[0].length ?? 0);
  const isBracketed = source[start] === '<';
  const from = isBracketed ? start + 1 : start;
  let depth = 0;
  for (let to = from; to < source.length; to++) {
    const sign = source[to] ?? '';
    if (sign === '\\') to++;
    else if (isBracketed) {
      if (sign === '>') return { from, to };
    } else if (/\s/.test(sign) || (sign === ')' && depth-- === 0)) return { from, to };
    else if (sign === '(') depth++;
  }
  return isBracketed ? undefined : { from, to: source.length };
}
