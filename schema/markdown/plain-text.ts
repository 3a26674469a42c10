import { isMapping } from '../base/data.ts';
import type { Inline, TextPart } from './tree.ts';

/** Returns a unique id for a heading, and adds the id to `usedIds`. */
export function createAnchor(heading: string, usedIds: Set<string>): string {
  const anchor = normalizeAnchor(heading.replaceAll('%', ' '))
    .toLowerCase()
    // The lower case of `İ` is an `i` with a second dot (U+0307).
    .replaceAll('i\u0307', 'i')
    // Remove combining marks from emoji, but keep them after letters.
    .replaceAll(/[\uFE00-\uFE0F\u20E3]|(?<![\p{L}\p{N}\p{M}])\p{M}+/gu, '')
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  let id = anchor || 'part';
  for (let suffix = 2; usedIds.has(id); suffix++) id = `${anchor || 'part'}-${suffix}`;
  usedIds.add(id);
  return id;
}

/** Returns an anchor in its normal form: percent-decoded, and with letters and their combining marks composed. */
export function normalizeAnchor(rawAnchor: string): string {
  let anchor = rawAnchor;
  try {
    anchor = decodeURIComponent(rawAnchor);
  } catch {
    // The anchor contains a `%` that is not part of a percent-encoding, so use it as it is.
  }
  return anchor.normalize().replaceAll(/\p{Cf}/gu, '');
}

/** Returns inline Markdown as plain text, without marks and struck-through words. */
export function toPlainText(text: readonly Inline[]): string {
  return text
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('code' in part) return part.code;
      if ('lineBreak' in part) return ' ';
      if ('footnote' in part || 'struck' in part) return '';
      return toPlainText('link' in part ? part.link : 'strong' in part ? part.strong : part.emphasis);
    })
    .join('');
}

/** Returns whether the link text is the URL of the link, or the end of it, as in `example.com/help`. */
export const isBareUrlLink = ({ link: [words], to }: { link: readonly Inline[]; to: string }): boolean =>
  typeof words === 'string' && to.startsWith('http') && to.endsWith(words);

const invisibleKeys = new Set(['to', 'title', 'src', 'alt', 'language', 'label', 'id', 'align']);

/** Returns the visible text of a parsed text or a part of it. Nested parts are joined without separators. */
export function toVisibleText(part: unknown): string {
  if (typeof part === 'string') return part;
  if (Array.isArray(part)) return part.map(toVisibleText).join('');
  if (!isMapping(part)) return '';
  return Object.entries(part)
    .map(([name, child]) => (invisibleKeys.has(name) ? '' : toVisibleText(child)))
    .join('');
}

/** Returns a long text without marks, one line per block. */
export function toPlainLines(parts: readonly TextPart[]): string {
  return parts
    .map((part) => {
      if ('paragraph' in part) return toPlainText(part.paragraph);
      if ('subheading' in part) return toPlainText(part.subheading);
      if ('list' in part) return part.list.map((item) => `- ${toPlainLines(item)}`).join('\n');
      if ('quote' in part) return toPlainLines(part.quote);
      if ('alert' in part) return toPlainLines(part.parts);
      if ('codeBlock' in part) return part.codeBlock;
      return 'table' in part ? part.table.map((row) => row.map(toPlainText).join(', ')).join('\n') : '';
    })
    .filter((line) => line !== '')
    .join('\n');
}
