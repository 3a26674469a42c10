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
 * The media query of windows that show the whole of a picture with a file for phones. In narrower windows, the text in
 * a screenshot is smaller than 13 pixels.
 */
export const wholePictureQuery = '(min-width:75rem)';
// Not in print, although paper is as narrow, because the file may not be loaded by then.
const phoneFileQuery = 'screen and (max-width:74.99rem)';
/** Windows that show the file for phones and have space for text next to it. */
export const textNextToPhoneFile = `@media ${phoneFileQuery} and (min-width:40rem)`;

/** Returns the part of a picture that phones show, unless they show a separate file. */
export const toCroppedPart = ({ left, top, width, height }: OnPhones): PictureRegion | undefined =>
  left === undefined || top === undefined || width === undefined || height === undefined
    ? undefined
    : { left, top, width, height };

/** A picture that is cropped to a part on phones, where it is as wide as its container. */
export const PhonePart = styled.picture<{ shown: PictureRegion; whole: readonly [number, number] }>(
  ({ shown: { left, top, width, height }, whole }) => ({
    [from.belowPhone]: {
      display: 'block',
      position: 'relative',
      overflow: 'hidden',
      aspectRatio: `${Math.round(whole[0] * width)} / ${Math.round(whole[1] * height)}`,
      border: `1px solid ${color.line}`,
      borderRadius: radius,
      // More specific than the styles of blocks for their pictures.
      '&&& > img': {
        position: 'absolute',
        // Not logical directions, because pictures are not mirrored.
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

/** Returns the display width of the whole picture if phones show a part of it. */
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

/** A picture with a file for phones. Its width is limited, so that its text is not too large in larger windows. */
export const PhoneFile = styled.picture<{ size: PictureData | undefined }>(({ size }) => ({
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

/** The file for phones, in all its formats. */
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
