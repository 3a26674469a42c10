import type { Inline } from '../../schema/fields/inline-text.ts';

/** Running text with its strong, emphasised, code and linked parts. */
export function InlineText({ children }: { children: readonly Inline[] }) {
  return children.map((part, index) => {
    if (typeof part === 'string') return part;
    if ('code' in part) return <code key={index}>{part.code}</code>;
    if ('strong' in part)
      return (
        <strong key={index}>
          <InlineText>{part.strong}</InlineText>
        </strong>
      );
    if ('emphasis' in part)
      return (
        <em key={index}>
          <InlineText>{part.emphasis}</InlineText>
        </em>
      );
    return (
      <a key={index} href={part.to}>
        <InlineText>{part.link}</InlineText>
      </a>
    );
  });
}
