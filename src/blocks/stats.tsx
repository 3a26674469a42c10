import styled from '@emotion/styled';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { InlineChart } from '../ui/chart/inline-chart.tsx';
import { Icon } from '../ui/icon.tsx';
import { InlineText } from '../ui/inline-text.tsx';
import { toCellGap, cellBorder, ItemGrid } from '../ui/item-grid.tsx';
import { MutedText } from '../ui/item.tsx';
import { renderKeyFigure } from '../ui/key-figure.tsx';
import { SectionFrame, SectionHead, textColumn } from '../ui/section-head.tsx';
import { color, from, ruledItem, size, space } from '../ui/design-tokens.ts';
import { preventLineBreaks } from '../ui/line-breaks.tsx';

const Frame = styled(SectionFrame)(textColumn, { containerType: 'inline-size' });
const StatList = styled(ItemGrid)(({ most: maxColumns }) => ({
  alignContent: 'start',
  containerType: 'inline-size',
  '& > div': {
    ...ruledItem,
    display: 'grid',
    alignContent: 'start',
    padding: `var(--item-pad,${space.item} 0 0)`,
  },
  '& dt': { fontWeight: 650 },
  // On phones, the value is next to its label. On wider screens, the value is above its label.
  [from.belowPhone]: {
    gap: space.item,
    gridTemplateColumns: 'fit-content(min(9rem, 45vw)) minmax(0, 1fr)',
    '& > div': { gridColumn: '1 / -1', gridTemplateColumns: 'subgrid' },
    '& > div > *': { gridColumn: 2 },
    '& > div > :last-child': { gridArea: '1 / 1 / span 3', alignSelf: 'start' },
    // Hides the charts if there are five or more, because they would fill the screen. The values contain the same
    // information.
    '&:has(> :nth-of-type(5)) dd:has(figure)': { display: 'none' },
  },
  [from.phone]: {
    ...cellBorder,
    textAlign: 'var(--head-align)' as 'center', // the TypeScript type excludes `var()`
    '& > div': { justifyItems: 'var(--head-align)' },
    // Limits the font size, so that a value and its unit fit on one line.
    '& > div > :last-child > [data-value]': { fontSize: `min(1em, ${16 / Math.min(maxColumns, 3)}cqi)` },
    // Keeps the old and the new value of a change on one line.
    '&:has([data-value] > svg) > div > :last-child > [data-value]': {
      fontSize: `min(1em, ${12 / maxColumns}cqi)`,
    },
  },
  [from.desktop]: {
    '& > div > :last-child > [data-value]': { fontSize: `min(1em, ${16 / maxColumns}cqi)` },
  },
  // Containers this narrow only occur on phones with enlarged text.
  '@container (max-width: 15rem)': {
    '&&': { gridTemplateColumns: 'minmax(0, 1fr)' },
    '& > div': { display: 'flex', flexDirection: 'column' },
  },
  '@media print': { '&&': { rowGap: space.item } },
}));
// The value is shown above its label, but follows the label in the HTML, as description lists require.
const Value = styled.dd({
  order: -1,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space.small,
  fontSize: size.heading,
  // If there are up to three key figures, each is as wide as a third of the page.
  [from.phone]: { '[data-layout=row] > dl:not(:has(> :nth-of-type(4))) > * > &': { fontSize: size.title } },
  [from.desktop]: { '[data-layout=beside] &': { fontSize: size.heading } },
  lineHeight: 1,
  fontWeight: 650,
  letterSpacing: '-0.03em',
  color: color.ink,
  '& > svg': { width: '0.75em', height: '0.75em', color: color.muted },
});
const ChartCell = styled.dd({ width: '100%', maxWidth: '24rem', marginTop: space.small });

/** Returns the number of columns. Up to five key figures are in one row. Six or more are in rows of three. */
const toStatsColumns = (count: number, layout: BlockByType<'stats'>['layout']) => {
  if (layout === 'beside' && count === 4) return 2;
  return count > 5 || (layout === 'beside' && count > 3) ? 3 : count;
};

/** Key figures with their labels. */
export function Stats({ layout, items, ...head }: BlockByType<'stats'>) {
  const partCount = 2 + Number(items.some(({ text }) => text)) + Number(items.some(({ figure }) => figure));
  return (
    <Frame data-layout={layout}>
      <SectionHead {...head} />
      <StatList
        as="dl"
        most={toStatsColumns(items.length, layout)}
        narrow={items.length === 4 ? 2 : 3}
        gap={toCellGap('3rem')}
        columnGap={toCellGap(layout === 'beside' ? space.wide : space.block)}
        parts={partCount}
        partGap={space.hair}
      >
        {items.map((item) => (
          <div key={item.label}>
            <dt>{preventLineBreaks(item.label)}</dt>
            {item.text && (
              <MutedText as="dd">
                <InlineText>{item.text}</InlineText>
              </MutedText>
            )}
            {item.figure && (
              <ChartCell>
                <InlineChart chart={item.figure} size="small" />
              </ChartCell>
            )}
            <Value>
              {item.icon !== undefined && <Icon name={item.icon} />}
              <span data-value="">{renderKeyFigure(item.value)}</span>
            </Value>
          </div>
        ))}
      </StatList>
    </Frame>
  );
}
