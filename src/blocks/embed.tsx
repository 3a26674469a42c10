import styled from '@emotion/styled';
import { useContext, useState } from 'react';
import { type Embed, resolveEmbed } from '../../schema/fields/embed-providers.ts';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { primaryButton, secondaryButton } from '../ui/actions.tsx';
import { BlockPositionContext } from '../ui/page-context.ts';
import { Glyph } from '../ui/icon.tsx';
import { InlineText } from '../ui/inline-text.tsx';
import { dottedBackground, Picture } from '../ui/picture.tsx';
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
  touchTarget,
} from '../ui/design-tokens.ts';

const Frame = styled.div({
  [from.desktop]: { '&[data-layout=beside]': { ...twoColumnSection, alignItems: 'center' } },
});
const Stage = styled.div({
  ...raisedBox,
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  // `clip` instead of `hidden`, so that the stage grows if enlarged text makes the button taller.
  overflow: 'clip',
  background: dottedBackground,
  '&[data-ratio=low]': { minHeight: '9.5rem' },
  '&[data-ratio=wide]': { aspectRatio: '16 / 9' },
  '&[data-ratio=classic]': { aspectRatio: '4 / 3' },
  '&[data-ratio=square]': { aspectRatio: '1', maxWidth: '40rem' },
  '&[data-ratio=tall]': { aspectRatio: '9 / 16', maxWidth: '24rem' },
  // Without a picture, the stage is empty until the content is loaded.
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
const agreeButtonStyles = {
  ...primaryButton,
  position: 'relative',
  maxWidth: `calc(100% - 2 * ${space.item})`,
  marginBlock: space.item,
  gap: space.tight,
  // Separates the button from a picture of the same colour.
  boxShadow: `0 0 0 2px ${color.ground}, ${shadow}`,
} as const;
const AgreeButton = styled.button({ ...agreeButtonStyles, '@media (scripting: none)': { display: 'none' } });
const AgreeLink = styled.a(agreeButtonStyles);
const Caption = styled.figcaption({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${space.hair} ${space.wide}`,
  marginTop: space.small,
  fontSize: size.note,
  color: color.muted,
  '& p': { maxWidth: measure.text },
  '& > a': { ...touchTarget, gap: space.hair },
  '& svg': { width: '1rem', height: '1rem' },
});

const ShowMapLink = styled.a(secondaryButton);
const PlaceList = styled.ul({
  display: 'grid',
  gap: space.hair,
  marginTop: space.small,
  '& a': { ...touchTarget, gap: space.hair, fontWeight: 650 },
  '& svg': { width: '1rem', height: '1rem' },
  '& p': { color: color.muted, maxWidth: measure.text },
});

const ratiosByKind: Record<Embed['kind'], NonNullable<BlockByType<'embed'>['ratio']>> = {
  film: 'wide',
  map: 'wide',
  sound: 'low',
  sounds: 'classic',
  other: 'wide',
};

// The embedded page has a different origin from this page, so scripts in it cannot remove the sandbox.
const sandboxPermissions =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms ' +
  'allow-presentation';

const frameAttributes = {
  allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
  referrerPolicy: 'strict-origin-when-cross-origin',
} as const;

// Moves the focus to the frame, because the frame has replaced the button that had the focus.
const focusFrame = (frame: HTMLIFrameElement | null) => frame?.focus();

type Props = BlockByType<'embed'>;

/** Links to the places on a map. */
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

/** Content from another site. It is not loaded until the visitor agrees. */
export function Embed(block: Props) {
  const { share } = useContext(BlockPositionContext);
  // A small block is inside a static block, so it cannot be interactive.
  return share === undefined ? <InteractiveEmbed {...block} /> : <StaticEmbed {...block} share={share} />;
}

function InteractiveEmbed(block: Props) {
  const { layout, places, title, image, agree, note, elsewhere, ...head } = block;
  const embed = resolveEmbed(block);
  const label = (
    <>
      {embed?.kind !== 'map' && <Glyph name="play" />}
      {agree}
      <span className="for-screen-readers">: {title}</span>
    </>
  );
  const [hasAgreed, setHasAgreed] = useState(false);
  return (
    <Frame data-layout={layout}>
      <SectionHead {...head} />
      <div>
        <figure>
          <Stage data-ratio={block.ratio ?? ratiosByKind[embed?.kind ?? 'other']}>
            {hasAgreed && embed ? (
              <iframe
                {...frameAttributes}
                sandbox={sandboxPermissions}
                ref={focusFrame}
                src={embed.frame}
                title={title}
              />
            ) : (
              <>
                {image && (
                  <Picture
                    {...image}
                    displayWidth={{ narrow: 1, desktop: layout === 'beside' ? 0.48 : 1 }}
                    main
                  />
                )}
                <AgreeButton type="button" onClick={() => setHasAgreed(true)}>
                  {label}
                </AgreeButton>
                <noscript>
                  <AgreeLink href={embed?.address}>{label}</AgreeLink>
                </noscript>
              </>
            )}
          </Stage>
          <Caption>
            <InlineText as="p">{note}</InlineText>
            {elsewhere !== undefined && (
              <a href={embed?.address}>
                {elsewhere}
                <Glyph name="outside" />
              </a>
            )}
          </Caption>
        </figure>
        {places && <MapPlaces places={places} />}
      </div>
    </Frame>
  );
}

/**
 * A map that works without JavaScript. The frame is in front of the picture, and is empty and transparent until a link
 * opens the map in it.
 */
function StaticEmbed(block: Props & { share: number }) {
  const { places, title, image, agree, note, elsewhere, share } = block;
  const embed = resolveEmbed(block);
  const { number } = useContext(BlockPositionContext);
  const name = `${number}-${title}`;
  return (
    <div>
      <figure>
        <Stage data-ratio={block.ratio ?? 'wide'}>
          {image && <Picture {...image} displayWidth={{ narrow: 1, tablet: share }} />}
          {/* An empty frame has the origin of the page, so a sandbox has no effect. Only maps use this component. */}
          {/* oxlint-disable-next-line react/iframe-missing-sandbox -- only shows maps */}
          <iframe name={name} title={title} referrerPolicy="strict-origin-when-cross-origin" />
        </Stage>
        <Caption>
          <ShowMapLink href={embed?.frame} target={name}>
            {agree}
            <span className="for-screen-readers">: {title}</span>
          </ShowMapLink>
          <InlineText as="p">{note}</InlineText>
          {elsewhere !== undefined && (
            <a href={embed?.address}>
              {elsewhere}
              <Glyph name="outside" />
            </a>
          )}
        </Caption>
      </figure>
      {places && <MapPlaces places={places} />}
    </div>
  );
}
