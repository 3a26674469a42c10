import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { Actions } from '../ui/actions.tsx';
import { BlockPositionContext } from '../ui/page-context.ts';
import { Icon } from '../ui/icon.tsx';
import { ItemGrid } from '../ui/item-grid.tsx';
import { ItemHeading } from '../ui/item.tsx';
import { Picture } from '../ui/picture.tsx';
import { ProseText } from '../ui/prose.tsx';
import { SmallBlocks } from '../ui/small-blocks.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import { from, size, space } from '../ui/design-tokens.ts';

const Grid = styled(ItemGrid)({
  [from.tablet]: {
    '&[data-layout=first-wider]': { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)' },
    '&[data-layout=last-wider]': { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr)' },
  },
});
const Column = styled.div({
  display: 'grid',
  gap: space.item,
  alignContent: 'start',
  '& > div:has(> table)': { marginTop: space.tight },
  '& > svg': { width: '2rem', height: '2rem' },
  // On phones, the icon is next to the heading, as it is in other blocks with icons.
  [from.belowPhone]: {
    '&:has(> svg + :is(h2, h3))': {
      gridTemplateColumns: '1.75rem minmax(0, 1fr)',
      alignItems: 'center',
      '& > svg': { width: '1.75rem', height: '1.75rem' },
      '& > :is(h2, h3) ~ *': { gridColumn: '1 / -1' },
    },
  },
  '& > :last-child:not(:first-of-type):has(> a, > button)': { marginTop: space.tight },
});
const Title = styled(ItemHeading)({ fontSize: size.subheading, lineHeight: 1.15 });

/** Returns the width of a column as a share of the page width. */
function computeColumnShare(
  layout: BlockByType<'columns'>['layout'],
  index: number,
  columnCount: number,
): number {
  if (layout === 'equal') return 1 / columnCount;
  return (layout === 'first-wider') === (index === 0) ? 0.64 : 0.32;
}

/** Columns of text and small blocks. */
export function Columns({ layout, items, ...head }: BlockByType<'columns'>) {
  const { inner } = useContext(BlockPositionContext);
  return (
    <div>
      <SectionHead {...head} />
      <Grid as="div" data-layout={layout} most={items.length} narrow={1} gap={space.block}>
        {items.map(({ image, icon, heading, body, actions, ...smallBlocks }, index) => (
          <Column key={index}>
            {image && (
              <Picture
                {...image}
                displayWidth={{ narrow: 1, tablet: computeColumnShare(layout, index, items.length) }}
              />
            )}
            {icon !== undefined && <Icon name={icon} />}
            {heading !== undefined && <Title>{heading}</Title>}
            {body && <ProseText level={heading === undefined ? inner : 'h3'}>{body}</ProseText>}
            <SmallBlocks part={smallBlocks} share={computeColumnShare(layout, index, items.length)} />
            <Actions actions={actions} />
          </Column>
        ))}
      </Grid>
    </div>
  );
}
