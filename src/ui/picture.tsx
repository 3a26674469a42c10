import styled from '@emotion/styled';
import { type ComponentProps, type ReactNode, useContext } from 'react';
import { type Crop, crops, type Focus, toCropSize } from '../../schema/fields/crop.ts';
import type { OnPhones } from '../../schema/fields/picture-fields.ts';
import {
  toMaxHeightWidths,
  type RenderedPicture,
  pictureFormats,
  isGraphic,
  PictureListener,
  type DisplayWidth,
  isTallPicture,
  toSizesAttribute,
  toSrcSet,
  createVersions,
} from './picture-data.ts';
import { PicturesContext, BlockPositionContext } from './page-context.ts';
import {
  enlargeDisplayWidth,
  PhonePicture,
  wholePictureQuery,
  toCroppedPart,
  PhonePart,
  PhoneSources,
} from './phone-picture.tsx';
import { color, radius } from './design-tokens.ts';
import { isSvg, encodePath } from '../../schema/fields/file-types.ts';
import { toSiteUrl } from './site-url.ts';

const toObjectPosition = (focus: Focus) => focus.replace('-', ' ');

/** A picture as wide as its container, in its original aspect ratio. */
export const Image = styled.img({ width: '100%', height: 'auto', borderRadius: radius });

/** A tall photo, which is narrower than its container because its height is limited. */
const TallImage = styled.img<{ ratio: number }>(({ ratio }) => ({
  width: `min(100%, ${toMaxHeightWidths(ratio).join(', ')})`,
  height: 'auto',
  borderRadius: radius,
}));

/** A picture with the aspect ratio of a crop. If `whole` is set, the whole picture is fitted into the crop. */
const CroppedImage = styled.img<{ crop: Crop; focus: Focus; whole: boolean }>(({ crop, focus, whole }) => ({
  width: '100%',
  height: 'auto',
  aspectRatio: `${Number(crops[crop].toFixed(4))}`,
  objectFit: whole ? 'contain' : 'cover',
  ...(focus === 'center' || whole ? {} : { objectPosition: toObjectPosition(focus) }),
  borderRadius: radius,
}));

/** The background for pictures that are drawn on dots (see docs/look.md). */
export const dottedBackground =
  `var(--pattern,radial-gradient(${color.line} 1px, transparent 1.5px) 50% 50% / 1.5rem 1.5rem) ` +
  color.raised;

/** A panel with `dottedBackground` and one picture. */
export const PicturePanel = styled((props: ComponentProps<'div'>) => <div data-panel="" {...props} />)({
  padding: 'clamp(0.5rem, 1.5vw, 1.25rem)',
  border: `1px solid ${color.line}`,
  borderRadius: radius,
  background: dottedBackground,
  '& img': { marginInline: 'auto', borderRadius: 0 },
});

/** A `PicturePanel` that photos fill completely. */
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
  crop?: Crop;
  focus?: Focus;
  /** The part of the picture that phones show, or the separate file for phones. */
  onPhones?: OnPhones | undefined;
  /** A `<source>` element that precedes all other `<source>` elements. */
  source?: ReactNode;
  /** The aspect ratio of the container. Photos are cropped to this ratio. Graphics are fitted into the container. */
  align?: Crop;
}

/**
 * A picture that reserves its space before it is loaded. `main` marks the most important picture of a block. If the
 * picture is on a different site, its size is only known from `width` and `height`.
 */
export function Picture(props: Props) {
  const { src, alt, main = false, crop, focus = 'center', align, onPhones, source, ...sizeProps } = props;
  const shownPart = onPhones && toCroppedPart(onPhones);
  const phoneFile = onPhones?.src;
  const displayWidth = shownPart ? enlargeDisplayWidth(props.displayWidth, shownPart) : props.displayWidth;
  const sizes = useContext(PicturesContext);
  const data = sizes[src];
  const priority = useContext(BlockPositionContext).first && main;
  const shownCrop = crop ?? align;
  const isWhole = crop === undefined && isGraphic(src);
  // The part for phones is a part of the uncropped picture, so the page loads the uncropped picture. In larger windows,
  // the browser crops it.
  const pictureCrop = shownCrop && !isWhole && !shownPart ? { crop: shownCrop, focus } : undefined;
  const [width = sizeProps.width, height = sizeProps.height] = data ?? [];
  const ratio =
    shownCrop === undefined && width && height && isTallPicture(displayWidth, width / height) && !isSvg(src)
      ? width / height
      : undefined;
  const versions = data ? createVersions(data, displayWidth, pictureCrop, ratio) : [];
  const picture: RenderedPicture = {
    src,
    priority,
    sizes: toSizesAttribute(displayWidth, ratio),
    versions,
    ...(phoneFile !== undefined && { media: wholePictureQuery }),
  };
  useContext(PictureListener)(picture);
  // The versions of a cropped photo already have the size of the crop. Browsers crop all other pictures.
  const shownSize =
    pictureCrop && versions.length > 0 && width && height
      ? toCropSize([width, height], pictureCrop.crop)
      : [width, height];
  const attributes = {
    src: toSiteUrl(encodePath(src)),
    alt,
    width: shownSize[0],
    height: shownSize[1],
    ...(priority
      ? { fetchPriority: 'high' as const }
      : { loading: 'lazy' as const, decoding: 'async' as const }),
  };
  const content = (
    <>
      {source}
      {versions.length > 0 &&
        pictureFormats.map((format) => (
          <source
            key={format}
            type={`image/${format}`}
            srcSet={toSrcSet(picture, format)}
            sizes={picture.sizes}
          />
        ))}
      {shownCrop ? (
        <CroppedImage {...attributes} crop={shownCrop} focus={focus} whole={isWhole} />
      ) : ratio === undefined ? (
        <Image {...attributes} />
      ) : (
        <TallImage {...attributes} ratio={ratio} />
      )}
    </>
  );
  if (phoneFile !== undefined)
    return (
      <PhonePicture data-phone="" size={sizes[phoneFile]}>
        <PhoneSources src={phoneFile} displayWidth={props.displayWidth} priority={priority} />
        {content}
      </PhonePicture>
    );
  if (!shownPart || !width || !height) return <picture>{content}</picture>;
  return (
    <PhonePart shown={shownPart} whole={[width, height]}>
      {content}
    </PhonePart>
  );
}
