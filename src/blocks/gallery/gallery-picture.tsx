import styled from '@emotion/styled';
import type { Crop } from '../../../schema/base/crop.ts';
import type { BlockOf } from '../../../schema/blocks/index.ts';
import type { DisplayWidth } from '../../design/display-width.ts';
import { Glyph } from '../../design/icon.tsx';
import { InlineText } from '../../design/inline-text.tsx';
import { Picture } from '../../design/picture.tsx';
import { color, radius, raisedBox, size, space } from '../../design/theme.ts';

const Figure = styled.figure({
  display: 'grid',
  gap: space.tight,
  '& figcaption': { fontSize: size.note, color: color.muted },
});
const Enlarge = styled.button({
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
// Over everything, until it is closed: by its button, by Escape or by a press beside the picture.
const Large = styled.div({
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
const Bar = styled.div({ display: 'flex', gap: space.tight, '& > :last-child': { marginLeft: 'auto' } });
const Control = styled.button({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space.tight,
  minWidth: '2.75rem',
  minHeight: '2.75rem',
  padding: `0 ${space.tight}`,
  border: 0,
  background: 'none',
  borderRadius: radius,
  fontWeight: 650,
  cursor: 'pointer',
  '&:hover': { background: color.accentWash },
});

interface Props {
  item: BlockOf<'gallery'>['items'][number];
  /** No other picture of the page has it. */
  name: string;
  /** The names of the picture before it and of the one after. */
  turns: readonly [previous: string, next: string];
  displayWidth: DisplayWidth;
  align: Crop | undefined;
  /** Whether the caption stands below the small picture too. */
  captioned: boolean;
  words: Pick<BlockOf<'gallery'>, 'enlarge' | 'close' | 'previous' | 'next'>;
}

/** A picture, and the same one large: what a browser loads of that it loads when it is opened. */
export function GalleryPicture({
  item: { text, ...picture },
  name,
  turns: [before, after],
  displayWidth,
  align,
  captioned,
  words,
}: Props) {
  const caption = text && (
    <figcaption>
      <InlineText>{text}</InlineText>
    </figcaption>
  );
  return (
    <li>
      <Figure>
        <Enlarge type="button" popoverTarget={name}>
          <Picture {...picture} displayWidth={displayWidth} align={align} />
          <span className="for-screen-readers">: {words.enlarge}</span>
        </Enlarge>
        {captioned && caption}
      </Figure>
      <Large id={name} popover="auto" role="dialog" aria-label={picture.alt}>
        <Bar>
          <Control type="button" popoverTarget={before} data-turn="previous">
            <Glyph name="previous" path="m15 6-6 6 6 6" />
            <span className="for-screen-readers">{words.previous}</span>
          </Control>
          <Control type="button" popoverTarget={after} data-turn="next">
            <Glyph name="next" path="m9 6 6 6-6 6" />
            <span className="for-screen-readers">{words.next}</span>
          </Control>
          <Control type="button" popoverTarget={name} popoverTargetAction="hide">
            <Glyph name="close" />
            {words.close}
          </Control>
        </Bar>
        <figure>
          <Picture {...picture} displayWidth={{ narrow: 1.07, desktop: 1.15 }} />
          {caption}
        </figure>
      </Large>
    </li>
  );
}
