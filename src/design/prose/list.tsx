import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import type { TextPart } from '../../../schema/text/tree.ts';
import { InlineText } from '../inline-text.tsx';
import { color, space } from '../theme.ts';

// The rules for all entries stand in the column around (see prose-text.tsx).
export const Numbered = styled.ol({
  display: 'grid',
  gap: space.tight,
  '& > li': { paddingLeft: '2rem' },
  '& > li::before': {
    content: 'counter(list-item) "."',
    top: 0,
    width: 'auto',
    border: 0,
    color: color.muted,
    fontVariantNumeric: 'tabular-nums',
  },
});
const Entry = styled.li({
  '& > :is(ul, ol)': { marginTop: space.tight },
  '&[data-loose]': { display: 'grid', gap: space.tight },
});

interface Props {
  list: readonly (readonly TextPart[])[];
  start?: number;
  loose?: true;
  inside(parts: readonly TextPart[]): ReactNode;
}

/** A list, whose entries may hold whatever a text can hold. */
export function List({ list, start, loose, inside }: Props) {
  const entries = list.map((entry, key) => {
    const [first, ...others] = entry;
    if (loose || !first || !('paragraph' in first) || others.length > 0)
      return (
        <Entry key={key} data-loose={loose && ''}>
          {loose ? inside(entry) : entry.map((part, at) => <Tight key={at} part={part} inside={inside} />)}
        </Entry>
      );
    return (
      <InlineText key={key} as="li">
        {first.paragraph}
      </InlineText>
    );
  });
  if (start === undefined) return <ul>{entries}</ul>;
  return <Numbered start={start === 1 ? undefined : start}>{entries}</Numbered>;
}

/** A paragraph of a tight entry is nothing but its text. */
function Tight({ part, inside }: { part: TextPart; inside: Props['inside'] }) {
  return 'paragraph' in part ? <InlineText>{part.paragraph}</InlineText> : inside([part]);
}
