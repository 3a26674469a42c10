import { type ElementType, Fragment } from 'react';
import type { Inline } from '../../schema/fields/inline-text.ts';

interface Props {
  children: readonly Inline[] | undefined;
  as?: ElementType;
}

/** Inline text with its strong, emphasised, code and linked parts, in the element `as` if that is given. */
export function InlineText({ children, as: Element = Fragment }: Props) {
  if (!children) return null;
  return (
    <Element>
      {children.map((part, index) => {
        if (typeof part === 'string') return part;
        if ('code' in part) return <code key={index}>{part.code}</code>;
        if ('link' in part)
          return (
            <a key={index} href={part.to}>
              <InlineText>{part.link}</InlineText>
            </a>
          );
        const [as, inner] =
          'strong' in part ? (['strong', part.strong] as const) : (['em', part.emphasis] as const);
        return (
          <InlineText key={index} as={as}>
            {inner}
          </InlineText>
        );
      })}
    </Element>
  );
}
