import styled from '@emotion/styled';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { InlineChart } from '../ui/chart/inline-chart.tsx';
import { Icon } from '../ui/icon.tsx';
import { InlineText } from '../ui/inline-text.tsx';
import { cells, ItemGrid } from '../ui/item-grid.tsx';
import { keyFigure } from '../ui/key-figure.tsx';
import { headPosition, textColumn, SectionHead } from '../ui/section-head.tsx';
import { color, equalColumns, from, ruledItem, size, space, twoColumnSection } from '../ui/design-tokens.ts';
import { keepTogether } from '../ui/unbroken.tsx';

const Frame = styled.div(
  textColumn,
  {
    containerType: 'inline-size',
    [from.desktop]: { '&[data-layout=beside]': { ...twoColumnSection, '& > div': { marginBottom: 0 } } },
  },
  headPosition,
);
const stacked = {
  display: 'flex',
  flexDirection: 'column-reverse',
  justifyContent: 'flex-end',
  gap: space.hair,
} as const;
const Items = styled(ItemGrid)(({ most }) => ({
  alignContent: 'start',
  containerType: 'inline-size',
  // On a phone, the value is next to its text; on wider screens, above it.
  [from.belowPhone]: {
    gridTemplateColumns: 'fit-content(min(9rem, 45vw)) minmax(0, 1fr)',
    '&:has(figure)': { gridTemplateColumns: 'min(8.5rem, 45vw) minmax(0, 1fr)' },
    '& > div': { display: 'grid', gridColumn: '1 / -1', gridTemplateColumns: 'subgrid' },
    '& > div > *': { gridColumn: 2, gridRow: 2 },
    '& > div > dt': { gridRow: 1 },
    '& > div > :last-child': { gridColumn: 1, gridRow: '1 / span 3', alignSelf: 'start' },
    '& > div:has(figure) > :last-child': { gridRow: 1 },
    // Hide many charts: they would leave room for little else, and the values repeat them.
    '&:has(figure):has(> :nth-of-type(5))': {
      ...equalColumns(2),
      gap: `${space.wide} ${space.item}`,
      '& > div': { ...stacked, gridColumn: 'auto' },
      '& > div:last-of-type:nth-of-type(odd)': { gridColumn: '1 / -1' },
      '& dd:has(figure)': { display: 'none' },
      '& > div > :last-child': { fontSize: size.subheading },
    },
  },
  [from.phone]: {
    ...cells,
    textAlign: 'var(--head-align)' as 'center', // typed without variables
    '& > div': { alignContent: 'start', justifyItems: 'var(--head-align)' },
    '& > div > *': { gridRow: 3 },
    '& > div > dt': { gridRow: 2 },
    '& > div > :last-child': { gridRow: 1 },
    // What was and what is stand in one line.
    '&:has([data-value] svg) [data-value]': { fontSize: `min(1em, ${12 / most}cqi)` },
  },
  '& > div': { ...ruledItem, padding: `var(--item-pad,${space.item} 0 0)` },
  '& dt': { fontWeight: 650 },
  // Large text on a phone.
  '@container (max-width: 15rem)': {
    '&&': { gridTemplateColumns: 'minmax(0, 1fr)' },
    '& > div': stacked,
  },
  '@media print': { '&&': { rowGap: space.item } },
}));
// The value is shown above its name, but follows it in the HTML, as description lists require.
const Value = styled.dd({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space.small,
  fontSize: size.heading,
  // Up to three have a third of the page each.
  [from.phone]: { '[data-layout=row] > dl:not(:has(> :nth-of-type(4))) > * > &': { fontSize: size.title } },
  [from.desktop]: { '[data-layout=beside] &': { fontSize: size.heading } },
  lineHeight: 1,
  fontWeight: 650,
  letterSpacing: '-0.03em',
  color: color.ink,
  '& > svg': { width: '0.75em', height: '0.75em', color: color.muted },
});
const Small = styled.dd({
  width: '100%',
  maxWidth: '24rem',
  // On a phone below the value, and else below everything.
  '&&': { gridColumn: 1, gridRow: '2 / span 2' },
  order: -2,
  marginTop: space.tight,
  [from.phone]: { '&&': { gridRow: -2 }, marginTop: space.small },
});
const Text = styled.dd({ color: color.muted, order: -1 });

/** Five figures fit into the row of a page, more stand in rows of three. */
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
        gap="3rem"
        columnGap={layout === 'beside' ? space.wide : space.block}
        parts={parts}
        partGap={space.hair}
      >
        {items.map((item) => (
          <div key={item.label}>
            <dt>{keepTogether(item.label)}</dt>
            <InlineText as={Text}>{item.text}</InlineText>
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
