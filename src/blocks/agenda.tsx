import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { formatTime } from '../../schema/fields/time-zones.ts';
import { PageContext } from '../ui/page-context.ts';
import { InlineText } from '../ui/inline-text.tsx';
import { ItemHeading } from '../ui/item.tsx';
import { SectionFrame, SectionHead } from '../ui/section-head.tsx';
import { color, from, measure, space } from '../ui/design-tokens.ts';

// The times share one column, which is as wide as the longest time.
const AgendaList = styled.ol({
  borderBottom: `1px solid ${color.line}`,
  '& > li': {
    display: 'grid',
    rowGap: space.hair,
    paddingBlock: space.item,
    borderTop: `1px solid ${color.line}`,
  },
  [from.phone]: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    columnGap: space.wide,
    '& > li': { gridColumn: '1 / -1', gridTemplateColumns: 'subgrid' },
    '& > li > div': { gridColumn: 2 },
  },
  // Places the text in the second half of the page, below the lead.
  [from.desktop]: {
    '[data-layout=stacked] > &': {
      gridTemplateColumns: `max-content minmax(0, 1fr) calc(50% - ${space.block} / 2)`,
      '& > li > div + div': { gridColumn: 3 },
    },
  },
});
const Time = styled.p({
  fontWeight: 650,
  lineHeight: 1.4,
  fontVariantNumeric: 'tabular-nums',
  color: color.muted,
  whiteSpace: 'nowrap',
});
const ItemText = styled.div({
  display: 'grid',
  gap: space.hair,
  '& > p': { color: color.muted, maxWidth: measure.row },
});

/** An agenda: a list of items, each with its time. */
export function Agenda({ layout, items, ...head }: BlockByType<'agenda'>) {
  const { language = '' } = useContext(PageContext);
  return (
    <SectionFrame data-layout={layout}>
      <SectionHead {...head} />
      <AgendaList>
        {items.map(({ begins, ends, heading, text, person, place }, index) => (
          <li key={index}>
            <Time>
              <time dateTime={begins}>{formatTime(begins, language)}</time>
              {ends !== undefined && (
                <>
                  –<time dateTime={ends}>{formatTime(ends, language)}</time>
                </>
              )}
            </Time>
            <ItemText>
              <ItemHeading>{heading}</ItemHeading>
              {(person ?? place) !== undefined && (
                <p>{[person, place].filter((detail) => detail !== undefined).join(' · ')}</p>
              )}
              {layout === 'beside' && <InlineText as="p">{text}</InlineText>}
            </ItemText>
            {layout === 'stacked' && text && (
              <ItemText>
                <InlineText as="p">{text}</InlineText>
              </ItemText>
            )}
          </li>
        ))}
      </AgendaList>
    </SectionFrame>
  );
}
