import type { PictureData } from '../../schema/resolve/page-view.ts';
import styled from '@emotion/styled';
import { useContext } from 'react';
import type { PictureRegion } from '../../schema/fields/crop.ts';
import { encodePath } from '../../schema/fields/file-types.ts';
import type { OnPhones } from '../../schema/fields/picture-fields.ts';
import { PicturesContext } from './page-context.ts';
import {
  type DisplayWidth,
  pictureFormats,
  PictureListener,
  type RenderedPicture,
  toSizesAttribute,
  toSrcSet,
  createVersions,
} from './picture-data.ts';
import { toSiteUrl } from './site-url.ts';
import { color, from, radius } from './design-tokens.ts';

/**
 * The media query for windows that show the whole picture, if the picture has a separate file for phones. In narrower
 * windows, the text in a screenshot would be smaller than 13 pixels.
 */
export const wholePictureQuery = '(min-width:75rem)';
// Only matches screens. Paper is as narrow, but the phone file may not be loaded when the visitor prints the page.
const phoneFileQuery = 'screen and (max-width:74.99rem)';
/** The media query for windows that show the phone file and are wide enough for text next to it. */
export const textNextToPhoneFile = `@media ${phoneFileQuery} and (min-width:40rem)`;

/** Returns the part of a picture that phones show. Returns `undefined` if phones show a separate file instead. */
export const toCroppedPart = ({ left, top, width, height }: OnPhones): PictureRegion | undefined =>
  left === undefined || top === undefined || width === undefined || height === undefined
    ? undefined
    : { left, top, width, height };

/** A picture as wide as its container. Phones only show a part of the picture. */
export const PhonePart = styled.picture<{ shown: PictureRegion; whole: readonly [number, number] }>(
  ({ shown: { left, top, width, height }, whole }) => ({
    [from.belowPhone]: {
      display: 'block',
      position: 'relative',
      overflow: 'hidden',
      aspectRatio: `${Math.round(whole[0] * width)} / ${Math.round(whole[1] * height)}`,
      border: `1px solid ${color.line}`,
      borderRadius: radius,
      // The tripled `&` overrides the picture styles of blocks.
      '&&& > img': {
        position: 'absolute',
        // Physical directions, because pictures are not mirrored in right-to-left layout.
        inset: `${toPercent(-top / height)} auto auto ${toPercent(-left / width)}`,
        width: toPercent(100 / width),
        maxWidth: 'none',
        aspectRatio: `${whole[0]} / ${whole[1]}`,
        border: 0,
      },
    },
  }),
);
const toPercent = (share: number) => `${Number((100 * share).toFixed(2))}%`;

/** Returns the display width that a picture needs if phones only show a part of it. */
export const enlargeDisplayWidth = (displayWidth: DisplayWidth, { width }: PictureRegion): DisplayWidth =>
  typeof displayWidth === 'number'
    ? displayWidth
    : {
        ...displayWidth,
        phone: displayWidth.phone ?? displayWidth.narrow,
        narrow: scaleWidth(displayWidth.narrow, 100 / width),
      };
const scaleWidth = (width: number | `${number}rem`, factor: number) =>
  typeof width === 'number' ? width * factor : (`${Number.parseFloat(width) * factor}rem` as const);

/**
 * A picture with a separate file for phones. The width limit keeps the text in it from becoming too large in wider
 * windows.
 */
export const PhonePicture = styled.picture<{ size: PictureData | undefined }>(({ size }) => ({
  [`@media ${phoneFileQuery}`]: {
    '&&& > img': {
      width: 'min(100%, 32rem)',
      ...(size && { aspectRatio: `${size[0]} / ${size[1]}` }),
    },
  },
}));

interface Props {
  src: string;
  displayWidth: DisplayWidth;
  priority: boolean;
}

/** The `<source>` elements for the phone file, one for each picture format. */
export function PhoneSources({ src, displayWidth, priority }: Props) {
  const data = useContext(PicturesContext)[src];
  const versions = data ? createVersions(data, displayWidth, undefined, undefined) : [];
  const picture: RenderedPicture = {
    src,
    priority,
    sizes: toSizesAttribute(displayWidth),
    versions,
    media: phoneFileQuery,
  };
  useContext(PictureListener)(picture);
  const sharedAttributes = { media: phoneFileQuery, width: data?.[0], height: data?.[1] };
  if (versions.length === 0) return <source {...sharedAttributes} srcSet={toSiteUrl(encodePath(src))} />;
  return pictureFormats.map((format) => (
    <source
      key={format}
      {...sharedAttributes}
      type={`image/${format}`}
      srcSet={toSrcSet(picture, format)}
      sizes={picture.sizes}
    />
  ));
}
