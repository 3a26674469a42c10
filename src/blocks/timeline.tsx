import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockOf } from '../../schema/content/blocks/index.ts';
import { Actions } from '../components/actions.tsx';
import { BlockPositionContext } from '../components/page-context.ts';
import { Icon } from '../components/icon.tsx';
import { InlineText } from '../components/inline-text.tsx';
import { SectionHead } from '../components/section-head.tsx';
import { color, columns, from, pageRem, size, space, twoColumnSection } from '../components/theme.ts';

// Two in the last row share it, and one has all of it.
const inThrees = {
  ...columns(6),
  '& > li:nth-of-type(n):nth-of-type(n)': { gridColumn: 'span 2' },
  '&:has(> :last-of-type:nth-of-type(3n + 2)) > li:nth-last-of-type(-n + 2)': { gridColumn: 'span 3' },
  '&:has(> :last-of-type:nth-of-type(3n + 1)) > li:last-of-type': { gridColumn: '1 / -1' },
};
const inOneRow = { gridTemplateColumns: 'repeat(auto-fit, minmax(11rem, 1fr))' };
const Steps = styled.ol({
  display: 'grid',
  counterReset: 'step',
  '& > li': {
    counterIncrement: 'step',
    position: 'relative',
    display: 'grid',
    gap: space.hair,
    alignContent: 'start',
    paddingInlineStart: '3.25rem',
    paddingBottom: '1.25rem',
    [from.phone]: { paddingBottom: space.large },
  },
  '& > li::before': {
    content: 'counter(step)',
    position: 'absolute',
    insetInlineStart: 0,
    top: 0,
    width: '2.25rem',
    height: '2.25rem',
    display: 'grid',
    placeItems: 'center',
    border: `1.5px solid ${color.ink}`,
    borderRadius: '50%',
    background: color.ground,
    color: color.ink,
    fontWeight: 650,
    fontVariantNumeric: 'tabular-nums',
    zIndex: 1,
  },
  '& > li:not(:last-of-type)::after': {
    content: '""',
    position: 'absolute',
    insetInlineStart: 'calc(1.125rem - 1px)',
    top: '2.25rem',
    bottom: 0,
    border: `0 solid ${color.line}`,
    borderInlineStartWidth: 1,
  },
  '& > li:last-of-type': { paddingBottom: 0 },
  // Short texts fill the page in two columns, where it is wide enough for them.
  '&[data-layout=rail]:has(> :nth-of-type(4))': {
    display: 'block',
    columns: '2 19rem',
    columnGap: space.block,
    '& > li': { breakInside: 'avoid' },
    // As high as the others, so that the first column has more of an odd number.
    [from.phone]: { '& > li:last-of-type': { paddingBottom: space.large } },
  },
  // All in one row, or in rows of two or three that are filled to their ends.
  [from.phone]: {
    '&[data-layout=columns]': { ...columns(2), rowGap: space.large },
    '&[data-layout=columns] > li:last-of-type:nth-of-type(odd)': { gridColumn: '1 / -1' },
    '&[data-layout=columns]:has(> :nth-of-type(5))': inThrees,
    // Names and times of a row share a subgrid row, so that the texts below align.
    '&[data-layout=columns] > li': {
      gridRow: 'span 2',
      gridTemplateRows: 'subgrid',
      gap: space.small,
      paddingBlock: '3.25rem 0',
      paddingInline: `0 ${space.wide}`,
    },
    '&[data-layout=columns] > li > div': { display: 'grid' },
    '&[data-layout=columns] > li:not(:last-of-type)::after': {
      insetInlineStart: '2.25rem',
      insetInlineEnd: 0,
      top: 'calc(1.125rem - 1px)',
      bottom: 'auto',
      borderWidth: '1px 0 0',
    },
  },
  [from.tablet]: {
    '&[data-layout=columns]': inOneRow,
    '&[data-layout=columns] > li:last-of-type:nth-of-type(n)': { gridColumn: 'auto' },
  },
  [`@media (min-width: ${pageRem}rem)`]: {
    '&[data-layout=columns]:not(:has(> :nth-of-type(7)))': {
      ...inOneRow,
      '& > li:nth-of-type(n):nth-of-type(n):nth-of-type(n)': { gridColumn: 'auto' },
    },
  },
});
const Split = styled.div({
  display: 'grid',
  gap: space.block,
  [from.desktop]: {
    // Beside a long list the heading would leave half of the page empty.
    '&[data-layout=rail]:not(:has(> ol > :nth-of-type(5)))': {
      ...twoColumnSection,
      alignItems: 'start',
      '& > div': { position: 'sticky', top: '6.5rem' },
    },
  },
});
const Title = styled.h3({
  fontSize: size.item,
  lineHeight: 1.3,
  paddingTop: '0.3rem',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: space.small,
  '& svg': { color: color.muted, alignSelf: 'center' },
});
const Name = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: space.small,
});
const When = styled.p({ fontSize: size.note, fontWeight: 650, color: color.muted });
const Text = styled.p({ color: color.muted, maxWidth: '34rem' });

/** A timeline: steps on a rail next to the heading, or in columns below it. */
export function Timeline({ layout, items, actions, ...head }: BlockOf<'timeline'>) {
  const { inner } = useContext(BlockPositionContext);
  return (
    <Split data-layout={layout}>
      <div>
        <SectionHead {...head} />
        {layout === 'rail' && <Actions actions={actions} />}
      </div>
      <Steps data-layout={layout}>
        {items.map((item) => (
          <li key={item.heading}>
            <Name>
              <Title as={inner}>
                {item.icon !== undefined && <Icon name={item.icon} />}
                {item.heading}
              </Title>
              {item.when !== undefined && <When>{item.when}</When>}
            </Name>
            <InlineText as={Text}>{item.text}</InlineText>
          </li>
        ))}
      </Steps>
      {layout === 'columns' && <Actions actions={actions} />}
    </Split>
  );
}
