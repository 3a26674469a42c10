import styled from '@emotion/styled';
import { useState } from 'react';
import { type Embed, embedOf } from '../../schema/content/embed-providers.ts';
import type { BlockOf } from '../../schema/content/blocks/index.ts';
import { primary } from '../components/actions.tsx';
import { Glyph } from '../components/icon.tsx';
import { InlineText } from '../components/inline-text.tsx';
import { dottedGround, Picture } from '../components/picture.tsx';
import { SectionHead } from '../components/section-head.tsx';
import {
  color,
  from,
  twoColumnSection,
  measure,
  raisedBox,
  shadow,
  size,
  space,
  touchRow,
} from '../components/theme.ts';

const Frame = styled.div({
  [from.desktop]: { '&[data-layout=beside]': { ...twoColumnSection, alignItems: 'center' } },
});
const Stage = styled.div({
  ...raisedBox,
  position: 'relative',
  overflow: 'hidden',
  background: dottedGround,
  '&[data-ratio=wide]': { aspectRatio: '16 / 9' },
  '&[data-ratio=classic]': { aspectRatio: '4 / 3' },
  '&[data-ratio=square]': { aspectRatio: '1', maxWidth: '40rem' },
  '&[data-ratio=tall]': { aspectRatio: '9 / 16', maxWidth: '24rem' },
  '&[data-ratio=low]': { minHeight: '9.5rem' },
  '& img, & > iframe': {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    border: 0,
    borderRadius: 0,
    objectFit: 'cover',
  },
});
const agreement = {
  ...primary,
  position: 'absolute',
  inset: 0,
  width: 'fit-content',
  maxWidth: `calc(100% - 2 * ${space.item})`,
  height: 'fit-content',
  margin: 'auto',
  gap: space.tight,
  boxShadow: shadow,
} as const;
const Agree = styled.button({ ...agreement, '@media (scripting: none)': { display: 'none' } });
const Leave = styled.a(agreement);
const Words = styled.figcaption({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${space.hair} ${space.wide}`,
  marginTop: space.small,
  fontSize: size.note,
  color: color.muted,
  '& p': { maxWidth: measure.text },
  '& > a': { ...touchRow, gap: space.hair },
  '& svg': { width: '1rem', height: '1rem' },
});

const ratios: Record<Embed['kind'], NonNullable<BlockOf<'embed'>['ratio']>> = {
  film: 'wide',
  map: 'wide',
  sound: 'low',
  sounds: 'classic',
  other: 'wide',
};

// The frame has another origin than the page, so it cannot remove its sandbox.
const rights =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms ' +
  'allow-presentation';

// The button that had the focus no longer exists.
const focus = (frame: HTMLIFrameElement | null) => frame?.focus();

/** Content of another site. Nothing is loaded from there until the visitor agrees. */
export function Embed(block: BlockOf<'embed'>) {
  const { layout, address, title, image, subtitles, agree, note, elsewhere, ...head } = block;
  const embedded = embedOf(address, subtitles);
  const label = (
    <>
      {embedded?.kind !== 'map' && <Glyph name="play" />}
      {agree}
      <span className="for-screen-readers">: {title}</span>
    </>
  );
  const [agreed, setAgreed] = useState(false);
  return (
    <Frame data-layout={layout}>
      <SectionHead {...head} />
      <figure>
        <Stage data-ratio={block.ratio ?? ratios[embedded?.kind ?? 'other']}>
          {agreed && embedded ? (
            <iframe
              ref={focus}
              src={embedded.frame}
              title={title}
              allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
              sandbox={rights}
              referrerPolicy="strict-origin-when-cross-origin"
            />
          ) : (
            <>
              {image && (
                <Picture
                  {...image}
                  displayWidth={{ narrow: 1, desktop: layout === 'beside' ? 0.57 : 1 }}
                  main
                />
              )}
              <Agree type="button" onClick={() => setAgreed(true)}>
                {label}
              </Agree>
              <noscript>
                <Leave href={address}>{label}</Leave>
              </noscript>
            </>
          )}
        </Stage>
        <Words>
          <InlineText as="p">{note}</InlineText>
          {elsewhere !== undefined && (
            <a href={address}>
              {elsewhere}
              <Glyph name="outside" />
            </a>
          )}
        </Words>
      </figure>
    </Frame>
  );
}
