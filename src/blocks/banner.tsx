import styled from '@emotion/styled';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { Actions } from '../ui/actions.tsx';
import { InlineText } from '../ui/inline-text.tsx';
import { Picture } from '../ui/picture.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import { color, from, measure, radius, size, space } from '../ui/design-tokens.ts';

const BannerFigure = styled.figure({
  display: 'grid',
  'main > :is(section, div):has(> &)': { paddingTop: 0 },
  '& > picture > img': { borderRadius: 0, width: '100%' },
  // A minimum height, because a wide picture would otherwise be a thin strip on phones.
  '&[data-height=low] > picture > img': { minHeight: '13rem', maxHeight: '60vh' },
  '&[data-height=tall] > picture > img': { minHeight: '20rem', maxHeight: '80vh' },
});
const Caption = styled.figcaption({
  paddingBlock: space.small,
  fontSize: size.note,
  color: color.muted,
  '& > p': { maxWidth: measure.text },
});
const TextAbove = styled.div({ paddingBlock: space.block });
const Panel = styled.div({
  display: 'grid',
  gap: space.wide,
  position: 'relative',
  paddingTop: space.wide,
  '& > div:not(:last-child)': { marginBottom: 0 },
  [from.tablet]: {
    '[data-layout=panel] &': {
      width: 'fit-content',
      maxWidth: '34rem',
      marginTop: 'calc(-1 * clamp(5rem, 12vw, 11rem))',
      paddingBlock: `${space.large} 0`,
      paddingInline: `0 ${space.large}`,
      background: color.ground,
      borderStartEndRadius: radius,
      // Extends the background to the edge of the window.
      '&::before': {
        content: '""',
        position: 'absolute',
        insetBlock: 0,
        insetInlineEnd: '100%',
        width: '50vw',
        background: color.ground,
      },
    },
  },
});

/** A full-width picture with text above it, or on a panel that overlaps its edge. */
export function Banner({ layout, height, image, text, actions, ...head }: BlockByType<'banner'>) {
  const headText = head.heading ?? head.eyebrow ?? head.lead;
  const panelText = (headText !== undefined || actions.length > 0) && (
    <>
      <SectionHead {...head} />
      <Actions actions={actions} />
    </>
  );
  return (
    <>
      {layout === 'plain' && panelText && <TextAbove>{panelText}</TextAbove>}
      <BannerFigure data-layout={layout} data-height={height}>
        <Picture
          {...image}
          displayWidth={{ narrow: 1.07, desktop: 1.25 }}
          align={height === 'low' ? 'panorama' : 'wide'}
          main
        />
        {layout === 'panel' && panelText && (
          <div className="container">
            <Panel>{panelText}</Panel>
          </div>
        )}
        {text && (
          <Caption className="container">
            <InlineText as="p">{text}</InlineText>
          </Caption>
        )}
      </BannerFigure>
    </>
  );
}
