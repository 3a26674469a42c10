import styled from '@emotion/styled';
import type { BlockText } from '../../schema/fields/block-text.ts';
import { InlineText } from './inline-text.tsx';
import { color, from, measure, size, space } from './theme.ts';

const Column = styled.div({
  display: 'grid',
  gap: space.item,
  maxWidth: measure.text,
  // A heading is closer to the text that it begins than to the text before it.
  '& :is(h2, h3)': { marginBottom: `-${space.hair}` },
  '& > * + h3': { marginTop: space.item },
  '& > * + h2': { marginTop: space.item, [from.tablet]: { marginTop: '2rem' } },
  '& h3': { fontSize: size.item },
  '& h2': { fontSize: size.subheading },
  '& ul': { display: 'grid', gap: space.tight },
  '& li': { paddingLeft: '1.25rem', position: 'relative' },
  '& li::before': {
    content: '""',
    position: 'absolute',
    left: 0,
    top: '0.7em',
    width: '0.5rem',
    borderTop: `2px solid ${color.muted}`,
  },
});

/** Longer text: paragraphs, lists, and headings between them. */
export function ProseText({
  children,
  level = 'h3',
}: {
  children: readonly BlockText[];
  level?: 'h2' | 'h3';
}) {
  const Subheading = level;
  return (
    <Column>
      {children.map((piece, index) => {
        if ('paragraph' in piece)
          return (
            <InlineText key={index} as="p">
              {piece.paragraph}
            </InlineText>
          );
        if ('subheading' in piece)
          return (
            <Subheading key={index} id={piece.id}>
              {piece.subheading}
            </Subheading>
          );
        return (
          <ul key={index}>
            {piece.list.map((entry, at) => (
              <InlineText key={at} as="li">
                {entry}
              </InlineText>
            ))}
          </ul>
        );
      })}
    </Column>
  );
}
