import type { CSSObject } from '@emotion/react';
import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { Actions } from '../ui/actions.tsx';
import { BlockPositionContext } from '../ui/page-context.ts';
import { Icon } from '../ui/icon.tsx';
import { InlineText } from '../ui/inline-text.tsx';
import { headPosition, SectionHead } from '../ui/section-head.tsx';
import { keepTogether } from '../ui/unbroken.tsx';
import {
  breaks,
  color,
  equalColumns,
  from,
  pageRem,
  size,
  space,
  twoColumnSection,
} from '../ui/design-tokens.ts';

const inRows = (columnsOfRow: number): CSSObject => ({
  ...equalColumns(columnsOfRow),
  [`& > li:nth-of-type(${columnsOfRow}n)::after`]: { display: 'none' },
});
const inOneRow = (count: number): CSSObject =>
  count > 4
    ? {
        // Six steps fit in the row of a page with `width: narrow`. Inside a column, they wrap.
        gridTemplateColumns: `repeat(auto-fit, minmax(clamp(9.5rem,100%/${count},11rem), 1fr))`,
        '& > li:nth-of-type(n)::after': { display: 'block' },
      }
    : {
        // Aligns with the columns of other blocks. The line extends across the gap.
        ...equalColumns(count),
        columnGap: space.block,
        '& > li:nth-of-type(n)': { paddingInlineEnd: 0 },
        '& > li:nth-of-type(n)::after': { display: 'block', insetInlineEnd: `calc(-1 * ${space.block})` },
      };
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
    border: `1.5px solid var(--step-line,${color.ink})`,
    borderRadius: 'var(--step-radius,50%)',
    background: `var(--step-ground,${color.ground})`,
    color: `var(--step-ink,${color.ink})`,
    font: 'var(--step-font)',
    fontWeight: 'var(--step-weight,650)' as '650', // typed without variables
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
});
// All in one row, or in rows of two or three.
const InColumns = styled(Steps)<{ count: number }>(({ count, theme: { heads } }) => ({
  [from.phone]: {
    ...inRows(count > 4 ? 3 : 2),
    rowGap: space.large,
    // Names and times of a row share a subgrid row, so that the texts below align.
    '& > li:nth-of-type(n)': {
      gridRow: 'span 2',
      gridTemplateRows: 'subgrid',
      gap: space.small,
      paddingBlock: '3.25rem 0',
      paddingInline: `0 ${space.wide}`,
    },
    '& > li > div': { display: 'grid', alignContent: 'start' },
    '& > li:not(:last-of-type)::after': {
      insetInlineStart: '2.25rem',
      insetInlineEnd: 0,
      top: 'calc(1.125rem - 1px)',
      bottom: 'auto',
      borderWidth: '1px 0 0',
    },
  },
  // More than four need the whole page.
  ...(count < 5 && { [from.tablet]: inOneRow(count) }),
  ...((count === 5 || count === 6) &&
    heads !== 'beside' && { [`@media (min-width: ${pageRem}rem)`]: inOneRow(count) }),
}));
// Short texts fill the page in two columns, where it is wide enough for them. Each of them ends its line.
const Rail = styled(Steps)<{ count: number }>(({ count }) => {
  const inFirst = Math.ceil(count / 2);
  // Four are beside their heading on a desk.
  const most = count > 4 ? '' : ` and (max-width: ${breaks.desktop - 0.01}rem)`;
  return {
    [from.phone + most]: {
      ...equalColumns(2),
      gridAutoFlow: 'column',
      gridTemplateRows: `repeat(${inFirst}, auto)`,
      columnGap: space.block,
      '& > li': { breakInside: 'avoid' },
      [`& > li:nth-of-type(${inFirst})`]: { paddingBottom: 0, '&::after': { content: 'none' } },
    },
  };
});
const Split = styled.div(
  {
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
  },
  headPosition,
);
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
  const List = layout === 'columns' ? InColumns : items.length > 3 ? Rail : Steps;
  return (
    <Split data-layout={layout}>
      <div>
        <SectionHead {...head} />
        {layout === 'rail' && <Actions actions={actions} />}
      </div>
      <List data-layout={layout} count={items.length}>
        {items.map((item) => (
          <li key={item.heading}>
            <Name>
              <Title as={inner}>
                {item.icon !== undefined && <Icon name={item.icon} />}
                <span>{keepTogether(item.heading)}</span>
              </Title>
              {item.when !== undefined && <When>{keepTogether(item.when)}</When>}
            </Name>
            <InlineText as={Text}>{item.text}</InlineText>
          </li>
        ))}
      </List>
      {layout === 'columns' && <Actions actions={actions} />}
    </Split>
  );
}
