import styled from '@emotion/styled';
import { useContext } from 'react';
import { encodePath } from '../../schema/fields/file-types.ts';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { BlockPositionContext, PicturesContext } from '../ui/page-context.ts';
import { InlineText } from '../ui/inline-text.tsx';
import { ItemGrid } from '../ui/item-grid.tsx';
import { type DisplayWidth, useRowCrop } from '../ui/picture-data.ts';
import { Sound } from './media/sound.tsx';
import { textNextToPhoneFile } from '../ui/phone-picture.tsx';
import { Picture } from '../ui/picture.tsx';
import { PictureSectionFrame, SectionHead } from '../ui/section-head.tsx';
import { color, from, measure, raisedBox, size, space } from '../ui/design-tokens.ts';
import { toSiteUrl } from '../ui/site-url.ts';

type MediaItem = BlockByType<'media'>['items'][number];

const Figure = styled.figure({
  display: 'grid',
  gap: space.item,
  alignContent: 'start',
  '&[data-size=small]': { maxWidth: '20rem' },
  '&[data-size=medium]': { maxWidth: measure.text },
  '& > picture > img, & > video': raisedBox,
  '& > video': { width: '100%', height: 'auto' },
  // A portrait picture is next to its text. A video needs the full width, so its text is below the video.
  '[data-layout=portraits] > &:has(> picture)': {
    gridTemplateColumns: '4rem minmax(0, 1fr)',
    [from.phone]: { gridTemplateColumns: '6rem minmax(0, 1fr)', columnGap: space.wide },
  },
  '[data-layout=portraits] > & > figcaption': {
    alignContent: 'start',
    fontSize: size.body,
    lineHeight: 1.5,
    [from.phone]: { alignContent: 'center' },
  },
  '[data-layout=portraits] > & > picture > img': { border: 0 },
  '& figcaption': {
    display: 'grid',
    gap: space.hair,
    color: color.muted,
    fontSize: size.note,
    maxWidth: '42rem',
  },
  '& h3': { fontSize: size.item, color: color.ink },
});

const MediaFrame = styled(PictureSectionFrame)({
  // A single picture that has a phone file is next to the heading.
  [textNextToPhoneFile]: {
    '&:has(> div + div [data-phone]):not(:has(figure + figure))': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) max(22rem, 38.5%)',
      columnGap: space.wide,
      '& > div': { margin: 0 },
    },
  },
  // Chromium ignores `break-after: avoid` between a heading and a picture. Chromium does not break inline blocks, so
  // the heading and the picture are in an inline block.
  '@media print': {
    '&[data-layout=wide]:not(:has(figure + figure))': { display: 'inline-block', width: '100%' },
  },
});
const MediaParts = styled.div({ display: 'grid', gap: space.large, minWidth: 0 });

const columnCounts = { wide: 1, beside: 1, grid: 3, portraits: 2 } as const;
const displayWidths: Record<BlockByType<'media'>['layout'], DisplayWidth> = {
  wide: { narrow: 1 },
  beside: { narrow: 1, tablet: 0.48 },
  grid: { narrow: 1, phone: 0.49, tablet: 0.32 },
  portraits: { narrow: '4rem', phone: '6rem' },
};

const displayWidthsBySize: Record<NonNullable<MediaItem['size']>, DisplayWidth | undefined> = {
  small: 20,
  medium: { narrow: 1, tablet: 0.5 },
  full: undefined,
};

/** Pictures, videos and sounds with captions. */
export function Media({ layout, items, sounds, chapters, transcript, ...head }: BlockByType<'media'>) {
  const { inner: HeadingTag } = useContext(BlockPositionContext);
  const rowCrop = useRowCrop(items);
  const align = { grid: rowCrop, portraits: 'square' as const, wide: undefined, beside: undefined }[layout];
  return (
    <MediaFrame data-layout={layout}>
      <SectionHead {...head} />
      <MediaParts>
        {items.length > 0 && (
          <ItemGrid
            as="div"
            data-layout={layout}
            data-pace="quick"
            most={columnCounts[layout]}
            gap={layout === 'portraits' ? space.block : space.wide}
          >
            {items.map((item, index) => (
              <Figure key={item.src} data-size={item.size === 'full' ? undefined : item.size}>
                {item.video === undefined ? (
                  <Picture
                    {...item}
                    {...(layout === 'portraits' ? { crop: align } : { align })}
                    displayWidth={displayWidthsBySize[item.size ?? 'full'] ?? displayWidths[layout]}
                    main={index === 0}
                  />
                ) : (
                  <Video {...item.video} poster={item} />
                )}
                {(item.heading !== undefined || item.text) && (
                  <figcaption>
                    {item.heading !== undefined && <HeadingTag>{item.heading}</HeadingTag>}
                    <InlineText as="p">{item.text}</InlineText>
                  </figcaption>
                )}
              </Figure>
            ))}
          </ItemGrid>
        )}
        {sounds?.map((sound) => (
          <Sound key={sound.src} {...sound} labels={{ chapters, transcript }} />
        ))}
      </MediaParts>
    </MediaFrame>
  );
}

/** A video with the aspect ratio of its poster, so that loading the video causes no layout shift. */
function Video({ src, subtitles, poster }: { src: string; subtitles: string; poster: MediaItem }) {
  const [width, height] = useContext(PicturesContext)[poster.src] ?? [poster.width, poster.height];
  return (
    <video
      src={toSiteUrl(encodePath(src))}
      poster={toSiteUrl(encodePath(poster.src))}
      width={width}
      height={height}
      aria-label={poster.alt}
      controls
      preload="none"
    >
      <track kind="captions" src={toSiteUrl(encodePath(subtitles))} default />
    </video>
  );
}
