import styled from '@emotion/styled';
import { type ComponentProps, useContext } from 'react';
import { type Crop, crops, type Focus, croppedSize, type PartOfPicture } from '../../schema/content/crop.ts';
import {
  maxHeightWidths,
  type Cut,
  type RenderedPicture,
  formats,
  isDrawing,
  type PictureVersion,
  PictureListener,
  type DisplayWidth,
  isTallPicture,
  sizesAttribute,
  widthsNeeded,
} from './picture-data.ts';
import { type PictureData, Pictures, BlockPositionContext } from './page-context.ts';
import { color, from, radius } from './theme.ts';
import { isSvg, encodePath } from '../../schema/content/file-types.ts';
import { siteUrl } from './site-url.ts';

const positionOf = (focus: Focus) => focus.replace('-', ' ');

/** A picture with the width of its container, in its original aspect ratio. */
export const Image = styled.img({ width: '100%', height: 'auto', borderRadius: radius });

/** A tall photo, limited in height and therefore narrower than its container. */
const TallImage = styled.img<{ ratio: number }>(({ ratio }) => ({
  width: `min(100%, ${maxHeightWidths(ratio).join(', ')})`,
  height: 'auto',
  borderRadius: radius,
}));

/** A picture with the aspect ratio of a crop: cropped, or with `whole` fitted inside. */
const CroppedImage = styled.img<{ crop: Crop; focus: Focus; whole: boolean }>(({ crop, focus, whole }) => ({
  width: '100%',
  height: 'auto',
  aspectRatio: `${Number(crops[crop].toFixed(4))}`,
  objectFit: whole ? 'contain' : 'cover',
  ...(focus === 'center' || whole ? {} : { objectPosition: positionOf(focus) }),
  borderRadius: radius,
}));

/** A picture of which phones show a part, as wide as its container. */
const PartOnPhones = styled.picture<{ shown: PartOfPicture; whole: readonly [number, number] }>(
  ({ shown: { left, top, width, height }, whole }) => ({
    [from.belowPhone]: {
      display: 'block',
      position: 'relative',
      overflow: 'hidden',
      aspectRatio: `${Math.round(whole[0] * width)} / ${Math.round(whole[1] * height)}`,
      border: `1px solid ${color.line}`,
      borderRadius: radius,
      // More specific than what blocks say about their pictures.
      '&&& > img': {
        position: 'absolute',
        // Of the window: pictures are not mirrored.
        inset: `${percent(-top / height)} auto auto ${percent(-left / width)}`,
        width: percent(100 / width),
        maxWidth: 'none',
        aspectRatio: `${whole[0]} / ${whole[1]}`,
        border: 0,
        borderRadius: 0,
      },
    },
  }),
);
const percent = (share: number) => `${Number((100 * share).toFixed(2))}%`;

/** How wide the whole picture is if phones show a part of it. */
const enlarged = (shown: DisplayWidth, { width }: PartOfPicture): DisplayWidth =>
  typeof shown === 'number'
    ? shown
    : { ...shown, phone: shown.phone ?? shown.narrow, narrow: times(shown.narrow, 100 / width) };
const times = (width: number | `${number}rem`, factor: number) =>
  typeof width === 'number' ? width * factor : (`${Number.parseFloat(width) * factor}rem` as const);

/** The background that pictures are drawn for (see docs/look.md). */
export const dottedGround =
  `var(--pattern,radial-gradient(${color.line} 1px, transparent 1.5px) 50% 50% / 1.5rem 1.5rem) ` +
  color.raised;

/** A panel with this background and one picture. */
export const PicturePanel = styled((props: ComponentProps<'div'>) => <div data-panel="" {...props} />)({
  padding: 'clamp(0.5rem, 1.5vw, 1.25rem)',
  border: `1px solid ${color.line}`,
  borderRadius: radius,
  background: dottedGround,
  '& img': { marginInline: 'auto', borderRadius: 0 },
});

