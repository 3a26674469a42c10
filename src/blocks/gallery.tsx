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
    [from.phone]: { gap: space.wide },
    [from.tablet]: columns(3),
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

const displayWidths: Record<BlockOf<'gallery'>['layout'], DisplayWidth> = {
  grid: { narrow: 0.49, tablet: 0.32 },
  columns: { narrow: 0.49, tablet: 0.32 },
  filmstrip: 26,
};

/** Pictures that are shown larger when they are pressed. */
export function Gallery({ id, layout, items, enlarge, close, ...head }: BlockOf<'gallery'>) {
  const { number } = useContext(BlockPlace);
  const common = useCommonCrop(items);
  return (
    <div>
      <SectionHead {...head} />
      <List data-layout={layout}>
        {items.map((item, index) => (
          <GalleryPicture
            key={index}
            item={item}
            name={`${id ?? `block-${number}`}-${index + 1}`}
            displayWidth={displayWidths[layout]}
            align={layout === 'columns' ? undefined : (common ?? 'landscape')}
            // Nobody should have to move a text sideways to read it.
            captioned={layout !== 'filmstrip'}
            words={{ enlarge, close }}
          />
        ))}
      </List>
    </div>
  );
}
