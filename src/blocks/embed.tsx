import styled from '@emotion/styled';
import { useContext, useState } from 'react';
import { type Embed, shownIn } from '../../schema/fields/embed-providers.ts';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { primary, secondary } from '../ui/actions.tsx';
import { BlockPositionContext } from '../ui/page-context.ts';
import { Glyph } from '../ui/icon.tsx';
import { InlineText } from '../ui/inline-text.tsx';
import { dottedGround, Picture } from '../ui/picture.tsx';
import { SectionHead } from '../ui/section-head.tsx';
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
} from '../ui/design-tokens.ts';

const Frame = styled.div({
  [from.desktop]: { '&[data-layout=beside]': { ...twoColumnSection, alignItems: 'center' } },
});
const Stage = styled.div({
  ...raisedBox,
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  // Not `hidden`, so that the stage grows with a button in large text.
  overflow: 'clip',
  background: dottedGround,
  '&[data-ratio=low]': { minHeight: '9.5rem' },
  '&[data-ratio=wide]': { aspectRatio: '16 / 9' },
  '&[data-ratio=classic]': { aspectRatio: '4 / 3' },
  '&[data-ratio=square]': { aspectRatio: '1', maxWidth: '40rem' },
  '&[data-ratio=tall]': { aspectRatio: '9 / 16', maxWidth: '24rem' },
  // Without a picture, the stage is empty until the frame is loaded.
  '&[data-ratio]:not(:has(img, iframe))': { aspectRatio: 'auto', minHeight: '14rem' },
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
  position: 'relative',
  maxWidth: `calc(100% - 2 * ${space.item})`,
  marginBlock: space.item,
  gap: space.tight,
  // Separates the button from a picture of the same colour.
  boxShadow: `0 0 0 2px ${color.ground}, ${shadow}`,
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

const Show = styled.a(secondary);
const PlaceList = styled.ul({
  display: 'grid',
  gap: space.hair,
  marginTop: space.small,
  '& a': { ...touchRow, gap: space.hair, fontWeight: 650 },
  '& svg': { width: '1rem', height: '1rem' },
  '& p': { color: color.muted, maxWidth: measure.text },
});

const ratios: Record<Embed['kind'], NonNullable<BlockOf<'embed'>['ratio']>> = {
  film: 'wide',
  map: 'wide',
  sound: 'low',
  sounds: 'classic',
  other: 'wide',
};

// The frame has a different origin than the page, so it cannot remove its sandbox.
const rights =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms ' +
  'allow-presentation';

const frameAttributes = {
  allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
  referrerPolicy: 'strict-origin-when-cross-origin',
} as const;

// The frame gets the focus, because the button that had it no longer exists.
const focus = (frame: HTMLIFrameElement | null) => frame?.focus();

type Props = BlockOf<'embed'>;

/** The places on a map, as links. */
function MapPlaces({ places }: Required<Pick<Props, 'places'>>) {
  return (
    <PlaceList>
      {places.map(({ label, address, text }) => (
        <li key={address}>
          <a href={address}>
            {label}
            <Glyph name="outside" />
          </a>
          <InlineText as="p">{text}</InlineText>
        </li>
      ))}
    </PlaceList>
  );
}

/** Content from another site, which is only loaded after the visitor agrees. */
export function Embed(block: Props) {
  const { share } = useContext(BlockPositionContext);
  // A small block is part of a static block, so it cannot be interactive.
  return share === undefined ? <InteractiveEmbed {...block} /> : <StaticEmbed {...block} share={share} />;
}

function InteractiveEmbed(block: Props) {
  const { layout, places, title, image, agree, note, elsewhere, ...head } = block;
  const shown = shownIn(block);
  const label = (
    <>
      {shown?.kind !== 'map' && <Glyph name="play" />}
      {agree}
      <span className="for-screen-readers">: {title}</span>
    </>
  );
  const [agreed, setAgreed] = useState(false);
  return (
    <Frame data-layout={layout}>
      <SectionHead {...head} />
      <div>
        <figure>
          <Stage data-ratio={block.ratio ?? ratios[shown?.kind ?? 'other']}>
            {agreed && shown ? (
              <iframe {...frameAttributes} sandbox={rights} ref={focus} src={shown.frame} title={title} />
            ) : (
              <>
                {image && (
                  <Picture
                    {...image}
                    displayWidth={{ narrow: 1, desktop: layout === 'beside' ? 0.48 : 1 }}
                    main
                  />
                )}
                <Agree type="button" onClick={() => setAgreed(true)}>
                  {label}
                </Agree>
                <noscript>
                  <Leave href={shown?.address}>{label}</Leave>
                </noscript>
              </>
            )}
          </Stage>
          <Words>
            <InlineText as="p">{note}</InlineText>
            {elsewhere !== undefined && (
              <a href={shown?.address}>
                {elsewhere}
                <Glyph name="outside" />
              </a>
            )}
          </Words>
        </figure>
        {places && <MapPlaces places={places} />}
      </div>
    </Frame>
  );
}

/**
 * A map without script: the link opens in the frame, which is empty and transparent until then. The picture is
 * behind the frame.
 */
function StaticEmbed(block: Props & { share: number }) {
  const { places, title, image, agree, note, elsewhere, share } = block;
  const shown = shownIn(block);
  const { number } = useContext(BlockPositionContext);
  const name = `${number}-${title}`;
  return (
    <div>
      <figure>
        <Stage data-ratio={block.ratio ?? 'wide'}>
          {image && <Picture {...image} displayWidth={{ narrow: 1, tablet: share }} />}
          {/* An empty frame has the origin of the page, so a sandbox has no effect. Only maps use this component. */}
          {/* oxlint-disable-next-line react/iframe-missing-sandbox -- see above */}
          <iframe name={name} title={title} referrerPolicy="strict-origin-when-cross-origin" />
        </Stage>
        <Words>
          <Show href={shown?.frame} target={name}>
            {agree}
            <span className="for-screen-readers">: {title}</span>
          </Show>
          <InlineText as="p">{note}</InlineText>
          {elsewhere !== undefined && (
            <a href={shown?.address}>
              {elsewhere}
              <Glyph name="outside" />
            </a>
          )}
        </Words>
      </figure>
      {places && <MapPlaces places={places} />}
    </div>
  );
}
