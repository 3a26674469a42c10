import styled from '@emotion/styled';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { InlineChart } from '../ui/chart/inline-chart.tsx';
import { Icon } from '../ui/icon.tsx';
import { InlineText } from '../ui/inline-text.tsx';
import { cellGap, cells, ItemGrid } from '../ui/item-grid.tsx';
import { MutedText } from '../ui/item.tsx';
import { keyFigure } from '../ui/key-figure.tsx';
import { SectionFrame, SectionHead, textColumn } from '../ui/section-head.tsx';
import { color, from, ruledItem, size, space } from '../ui/design-tokens.ts';
import { keepTogether } from '../ui/unbroken.tsx';

const Frame = styled(SectionFrame)(textColumn, { containerType: 'inline-size' });
const Items = styled(ItemGrid)(({ most }) => ({
  alignContent: 'start',
  containerType: 'inline-size',
  '& > div': {
    ...ruledItem,
    display: 'grid',
    alignContent: 'start',
    padding: `var(--item-pad,${space.item} 0 0)`,
  },
  '& dt': { fontWeight: 650 },
  // On a phone, the value is next to its label; on wider screens, above it.
  [from.belowPhone]: {
    gap: space.item,
    gridTemplateColumns: 'fit-content(min(9rem, 45vw)) minmax(0, 1fr)',
    '& > div': { gridColumn: '1 / -1', gridTemplateColumns: 'subgrid' },
    '& > div > *': { gridColumn: 2 },
    '& > div > :last-child': { gridArea: '1 / 1 / span 3', alignSelf: 'start' },
    // Five or more charts would fill the screen, and the values repeat them.
    '&:has(> :nth-of-type(5)) dd:has(figure)': { display: 'none' },
  },
  [from.phone]: {
    ...cells,
    textAlign: 'var(--head-align)' as 'center', // the type does not allow `var()`
    '& > div': { justifyItems: 'var(--head-align)' },
    // Values are small enough to fit on one line with their units.
    '& > div > :last-child > [data-value]': { fontSize: `min(1em, ${16 / Math.min(most, 3)}cqi)` },
    // The two values of a change stay on one line.
    '&:has([data-value] > svg) > div > :last-child > [data-value]': { fontSize: `min(1em, ${12 / most}cqi)` },
  },
  [from.desktop]: {
    '& > div > :last-child > [data-value]': { fontSize: `min(1em, ${16 / most}cqi)` },
  },
  // Phones with large text.
  '@container (max-width: 15rem)': {
    '&&': { gridTemplateColumns: 'minmax(0, 1fr)' },
    '& > div': { display: 'flex', flexDirection: 'column' },
  },
  '@media print': { '&&': { rowGap: space.item } },
}));
// The value is shown above its name, but follows it in the HTML, as description lists require.
const Value = styled.dd({
  order: -1,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space.small,
  fontSize: size.heading,
  // Up to three figures have a third of the page each.
  [from.phone]: { '[data-layout=row] > dl:not(:has(> :nth-of-type(4))) > * > &': { fontSize: size.title } },
  [from.desktop]: { '[data-layout=beside] &': { fontSize: size.heading } },
  lineHeight: 1,
  fontWeight: 650,
  letterSpacing: '-0.03em',
  color: color.ink,
  '& > svg': { width: '0.75em', height: '0.75em', color: color.muted },
});
const Small = styled.dd({ width: '100%', maxWidth: '24rem', marginTop: space.small });

/** Returns the number of columns: up to five figures fit into one row, more are in rows of three. */
const columnCount = (count: number, layout: BlockOf<'stats'>['layout']) => {
  if (layout === 'beside' && count === 4) return 2;
  return count > 5 || (layout === 'beside' && count > 3) ? 3 : count;
};

/** Key figures with their labels. */
export function Stats({ layout, items, ...head }: BlockOf<'stats'>) {
  const parts = 2 + Number(items.some(({ text }) => text)) + Number(items.some(({ figure }) => figure));
  return (
    <Frame data-layout={layout}>
      <SectionHead {...head} />
      <Items
        as="dl"
        most={columnCount(items.length, layout)}
        narrow={items.length === 4 ? 2 : 3}
        gap={cellGap('3rem')}
        columnGap={cellGap(layout === 'beside' ? space.wide : space.block)}
        parts={parts}
        partGap={space.hair}
      >
        {items.map((item) => (
          <div key={item.label}>
            <dt>{keepTogether(item.label)}</dt>
            {item.text && (
              <MutedText as="dd">
                <InlineText>{item.text}</InlineText>
              </MutedText>
            )}
            {item.figure && (
              <Small>
                <InlineChart chart={item.figure} size="small" />
              </Small>
            )}
            <Value>
              {item.icon !== undefined && <Icon name={item.icon} />}
              <span data-value="">{keyFigure(item.value)}</span>
            </Value>
          </div>
        ))}
      </Items>
    </Frame>
  );
}
