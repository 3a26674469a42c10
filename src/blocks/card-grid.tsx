import type { CSSObject } from '@emotion/react';
import styled from '@emotion/styled';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { Actions } from '../ui/actions.tsx';
import { cellGap, cells, ItemGrid } from '../ui/item-grid.tsx';
import { type DisplayWidth, isDrawing, useMedianRatio, useRowCrop } from '../ui/picture-data.ts';
import { SectionFrame, SectionHead } from '../ui/section-head.tsx';
import { equalColumns, from, raisedBox, size, space } from '../ui/design-tokens.ts';
import { Card, type CardLayout, sharedRowCount } from './card-grid/card.tsx';

// Five items: three in the first row, and two wider ones in the second.
const threeAndTwo: CSSObject = {
  [from.tablet]: {
    ...equalColumns(6),
    '& > li': { gridColumn: 'span 2' },
    '& > li:nth-of-type(n + 4)': { gridColumn: 'span 3' },
  },
};
/** The styles of the grid by layout. */
const inLayout: Record<CardLayout, CSSObject> = {
  cards: {
    // On a phone, all cards share one box.
    [from.belowPhone]: { gap: 0, ...raisedBox },
    [from.phone]: cells,
  },
  // The last tile does not fill its row, because its picture would be far too tall.
  tiles: {
    [`${from.phone} and (max-width: 55.99rem)`]: {
      '&& > :last-child:nth-child(odd)': { gridColumn: 'auto' },
    },
  },
  list: { [from.belowPhone]: { gap: space.item }, [from.phone]: cells },
  directory: {
    // On a phone, items are in columns, unless they have both an icon and a text.
    [from.belowPhone]: {
      gap: space.item,
      '&:not(:has(> li > svg ~ :is(p, ul)))': {
        gridTemplateColumns: 'repeat(auto-fit, minmax(max(min(8rem, 100%), 34%), 1fr))',
      },
      '&:has(> li > svg ~ :is(p, ul))': { rowGap: space.small },
    },
    [from.phone]: cells,
  },
  rows: { '&&': { display: 'block' } },
  names: {
    [from.belowPhone]: equalColumns(2),
    [from.phone]: { fontSize: size.item },
  },
};
const Grid = styled(ItemGrid)<{ layout: CardLayout; count: number }>(
  ({ layout }) => inLayout[layout],
  ({ most, count }) => most === 3 && count === 5 && threeAndTwo,
  // The theme setting `cards: rows` stacks the cards.
  ({ layout, theme: { cards } }) =>
    layout === 'cards' && cards === 'rows' && { [from.tablet]: { display: 'block' } },
);
const Below = styled.div({ marginTop: space.large });

// Only items without a box fit into five columns.
function defaultColumns(count: number, layout: CardLayout): number {
  if (count % 4 === 0) return 4;
  if (count < 3) return count;
  return (count === 5 && layout === 'list') || (count % 5 === 0 && layout === 'names') ? 5 : 3;
}
const isListLayout = (layout: CardLayout) => layout === 'list' || layout === 'directory';

/**
 * Items of equal importance: cards, linked tiles, a list with lines, a directory of names, or rows.
 */
export function CardGrid({
  layout: named,
  pace,
  columns: chosen,
  items,
  actions,
  ...head
}: BlockOf<'card-grid'>) {
  const isOnlyNames = items.every((item) => item.icon && Object.keys(item).length < 3);
  const layout = isOnlyNames && named === 'directory' ? 'names' : named;
  const most = chosen ?? defaultColumns(items.length, layout);
  const pictures = items.map(({ image }) => image);
  const align = useRowCrop(pictures, layout === 'tiles' ? 'square' : undefined);
  // Wide SVG and PNG pictures are mostly logos, which would be only a few pixels high at the width of other pictures.
  const ratio = useMedianRatio(pictures.filter((picture) => picture && isDrawing(picture.src)));
  const logos = layout !== 'tiles' && ratio !== undefined && ratio > 1.6;
  return (
    <SectionFrame>
      <SectionHead {...head} />
      <Grid
        data-layout={layout}
        data-logos={logos ? '' : undefined}
        data-pace={pace}
        data-actions={items.some(({ action }) => action) ? '' : undefined}
        layout={layout}
        most={most}
        count={items.length}
        gap={cellGap(isListLayout(layout) ? space.large : space.wide)}
        columnGap={cellGap(isListLayout(layout) || layout === 'names' ? space.block : space.wide)}
        parts={layout === 'names' || layout === 'rows' ? 0 : sharedRowCount(items)}
      >
        {items.map((item, index) => (
          <Card
            key={item.heading}
            item={item}
            layout={layout}
            tileWidth={tileWidth(most, items.length, index)}
            align={align}
          />
        ))}
      </Grid>
      {actions.length > 0 && (
        <Below>
          <Actions actions={actions} />
        </Below>
      )}
    </SectionFrame>
  );
}

/** Returns the display width of the picture of a tile, which extends to the edges of the tile. */
function tileWidth(most: number, count: number, index: number): DisplayWidth {
  const isShared = most === 3 && count === 5 && index > 2;
  const wide = isShared ? 0.49 : 0.97 / most;
  return { narrow: 1, phone: 0.49, [most > 3 ? 'desktop' : 'tablet']: wide };
}
