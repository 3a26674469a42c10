import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { BlockPlace } from '../design/block-place.ts';
import { useCommonCrop } from '../design/aligned.ts';
import type { DisplayWidth } from '../design/display-width.ts';
import { SectionHead } from '../design/section-head.tsx';
import { from, space } from '../design/theme.ts';
import { GalleryPicture } from './gallery/gallery-picture.tsx';

const columns = (number: number) => ({ gridTemplateColumns: `repeat(${number}, minmax(0, 1fr))` });
const List = styled.ul({
  '&[data-layout=grid]': {
    display: 'grid',
    gap: space.tight,
    ...columns(2),
    // Two by two nothing is missing at the end if the first is wide.
    '&[data-odd] > li:first-of-type': { gridColumn: '1 / -1' },
    [from.phone]: { gap: space.wide },
    [from.tablet]: {
      ...columns(3),
      '&[data-columns="2"]': columns(2),
      '&[data-columns="4"]': columns(4),
      '&[data-odd] > li:first-of-type': { gridColumn: 'auto' },
    },
  },
  '&[data-layout=columns]': {
    columns: 2,
    columnGap: space.tight,
    '& > li': { breakInside: 'avoid', marginBottom: space.tight },
    [from.phone]: { columnGap: space.wide, '& > li': { marginBottom: space.wide } },
    [from.tablet]: { columns: 3 },
  },
  '&[data-layout=filmstrip]': {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'min(80%, 26rem)',
    gap: space.item,
    overflowX: 'auto',
    overscrollBehaviorX: 'contain',
    scrollSnapType: 'x proximity',
    paddingBlock: `0.375rem ${space.small}`,
    scrollbarWidth: 'thin',
    '& > li': { scrollSnapAlign: 'start' },
    '& > li:first-of-type': { marginLeft: '0.375rem' },
  },
});

/** How many pictures stand side by side in a large window, so that none is alone in the last row. */
const columnsOf = (count: number) => (count === 4 || count === 2 ? 2 : count % 3 === 1 ? 4 : 3);

const displayWidths: Record<'columns' | 'filmstrip', DisplayWidth> = {
  columns: { narrow: 0.49, tablet: 0.32 },
  filmstrip: 26,
};

/** Pictures that are shown larger when they are pressed. */
export function Gallery({ id, layout, items, enlarge, close, previous, next, ...head }: BlockOf<'gallery'>) {
  const { number } = useContext(BlockPlace);
  const common = useCommonCrop(items);
  const nameOf = (index: number) =>
    `${id ?? `block-${number}`}-${((index + items.length) % items.length) + 1}`;
  const displayWidth = (index: number): DisplayWidth => {
    if (layout !== 'grid') return displayWidths[layout];
    const narrow = index === 0 && items.length % 2 === 1 ? 0.98 : 0.49;
    return { narrow, tablet: 0.97 / columnsOf(items.length) };
  };
  return (
    <div>
      <SectionHead {...head} />
      <List
        data-layout={layout}
        data-columns={columnsOf(items.length)}
        data-odd={items.length % 2 === 1 ? '' : undefined}
      >
        {items.map((item, index) => (
          <GalleryPicture
            key={index}
            item={item}
            name={nameOf(index)}
            turns={[nameOf(index - 1), nameOf(index + 1)]}
            displayWidth={displayWidth(index)}
            align={layout === 'columns' ? undefined : (common ?? 'landscape')}
            // Nobody should have to move a text sideways to read it.
            captioned={layout !== 'filmstrip'}
            words={{ enlarge, close, previous, next }}
          />
        ))}
      </List>
    </div>
  );
}
