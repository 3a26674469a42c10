import type { CSSObject } from '@emotion/react';
import styled from '@emotion/styled';
import type { BlockOf } from '../../schema/content/blocks/index.ts';
import { plainText } from '../../schema/markdown/plain-text.ts';
import { Actions } from '../components/actions.tsx';
import { isDrawing, useMedianRatio, useRowCrop } from '../components/picture-data.ts';
import { SectionHead } from '../components/section-head.tsx';
import { columns, from, raisedBox, size, space } from '../components/theme.ts';
import { Card, type Layout, linesOf, restOf } from './card-grid/card.tsx';

/** Columns of which the last row may have fewer cards, which share it. */
const filled = (number: number, rest: number): CSSObject =>
  rest === 0
    ? { ...columns(number), '& > li:nth-of-type(n)': { gridColumn: 'auto' } }
    : {
        ...columns(12),
        '& > li:nth-of-type(n)': { gridColumn: `span ${12 / number}` },
        [`& > li:nth-last-of-type(-n + ${rest})`]: { gridColumn: `span ${12 / rest}` },
      };
// Three cards, or an odd number of items without boxes, would leave one alone in rows of two on a small tablet.
const threeFrom = (isOdd: boolean) => (isOdd ? '@media (min-width: 48rem)' : from.tablet);
/** The columns of large windows. Each page has the styles of its own ones only. */
const inColumns: Record<number, (rest: number, isOdd: boolean) => CSSObject> = {
  3: (rest, isOdd) => ({ [threeFrom(isOdd)]: { '&[data-columns]': filled(3, rest) } }),
  4: (rest) => ({ [from.desktop]: { '&[data-columns]': filled(4, rest) } }),
  // Five of a list.
  5: () => ({
    [threeFrom(true)]: { '&[data-columns]': filled(3, 2) },
    [from.desktop]: { '&[data-columns]': { ...filled(5, 0), columnGap: space.large } },
  }),
};
const isList = (layout: Layout) => layout === 'list' || layout === 'directory';
/** The distance between two rows. */
const between = (layout: Layout) => (isList(layout) ? space.large : space.wide);
/**
 * Rows of items whose parts are at one height each. Their distance is below each item: the gap is that of the parts.
 */
const inLines = (lines: number, layout: Layout): CSSObject => ({
  [from.phone]: {
    '&[data-columns]': { rowGap: space.small, marginBottom: `calc(${space.small} - ${between(layout)})` },
    '&&& > li': {
      display: 'grid',
      gridRow: `span ${lines}`,
      gridTemplateRows: 'subgrid',
      rowGap: space.small,
      marginBottom: `calc(${between(layout)} - ${space.small})`,
      // Chips and lines of a list stay together, whatever the height of their row.
      '& > *': { alignContent: 'start' },
      ...(isList(layout) && {
        gridTemplateColumns: 'minmax(0, 1fr)',
        '& > *, & > picture > img': { gridColumn: 1, gridRow: 'auto' },
      }),
    },
  },
});
/** The rows and columns of a layout. */
const inLayout: Partial<Record<Layout, CSSObject>> = {
  cards: {
    // On a phone, the cards are the parts of one box.
    [from.belowPhone]: { gap: 0, ...raisedBox },
  },
  directory: {
    gridTemplateColumns: 'repeat(auto-fit, minmax(max(min(8rem, 100%), 34%), 1fr))',
    [from.belowPhone]: { '&[data-sentences]': { ...columns(1), rowGap: space.small } },
  },
  rows: { display: 'block' },
  names: {
    ...columns(2),
    [from.phone]: { fontSize: size.item, columnGap: space.block },
  },
};
const Grid = styled.ul<{
  layout: Layout;
  number: number;
  count: number;
  lines: number;
}>(
  {
    display: 'grid',
    gap: space.item,
  },
  ({ layout }) => ({
    [from.phone]: {
      // Columns without boxes have the gap of the columns of the page.
      gap: `${between(layout)} ${isList(layout) ? space.block : space.wide}`,
      '&[data-columns]': columns(2),
    },
    // In narrow windows, the last of an odd number fills a row of two, but for pictures.
    ...(layout !== 'tiles' && {
      '@media (max-width: 55.99rem)': {
        '& > :last-of-type:nth-of-type(odd)': { gridColumn: '1 / -1' },
      },
    }),
  }),
  ({ layout }) => inLayout[layout],
  ({ layout, number, count }) =>
    layout === 'names'
      ? { [from.desktop]: { '&[data-columns]': columns(number) } }
      : inColumns[number]?.(
          restOf(count, number),
          (isList(layout) || (layout === 'cards' && count === 3)) && count % 2 > 0,
        ),
  ({ layout, lines }) => lines > 1 && inLines(lines, layout),
);
const Below = styled.div({ marginTop: space.large });

// Five cards fit into one row without a gap.
function defaultColumns(items: number, layout: Layout): number {
  if (items % 4 === 0) return 4;
  if (items === 2) return 2;
  return (items === 5 && layout === 'list') || (items % 5 === 0 && layout === 'names') ? 5 : 3;
}

/** Whether a directory has one column on a phone: its texts are too long for two, or beside icons. */
const areSentences = (items: BlockOf<'card-grid'>['items']) =>
  items.some(({ icon, text }) => icon && text) ||
  items.reduce(
    (sum, { text, points }) => sum + plainText([...(text ?? []), ...(points ?? []).flat()]).length,
    0,
  ) >
    48 * items.length;

/**
 * Items of equal rank: as cards, as linked tiles, as a list with lines, as a directory of names, or as rows.
 */
export function CardGrid({
  layout: named,
  pace,
  columns: chosen,
  items,
  actions,
  ...head
}: BlockOf<'card-grid'>) {
  // An icon and a heading.
  const areNames = items.every((item) => item.icon && Object.keys(item).length < 3);
  const layout = areNames && named === 'directory' ? 'names' : named;
  const columns = chosen ?? defaultColumns(items.length, layout);
  const pictures = items.map(({ image }) => image);
  const align = useRowCrop(pictures, layout === 'tiles' ? 'square' : undefined);
  // Logos, mostly: in the width of other pictures they would be a few pixels high.
  const ratio = useMedianRatio(pictures.filter((picture) => picture && isDrawing(picture.src)));
  const logos = layout !== 'tiles' && ratio !== undefined && ratio > 1.6;
  return (
    <div>
      <SectionHead {...head} />
      <Grid
        data-layout={layout}
        data-logos={logos ? '' : undefined}
        data-sentences={layout === 'directory' && areSentences(items) ? '' : undefined}
        data-pace={pace}
        data-actions={items.some(({ action }) => action) ? '' : undefined}
        data-columns={columns}
        layout={layout}
        number={columns}
        count={items.length}
        lines={layout === 'names' || layout === 'rows' ? 0 : linesOf(items)}
      >
        {items.map((item, index) => (
          <Card
            key={item.heading}
            item={item}
            place={{ index, count: items.length }}
            layout={layout}
            columns={columns}
            align={align}
          />
        ))}
      </Grid>
      {actions.length > 0 && (
        <Below>
          <Actions actions={actions} />
        </Below>
      )}
    </div>
  );
}
