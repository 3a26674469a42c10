import type { PictureData } from '../../schema/resolve/page-view.ts';
import styled from '@emotion/styled';
import { useContext } from 'react';
import type { PartOfPicture } from '../../schema/fields/crop.ts';
import { encodePath } from '../../schema/fields/file-types.ts';
import type { OnPhones } from '../../schema/fields/picture-fields.ts';
import { Pictures } from './page-context.ts';
import {
  type DisplayWidth,
  pictureFormats,
  PictureListener,
  type RenderedPicture,
  sizesAttribute,
  srcSet,
  versionsOf,
} from './picture-data.ts';
import { siteUrl } from './site-url.ts';
import { color, from, radius } from './design-tokens.ts';

/**
 * The media query of windows that show the whole of a picture with a file for phones. In narrower windows, the text in
 * a screenshot is smaller than 13 pixels.
 */
export const fromWhole = '(min-width:75rem)';
// Not in print, although paper is as narrow, because the file may not be loaded by then.
const belowWhole = 'screen and (max-width:74.99rem)';
/** Windows that show the file for phones and have space for text next to it. */
export const fromPhoneBelowWhole = `@media ${belowWhole} and (min-width:40rem)`;

/** Returns the part of a picture that phones show, unless they show a separate file. */
export const croppedPart = ({ left, top, width, height }: OnPhones): PartOfPicture | undefined =>
  left === undefined || top === undefined || width === undefined || height === undefined
    ? undefined
    : { left, top, width, height };

/** A picture that is cropped to a part on phones, where it is as wide as its container. */
export const PartOnPhones = styled.picture<{ shown: PartOfPicture; whole: readonly [number, number] }>(
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
        inset: `${percent(-top / height)} auto auto ${percent(-left / width)}`,
        width: percent(100 / width),
        maxWidth: 'none',
        aspectRatio: `${whole[0]} / ${whole[1]}`,
        border: 0,
      },
    },
  }),
);
const percent = (share: number) => `${Number((100 * share).toFixed(2))}%`;

/** Returns the display width of the whole picture if phones show a part of it. */
export const enlarged = (shown: DisplayWidth, { width }: PartOfPicture): DisplayWidth =>
  typeof shown === 'number'
    ? shown
    : { ...shown, phone: shown.phone ?? shown.narrow, narrow: times(shown.narrow, 100 / width) };
const times = (width: number | `${number}rem`, factor: number) =>
  typeof width === 'number' ? width * factor : (`${Number.parseFloat(width) * factor}rem` as const);

/** A picture with a file for phones. Its width is limited, so that its text is not too large in larger windows. */
export const FileOnPhones = styled.picture<{ size: PictureData | undefined }>(({ size }) => ({
  [`@media ${belowWhole}`]: {
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
  const data = useContext(Pictures)[src];
  const versions = data ? versionsOf(data, displayWidth, undefined, undefined) : [];
  const picture: RenderedPicture = {
    src,
    priority,
    sizes: sizesAttribute(displayWidth),
    versions,
    media: belowWhole,
  };
  useContext(PictureListener)(picture);
  const common = { media: belowWhole, width: data?.[0], height: data?.[1] };
  if (versions.length === 0) return <source {...common} srcSet={siteUrl(encodePath(src))} />;
  return pictureFormats.map((format) => (
    <source
      key={format}
      {...common}
      type={`image/${format}`}
      srcSet={srcSet(picture, format)}
      sizes={picture.sizes}
    />
  ));
}
