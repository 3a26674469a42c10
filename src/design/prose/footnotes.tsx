import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import type { TextPart } from '../../../schema/text/tree.ts';
import { color, size, space } from '../theme.ts';

const Notes = styled.ol({
  display: 'grid',
  gap: space.tight,
  marginTop: space.item,
  paddingTop: space.item,
  borderTop: `1px solid ${color.line}`,
  color: color.muted,
  fontSize: size.note,
  '& > li': { display: 'grid', gridTemplateColumns: '2rem minmax(0, 1fr)', paddingLeft: 0 },
  '& > li::before': { display: 'none' },
  '& > li > a': { minHeight: '1.75rem' },
  '& > li > div': { display: 'grid', gap: space.tight },
});

interface Props {
  footnotes: readonly (readonly TextPart[])[];
  from: number;
  inside(parts: readonly TextPart[]): ReactNode;
}

/** The footnotes of a text; the number of each leads back to where it belongs. */
export function Footnotes({ footnotes, from, inside }: Props) {
  return (
    <Notes>
      {footnotes.map((note, at) => (
        <li key={at} id={`footnote_${from + at}`}>
          <a href={`#footnote_from_${from + at}`}>{from + at}</a>
          <div>{inside(note)}</div>
        </li>
      ))}
    </Notes>
  );
}
