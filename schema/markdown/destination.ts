import type { Span } from '../diagnostics/edits.ts';

/** Returns the span of a link target, without `<` and `>`. `textEnd` is the offset of the `]` after the link text. */
export function findLinkDestination(source: string, textEnd: number): Span | undefined {
  return source.startsWith('](', textEnd) ? readDestination(source, textEnd + 2) : undefined;
}

/** Returns the span of the target in a link definition: `[name]: /about`. */
export function findDefinitionDestination(source: string): Span | undefined {
  const [label] = /^\[(?:\\.|[^\\\]])*\]:/s.exec(source) ?? [];
  return label === undefined ? undefined : readDestination(source, label.length);
}

/** Returns the span of a picture’s address, which follows a `](` and is itself followed only by an optional title. */
export function findPictureDestination(source: string): Span | undefined {
  for (let offset = source.indexOf(']('); offset !== -1; offset = source.indexOf('](', offset + 1)) {
    const destination = readDestination(source, offset + 2);
    if (destination && titleAndEnd.test(source.slice(destination.to))) return destination;
  }
  return undefined;
}

const titleAndEnd = /^>?\s*(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\((?:\\.|[^()\\])*\))?\s*\)$/s;

/**
 * Matches the space before a link target. Markdown allows a line break in this space. In a quotation, the line after
 * the break starts with `>`.
 */
const leadingSpace = /[ \t]*(?:\r?\n[ \t>]*)?/y;

function readDestination(source: string, offset: number): Span | undefined {
  leadingSpace.lastIndex = offset;
  const start = offset + (leadingSpace.exec(source)?.[0].length ?? 0);
  const isBracketed = source[start] === '<';
  const targetStart = isBracketed ? start + 1 : start;
  let depth = 0;
  for (let targetEnd = targetStart; targetEnd < source.length; targetEnd++) {
    const character = source[targetEnd] ?? '';
    if (character === '\\') targetEnd++;
    else if (isBracketed) {
      if (character === '>') return { from: targetStart, to: targetEnd };
    } else if (/\s/.test(character) || (character === ')' && depth-- === 0))
      return { from: targetStart, to: targetEnd };
    else if (character === '(') depth++;
  }
  return isBracketed ? undefined : { from: targetStart, to: source.length };
}
