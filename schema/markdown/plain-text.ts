import { isMapping } from '../base/data.ts';
import type { Inline, TextPart } from './tree.ts';

/** Returns a unique id for a heading, and adds it to the ids in use. */
export function anchorOf(heading: string, taken: Set<string>): string {
  const anchor = normalizeAnchor(heading.replaceAll('%', ' '))
    .toLowerCase()
    // The lower case of `İ` is an `i` with a second dot (U+0307).
    .replaceAll('i\u0307', 'i')
    // Combining marks are kept after a letter, but not in emoji.
    .replaceAll(/[\uFE00-\uFE0F\u20E3]|(?<![\p{L}\p{N}\p{M}])\p{M}+/gu, '')
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  let id = anchor || 'part';
  for (let twin = 2; taken.has(id); twin++) id = `${anchor || 'part'}-${twin}`;
  taken.add(id);
  return id;
}

/** Normalizes an anchor: decodes it, and composes letters with their combining marks. */
export function normalizeAnchor(written: string): string {
  let anchor = written;
  try {
    anchor = decodeURIComponent(written);
  } catch {
    // Not encoded.
  }
  return anchor.normalize().replaceAll(/\p{Cf}/gu, '');
}

/** Returns the text of inline Markdown without marks and struck-through words. */
export function plainText(text: readonly Inline[]): string {
  return text
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('code' in part) return part.code;
      if ('lineBreak' in part) return ' ';
      if ('footnote' in part || 'struck' in part) return '';
      return plainText('link' in part ? part.link : 'strong' in part ? part.strong : part.emphasis);
    })
    .join('');
}

/** Returns whether the text of a link is its URL. */
export const showsItsAddress = ({ link: [words], to }: { link: readonly Inline[]; to: string }): boolean =>
  typeof words === 'string' && to.startsWith('http') && to.endsWith(words);

const unseenKeys = new Set(['to', 'title', 'src', 'alt', 'language', 'label', 'id', 'align']);

/** Returns the text that visitors see, without separators between its parts. */
export function visibleWords(part: unknown): string {
  if (typeof part === 'string') return part;
  if (Array.isArray(part)) return part.map(visibleWords).join('');
  if (!isMapping(part)) return '';
  return Object.entries(part)
    .map(([name, inside]) => (unseenKeys.has(name) ? '' : visibleWords(inside)))
    .join('');
}

/** Returns a long text without marks, one line per block. */
export function plainParts(parts: readonly TextPart[]): string {
  return parts
    .map((part) => {
      if ('paragraph' in part) return plainText(part.paragraph);
      if ('subheading' in part) return plainText(part.subheading);
      if ('list' in part) return part.list.map((entry) => `- ${plainParts(entry)}`).join('\n');
      if ('quote' in part) return plainParts(part.quote);
      if ('alert' in part) return plainParts(part.parts);
      if ('codeBlock' in part) return part.codeBlock;
      return 'table' in part ? part.table.map((row) => row.map(plainText).join(', ')).join('\n') : '';
    })
    .filter((line) => line !== '')
    .join('\n');
}
