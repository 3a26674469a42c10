import type { Span } from '../diagnostics/edits.ts';

/** Returns the span of a link target, without `<` and `>`. `textEnd` is the offset at which the link text ends. */
export function findLinkDestination(source: string, textEnd: number): Span | undefined {
  return source.startsWith('](', textEnd) ? readDestination(source, textEnd + 2) : undefined;
}

/** Returns the span of the target in a link definition: `[name]: /about`. */
export function findDefinitionDestination(source: string): Span | undefined {
  const [label] = /^\[(?:\\.|[^\\\]])*\]:/s.exec(source) ?? [];
  return label === undefined ? undefined : readDestination(source, label.length);
}

/** Returns the span of a picture’s address, which follows the last `](`: only a title can come after it. */
export function findPictureDestination(source: string): Span | undefined {
  for (let at = source.indexOf(']('); at !== -1; at = source.indexOf('](', at + 1)) {
    const found = readDestination(source, at + 2);
    if (found && titleAndEnd.test(source.slice(found.to))) return found;
  }
  return undefined;
}

const titleAndEnd = /^>?\s*(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\((?:\\.|[^()\\])*\))?\s*\)$/s;

/**
 * Matches the space before a target. Markdown allows a line break there, and in a quotation the next line starts with
 * `>`.
 */
const leadingSpace = /[ \t]*(?:\r?\n[ \t>]*)?/y;

function readDestination(source: string, at: number): Span | undefined {
  leadingSpace.lastIndex = at;
  const start = at + (leadingSpace.exec(source)?.[0].length ?? 0);
  const isBracketed = source[start] === '<';
  const from = isBracketed ? start + 1 : start;
  let depth = 0;
  for (let to = from; to < source.length; to++) {
    const character = source[to] ?? '';
    if (character === '\\') to++;
    else if (isBracketed) {
      if (character === '>') return { from, to };
    } else if (/\s/.test(character) || (character === ')' && depth-- === 0)) return { from, to };
    else if (character === '(') depth++;
  }
  return isBracketed ? undefined : { from, to: source.length };
}