/** Like `PicturePanel`, for photos, which fill the panel. */
export const PictureFrame = styled(PicturePanel)({
  '&:has(img:not([src$=".svg" i], [src$=".png" i]))': {
    padding: 0,
    border: 0,
    background: 'none',
    '& img': { borderRadius: radius },
  },
});

interface Props {
  src: string;
  alt: string;
  displayWidth: DisplayWidth;
  main?: boolean;
  width?: number;
  height?: number;
  /** The crop. */
  crop?: Crop;
  focus?: Focus;
  /** The part that phones show. */
  onPhones?: PartOfPicture | undefined;
  /** The aspect ratio of the container: photos are cropped to it, drawings fitted inside. */
  align?: Crop;
}

/**
 * A picture whose space is reserved until it loads. `main` marks the most important picture of a block. The
 * size of a picture on another site is only known to the page.
 */
export function Picture(props: Props) {
  const { src, alt, main = false, crop, focus = 'center', align, onPhones: part, ...outside } = props;
  const displayWidth = part ? enlarged(props.displayWidth, part) : props.displayWidth;
  const data = useContext(Pictures)[src];
  const priority = useContext(BlockPositionContext).first && main;
  const place = crop ?? align;
  const whole = crop === undefined && isDrawing(src);
  // The part is one of the whole picture, which browsers crop in larger windows.
  const cut = place && !whole && !part ? { crop: place, focus } : undefined;
  const [width = outside.width, height = outside.height] = data ?? [];
  const ratio =
    place === undefined && width && height && isTallPicture(displayWidth, width / height) && !isSvg(src)
      ? width / height
      : undefined;
  const versions = data ? versionsOf(data, displayWidth, cut, ratio) : [];
  const picture = { src, priority, sizes: sizesAttribute(displayWidth, ratio), versions };
  useContext(PictureListener)(picture);
  // Versions of a cropped photo are already cropped; other pictures are cropped by the browser.
  const size =
    cut && versions.length > 0 && width && height ? croppedSize([width, height], cut.crop) : [width, height];
  const attributes = {
    src: siteUrl(encodePath(src)),
    alt,
    width: size[0],
    height: size[1],
    ...(priority
      ? { fetchPriority: 'high' as const }
      : { loading: 'lazy' as const, decoding: 'async' as const }),
  };
  const content = (
    <>
      {versions.length > 0 &&
        formats.map((format) => (
          <source
            key={format}
            type={`image/${format}`}
            srcSet={srcSet(picture, format)}
            sizes={picture.sizes}
          />
        ))}
      {place ? (
        <CroppedImage {...attributes} crop={place} focus={focus} whole={whole} />
      ) : ratio === undefined ? (
        <Image {...attributes} />
      ) : (
        <TallImage {...attributes} ratio={ratio} />
      )}
    </>
  );
  if (!part || !width || !height) return <picture>{content}</picture>;
  return (
    <PartOnPhones shown={part} whole={[width, height]}>
      {content}
    </PartOnPhones>
  );
}

/** Returns the `srcset` of a picture in one format. */
export function srcSet({ versions }: RenderedPicture, format: PictureVersion['format']): string {
  return versions
    .filter((version) => version.format === format)
    .map(({ address, width }) => `${siteUrl(address)} ${width}w`)
    .join(',');
}

function versionsOf(
  [width, height, start]: PictureData,
  shown: DisplayWidth,
  cut: Cut | undefined,
  ratio: number | undefined,
): PictureVersion[] {
  if (start === undefined) return [];
  const own = cut ? croppedSize([width, height], cut.crop)[0] : width;
  const part = cut ? `${cut.crop}-${cut.focus === 'center' ? '' : `${cut.focus}-`}` : '';
  return formats.flatMap((format) =>
    widthsNeeded(shown, own, ratio).map((wide) => ({
      address: `${start}-${part}${wide}.${format}`,
      width: wide,
      format,
      cut,
    })),
  );
}
