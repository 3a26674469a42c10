import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { timeInWords } from '../../schema/fields/time-zones.ts';
import { PageContext } from '../ui/page-context.ts';
import { InlineText } from '../ui/inline-text.tsx';
import { ItemHeading } from '../ui/item.tsx';
import { SectionFrame, SectionHead } from '../ui/section-head.tsx';
import { color, from, measure, space } from '../ui/design-tokens.ts';

// All times share one column, which is as wide as the longest time.
const Hours = styled.ol({
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
  // The text is in the second half of the page, where the lead above starts.
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
const What = styled.div({
  display: 'grid',
  gap: space.hair,
  '& > p': { color: color.muted, maxWidth: measure.row },
});

/** An agenda: items with their times. */
export function Agenda({ layout, items, ...head }: BlockOf<'agenda'>) {
  const { language = '' } = useContext(PageContext);
  return (
    <SectionFrame data-layout={layout}>
      <SectionHead {...head} />
      <Hours>
        {items.map(({ begins, ends, heading, text, person, place }, index) => (
          <li key={index}>
            <Time>
              <time dateTime={begins}>{timeInWords(begins, language)}</time>
              {ends !== undefined && (
                <>
                  –<time dateTime={ends}>{timeInWords(ends, language)}</time>
                </>
              )}
            </Time>
            <What>
              <ItemHeading>{heading}</ItemHeading>
              {(person ?? place) !== undefined && (
                <p>{[person, place].filter((one) => one !== undefined).join(' · ')}</p>
              )}
              {layout === 'beside' && <InlineText as="p">{text}</InlineText>}
            </What>
            {layout === 'stacked' && text && (
              <What>
                <InlineText as="p">{text}</InlineText>
              </What>
            )}
          </li>
        ))}
      </Hours>
    </SectionFrame>
  );
}
