import type { Inline } from './tree.ts';

/** The words of inline text without its marks. */
export function plainText(text: readonly Inline[]): string {
  return text
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('code' in part) return part.code;
      if ('lineBreak' in part) return ' ';
      if ('footnote' in part) return '';
      return plainText('link' in part ? part.link : 'strong' in part ? part.strong : part.emphasis);
    })
    .join('');
}
