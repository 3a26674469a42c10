import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockOf } from '../../schema/content/blocks/index.ts';
import { BlockPositionContext } from '../components/page-context.ts';
import { InlineText } from '../components/inline-text.tsx';
import { SectionFrame, SectionHead } from '../components/section-head.tsx';
import { color, from, measure, size, space } from '../components/theme.ts';

const Hours = styled.ol({
  borderBottom: `1px solid ${color.line}`,
  '& > li': {
    display: 'grid',
    gap: space.hair,
    paddingBlock: space.item,
    borderTop: `1px solid ${color.line}`,
    [from.phone]: { gridTemplateColumns: '8.5rem minmax(0, 1fr)', columnGap: space.wide },
  },
});
const Time = styled.p({
  fontWeight: 650,
  lineHeight: 1.4,
  fontVariantNumeric: 'tabular-nums',
  color: color.muted,
  whiteSpace: 'nowrap',
});
const What = styled.div({
  display: 'grid',
  gap: space.hair,
  '& > p': { color: color.muted, maxWidth: measure.row },
});
const Title = styled.h3({ fontSize: size.item, lineHeight: 1.3 });

/** An agenda: items with their times. */
export function Agenda({ layout, items, ...head }: BlockOf<'agenda'>) {
  const { inner } = useContext(BlockPositionContext);
  return (
    <SectionFrame data-layout={layout}>
      <SectionHead {...head} />
      <Hours>
        {items.map(({ begins, ends, heading, text, person, place }, index) => (
          <li key={index}>
            <Time>
              <time dateTime={begins}>{begins}</time>
              {ends !== undefined && (
                <>
                  –<time dateTime={ends}>{ends}</time>
                </>
              )}
            </Time>
            <What>
              <Title as={inner}>{heading}</Title>
              {(person ?? place) !== undefined && (
                <p>{[person, place].filter((one) => one !== undefined).join(' · ')}</p>
              )}
              <InlineText as="p">{text}</InlineText>
            </What>
          </li>
        ))}
      </Hours>
    </SectionFrame>
  );
}
