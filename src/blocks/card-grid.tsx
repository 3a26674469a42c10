import type { CSSObject } from '@emotion/react';
import styled from '@emotion/styled';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { Actions } from '../ui/actions.tsx';
import { toCellGap, cellBorder, ItemGrid } from '../ui/item-grid.tsx';
import { type DisplayWidth, isGraphic, useMedianRatio, useRowCrop } from '../ui/picture-data.ts';
import { SectionFrame, SectionHead } from '../ui/section-head.tsx';
import { equalColumns, from, raisedBox, size, space } from '../ui/design-tokens.ts';
import { Card, type CardLayout, countSharedRows } from './card-grid/card.tsx';

// Five items fill two rows: three items in the first row, and two wider items in the second row.
const fiveItemColumns: CSSObject = {
  [from.tablet]: {
    ...equalColumns(6),
    '& > li': { gridColumn: 'span 2' },
    '& > li:nth-of-type(n + 4)': { gridColumn: 'span 3' },
  },
};
/** The grid styles by layout. */
const gridStylesByLayout: Record<CardLayout, CSSObject> = {
  cards: {
    // On phones, one box contains all cards.
    [from.belowPhone]: { gap: 0, ...raisedBox },
    [from.phone]: cellBorder,
  },
  // The last tile does not stretch to fill its row, because its picture would become far too tall.
  tiles: {
    [`${from.phone} and (max-width: 55.99rem)`]: {
      '&& > :last-child:nth-child(odd)': { gridColumn: 'auto' },
    },
  },
  list: { [from.belowPhone]: { gap: space.item }, [from.phone]: cellBorder },
  directory: {
    // On phones, items are side by side in columns, unless they have both an icon and text.
    [from.belowPhone]: {
      gap: space.item,
      '&:not(:has(> li > svg ~ :is(p, ul)))': {
        gridTemplateColumns: 'repeat(auto-fit, minmax(max(min(8rem, 100%), 34%), 1fr))',
      },
      '&:has(> li > svg ~ :is(p, ul))': { rowGap: space.small },
    },
    [from.phone]: cellBorder,
  },
  rows: { '&&': { display: 'block' } },
  names: {
    [from.belowPhone]: equalColumns(2),
    [from.phone]: { fontSize: size.item },
  },
};
const Grid = styled(ItemGrid)<{ layout: CardLayout; count: number }>(
  ({ layout }) => gridStylesByLayout[layout],
  ({ most, count }) => most === 3 && count === 5 && fiveItemColumns,
  // The theme setting `cards: rows` stacks the cards.
  ({ layout, theme: { cards } }) =>
    layout === 'cards' && cards === 'rows' && { [from.tablet]: { display: 'block' } },
);
const ActionsBelow = styled.div({ marginTop: space.large });

// Items in five columns are too narrow for a box, so only layouts without boxes have five columns.
function getDefaultColumnCount(count: number, layout: CardLayout): number {
  if (count % 4 === 0) return 4;
  if (count < 3) return count;
  return (count === 5 && layout === 'list') || (count % 5 === 0 && layout === 'names') ? 5 : 3;
}
const isListLayout = (layout: CardLayout) => layout === 'list' || layout === 'directory';

/** Items of equal importance, as cards, tiles, a list, a directory of names or rows. */
export function CardGrid({
  layout: layoutSetting,
  pace,
  columns: columnSetting,
  items,
  actions,
  ...head
}: BlockByType<'card-grid'>) {
  const hasOnlyNames = items.every((item) => item.icon && Object.keys(item).length < 3);
  const layout = hasOnlyNames && layoutSetting === 'directory' ? 'names' : layoutSetting;
  const columnCount = columnSetting ?? getDefaultColumnCount(items.length, layout);
  const pictures = items.map(({ image }) => image);
  const rowCrop = useRowCrop(pictures, layout === 'tiles' ? 'square' : undefined);
  // Wide SVG and PNG pictures are mostly logos. At the width of the other pictures, a logo would be only a few pixels
  // high.
  const graphicRatio = useMedianRatio(pictures.filter((picture) => picture && isGraphic(picture.src)));
  const hasLogos = layout !== 'tiles' && graphicRatio !== undefined && graphicRatio > 1.6;
  return (
    <SectionFrame>
      <SectionHead {...head} />
      <Grid
        data-layout={layout}
        data-logos={hasLogos ? '' : undefined}
        data-pace={pace}
        data-actions={items.some(({ action }) => action) ? '' : undefined}
        layout={layout}
        most={columnCount}
        count={items.length}
        gap={toCellGap(isListLayout(layout) ? space.large : space.wide)}
        columnGap={toCellGap(isListLayout(layout) || layout === 'names' ? space.block : space.wide)}
        parts={layout === 'names' || layout === 'rows' ? 0 : countSharedRows(items)}
      >
        {items.map((item, index) => (
          <Card
            key={item.heading}
            item={item}
            layout={layout}
            tileWidth={toTileWidth(columnCount, items.length, index)}
            align={rowCrop}
          />
        ))}
      </Grid>
      {actions.length > 0 && (
        <ActionsBelow>
          <Actions actions={actions} />
        </ActionsBelow>
      )}
    </SectionFrame>
  );
}

/** Returns the display width of a tile's picture. The picture extends to the edges of the tile. */
function toTileWidth(columnCount: number, count: number, index: number): DisplayWidth {
  const isInSecondRow = columnCount === 3 && count === 5 && index > 2;
  const wideShare = isInSecondRow ? 0.49 : 0.97 / columnCount;
  return { narrow: 1, phone: 0.49, [columnCount > 3 ? 'desktop' : 'tablet']: wideShare };
}
