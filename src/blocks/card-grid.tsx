import styled from '@emotion/styled';
import type { BlockOf } from '../../schema/content/blocks/index.ts';
import { plainText } from '../../schema/markdown/plain-text.ts';
import { Actions } from '../components/actions.tsx';
import { isDrawing, useMedianRatio, useRowCrop } from '../components/picture-data.ts';
import { SectionHead } from '../components/section-head.tsx';
import { from, space, columns } from '../components/theme.ts';
import { Card } from './card-grid/card.tsx';

/** Columns of which the last row has fewer cards, which share it. */
const shared = (number: number, rest: number) => ({
  ...columns(12),
  '& > li:nth-of-type(n)': { gridColumn: `span ${12 / number}` },
  [`& > li:nth-last-of-type(-n + ${rest})`]: { gridColumn: `span ${12 / rest}` },
});
const Grid = styled.ul({
  display: 'grid',
  gap: space.item,
  // The last of an odd number has the whole row.
  '& > li:last-of-type:nth-of-type(odd)': { gridColumn: '1 / -1' },
  '&[data-layout=directory]': {
    gridTemplateColumns: 'repeat(auto-fit, minmax(max(min(8rem, 100%), 34%), 1fr))',
    rowGap: space.item,
    [from.phone]: { rowGap: space.wide },
  },
  [from.belowPhone]: { '&[data-sentences]': { ...columns(1), rowGap: space.tight } },
  [from.phone]: {
    gap: space.wide,
    '&[data-columns]': columns(2),
  },
  // Three without a box have room beside each other from the width of a tablet on.
  '@media (min-width: 48rem)': {
    '&[data-layout=list][data-columns="3"]:not(:has(> :nth-of-type(4)))': {
      ...columns(3),
      '& > li:nth-of-type(n)': { gridColumn: 'auto' },
    },
  },
  [from.tablet]: {
    '&[data-columns="3"]': { ...columns(3), '& > li:nth-of-type(n)': { gridColumn: 'auto' } },
    '&[data-columns="3"][data-left="1"]': shared(3, 1),
    '&[data-columns="3"][data-left="2"], &[data-columns="5"]': shared(3, 2),
  },
  [from.desktop]: {
    '&[data-columns="4"]': { ...columns(4), '& > li:nth-of-type(n)': { gridColumn: 'auto' } },
    '&[data-columns="4"][data-left="1"]': shared(4, 1),
    '&[data-columns="4"][data-left="2"]': shared(4, 2),
    '&[data-columns="4"][data-left="3"]': shared(4, 3),
    '&[data-columns="5"]': {
      ...columns(5),
      columnGap: space.large,
      '& > li:nth-of-type(n)': { gridColumn: 'auto' },
    },
  },
  '&[data-layout=list]': {
    columnGap: space.block,
    rowGap: space.item,
    [from.phone]: { rowGap: space.large },
  },
  '&[data-layout=rows]': { display: 'block' },
});
const Below = styled.div({ marginTop: space.large });

// Five cards fit into one row without a gap.
function defaultColumns(items: number, layout: BlockOf<'card-grid'>['layout']): number {
  if (items % 4 === 0) return 4;
  if (items === 2) return 2;
  return items === 5 && layout === 'list' ? 5 : 3;
}

/** Whether the texts of a directory are too long for two columns of a phone. */
const areSentences = (items: BlockOf<'card-grid'>['items']) =>
  items.reduce(
    (sum, { text, points }) => sum + plainText([...(text ?? []), ...(points ?? []).flat()]).length,
    0,
  ) >
  48 * items.length;

/**
 * Items of equal rank: as cards, as linked tiles, as a list with lines, as a directory of names, or as rows.
 */
export function CardGrid({ layout, pace, columns: chosen, items, actions, ...head }: BlockOf<'card-grid'>) {
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
        data-left={items.length % columns}
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
