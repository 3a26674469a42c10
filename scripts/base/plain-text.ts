import type { Inline } from '../../schema/fields/inline-text.ts';

/** Running text without its marks. */
export function plainText(text: readonly Inline[]): string {
  return text
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('code' in part) return part.code;
      return plainText('link' in part ? part.link : 'strong' in part ? part.strong : part.emphasis);
    })
    .join('');
}
