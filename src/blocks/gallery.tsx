import styled from '@emotion/styled';
import { useContext } from 'react';
import type { Crop } from '../../schema/fields/crop.ts';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { type DisplayWidth, useRowCrop } from '../ui/picture-data.ts';
import { Glyph } from '../ui/icon.tsx';
import { ItemGrid } from '../ui/item-grid.tsx';
import { InlineText } from '../ui/inline-text.tsx';
import { Picture } from '../ui/picture.tsx';
import {
  color,
  radius,
  raisedBox,
  size,
  space,
  from,
  touchTarget,
  equalColumns,
} from '../ui/design-tokens.ts';
import { BlockPositionContext } from '../ui/page-context.ts';
import { SectionFrame, SectionHead } from '../ui/section-head.tsx';

const Figure = styled.figure({
  display: 'grid',
  gap: space.tight,
  '& figcaption': { fontSize: size.note, color: color.muted },
});
const EnlargeButton = styled.button({
  ...raisedBox,
  display: 'block',
  position: 'relative',
  width: '100%',
  padding: 0,
  overflow: 'hidden',
  cursor: 'zoom-in',
  '& img': { transition: 'opacity .15s' },
  '&:hover img': { opacity: 0.88 },
});
// An overlay over the whole window. Its button, the Escape key or a click next to the picture closes it.
const LargeView = styled.div({
  position: 'fixed',
  inset: 0,
  width: '100%',
  height: '100%',
  maxWidth: 'none',
  maxHeight: 'none',
  margin: 0,
  padding: space.item,
  border: 0,
  color: color.ink,
  background: color.ground,
  overflow: 'auto',
  '&:popover-open': { display: 'grid', gridTemplateRows: 'auto minmax(0, 1fr)', gap: space.item },
  '& figure': {
    display: 'grid',
    gridTemplateRows: 'minmax(0, 1fr) auto',
    justifyItems: 'center',
    alignItems: 'center',
    gap: space.small,
    minHeight: 0,
  },
  '& img': {
    width: 'auto',
    maxWidth: '100%',
    height: 'auto',
    maxHeight: '100%',
    minHeight: 0,
    objectFit: 'contain',
  },
  '& figcaption': { maxWidth: '42rem', textAlign: 'center', color: color.muted },
});
const ControlBar = styled.div({
  display: 'flex',
  gap: space.tight,
  '& > :last-child': { marginInlineStart: 'auto' },
});
const Control = styled.button({
  ...touchTarget,
  justifyContent: 'center',
  gap: space.tight,
  minWidth: '2.75rem',
  padding: `0 ${space.tight}`,
  border: 0,
  background: 'none',
  borderRadius: radius,
  fontWeight: 650,
  cursor: 'pointer',
  '&:hover': { background: color.accentWash },
});

interface Props {
  item: BlockByType<'gallery'>['items'][number];
  /** The id of the large view, which is unique on the page. */
  name: string;
  /** The ids of the large views before and after this one. */
  turns: readonly [previous: string, next: string];
  displayWidth: DisplayWidth;
  align: Crop | undefined;
  /** Whether the caption is also shown below the thumbnail. */
  captioned: boolean;
  words: Pick<BlockByType<'gallery'>, 'enlarge' | 'close' | 'previous' | 'next'>;
}

/** A thumbnail and its large view. Browsers load the large picture when the view is opened. */
function GalleryPicture({
  item: { text, ...picture },
  name,
  turns: [previousId, nextId],
  displayWidth,
  align,
  captioned,
  words,
}: Props) {
  const caption = <InlineText as="figcaption">{text}</InlineText>;
  return (
    <li>
      <Figure>
        <EnlargeButton type="button" popoverTarget={name}>
          <Picture {...picture} displayWidth={displayWidth} align={align} />
          <span className="for-screen-readers">: {words.enlarge}</span>
        </EnlargeButton>
        {captioned && caption}
      </Figure>
      <LargeView id={name} popover="auto" role="dialog" aria-label={picture.alt}>
        <ControlBar>
          <Control type="button" popoverTarget={previousId} data-turn="previous">
            <Glyph name="previous" path="m15 6-6 6 6 6" />
            <span className="for-screen-readers">{words.previous}</span>
          </Control>
          <Control type="button" popoverTarget={nextId} data-turn="next">
            <Glyph name="next" path="m9 6 6 6-6 6" />
            <span className="for-screen-readers">{words.next}</span>
          </Control>
          <Control type="button" popoverTarget={name} popoverTargetAction="hide">
            <Glyph name="close" />
            {words.close}
          </Control>
        </ControlBar>
        <figure>
          <Picture {...picture} displayWidth={{ narrow: 1.07, desktop: 1.15 }} />
          {caption}
        </figure>
      </LargeView>
    </li>
  );
}

const List = styled(ItemGrid)({
  [from.belowPhone]: {
    ...equalColumns(2),
    gap: space.tight,
    // In a gallery with an odd number of pictures, the first picture fills a row.
    '& > li:first-of-type:nth-last-of-type(odd)': { gridColumn: '1 / -1' },
  },
  '&[data-layout=columns]': {
    display: 'block',
    columns: 2,
    columnGap: space.tight,
    '& > li': { breakInside: 'avoid', marginBottom: space.tight },
    [from.phone]: { columnGap: space.wide, '& > li': { marginBottom: space.wide } },
    [from.tablet]: { columns: 3 },
  },
  '&[data-layout=filmstrip]': {
    gridTemplateColumns: 'none',
    gridAutoFlow: 'column',
    gridAutoColumns: 'min(80%, 26rem)',
    gap: space.item,
    overflowX: 'auto',
    overscrollBehaviorX: 'contain',
    scrollSnapType: 'x proximity',
    paddingBlock: `0.375rem ${space.small}`,
    scrollbarWidth: 'thin',
    '& > li:nth-of-type(n)': { gridColumn: 'auto', scrollSnapAlign: 'start' },
    '& > li:first-of-type': { marginInlineStart: '0.375rem' },
  },
});

/** Returns the number of columns in large windows. The last row has at least two pictures. */
const toGalleryColumns = (count: number) => (count === 4 || count === 2 ? 2 : count % 3 === 1 ? 4 : 3);

const displayWidths: Record<'columns' | 'filmstrip', DisplayWidth> = {
  columns: { narrow: 0.49, tablet: 0.32 },
  filmstrip: 26,
};

/** A gallery of thumbnails, each of which opens in a large view. */
export function Gallery({
  id,
  layout,
  items,
  enlarge,
  close,
  previous,
  next,
  ...head
}: BlockByType<'gallery'>) {
  const { number } = useContext(BlockPositionContext);
  const rowCrop = useRowCrop(items);
  const columns = toGalleryColumns(items.length);
  const toViewId = (index: number) =>
    `${id ?? `block-${number}`}-${((index + items.length) % items.length) + 1}`;
  const toDisplayWidth = (index: number): DisplayWidth => {
    if (layout !== 'grid') return displayWidths[layout];
    const toRowShare = (isWide: boolean) => (isWide && items.length % 2 === 1 ? 0.98 : 0.49);
    const narrow = toRowShare(index === 0);
    const phone = toRowShare(index === items.length - 1);
    return { narrow, phone, [columns > 3 ? 'desktop' : 'tablet']: 0.97 / columns };
  };
  return (
    <SectionFrame>
      <SectionHead {...head} />
      <List data-layout={layout} most={columns}>
        {items.map((item, index) => (
          <GalleryPicture
            key={index}
            item={item}
            name={toViewId(index)}
            turns={[toViewId(index - 1), toViewId(index + 1)]}
            displayWidth={toDisplayWidth(index)}
            align={layout === 'columns' ? undefined : (rowCrop ?? 'landscape')}
            // Thumbnails in a filmstrip have no captions, because visitors might have to scroll horizontally to read a
            // caption.
            captioned={layout !== 'filmstrip'}
            words={{ enlarge, close, previous, next }}
          />
        ))}
      </List>
    </SectionFrame>
  );
}
