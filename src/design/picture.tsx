import { useContext } from 'react';
import { type Crop, croppedSize, type Focus } from '../../schema/base/crop.ts';
import { isSvg, urlOf } from '../../schema/base/file-kinds.ts';
import { BlockPlace } from './block-place.ts';
import {
  type Cut,
  type RenderedPicture,
  formats,
  isDrawing,
  type PictureData,
  Pictures,
  type PictureVersion,
  PictureListener,
} from './picture-data.ts';
import { type DisplayWidth, isHigh, sizesOf, widthsOf } from './display-width.ts';
import { CutImage, HighImage, Image } from './picture-image.ts';

interface Props {
  src: string;
  alt: string;
  displayWidth: DisplayWidth;
  main?: boolean;
  width?: number;
  height?: number;
  /** What it is cut to. */
  crop?: Crop;
  focus?: Focus;
  /** The proportions of its place: a photo is cut to them, a drawing is shown whole inside them. */
  align?: Crop;
}

/**
 * A picture whose space is kept free until it is loaded. `main` marks the most important one of its block. Of
 * a picture on another site, only the page knows the size.
 */
export function Picture({
  src,
  alt,
  displayWidth,
  main = false,
  crop,
  focus = 'center',
  align,
  ...outside
}: Props) {
  const data = useContext(Pictures)[src];
  const priority = useContext(BlockPlace).first && main;
  const place = crop ?? align;
  const whole = crop === undefined && isDrawing(src);
  const cut = place && !whole ? { crop: place, focus } : undefined;
  const [width = outside.width, height = outside.height] = data ?? [];
  const ratio =
    place === undefined && width && height && isHigh(displayWidth, width / height) && !isSvg(src)
      ? width / height
      : undefined;
  const versions = data ? versionsOf(data, displayWidth, cut, ratio) : [];
  const picture = { src, priority, sizes: sizesOf(displayWidth, ratio), versions };
  useContext(PictureListener)(picture);
  // The versions of a cut photo are cut; all else is cut by the browser.
  const size =
    cut && versions.length > 0 && width && height ? croppedSize([width, height], cut.crop) : [width, height];
  const attributes = {
    src: urlOf(src),
    alt,
    width: size[0],
    height: size[1],
    ...(priority
      ? { fetchPriority: 'high' as const }
      : { loading: 'lazy' as const, decoding: 'async' as const }),
  };
  return (
    <picture>
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
        <CutImage {...attributes} crop={place} focus={focus} whole={whole} />
      ) : ratio === undefined ? (
        <Image {...attributes} />
      ) : (
        <HighImage {...attributes} ratio={ratio} />
      )}
    </picture>
  );
}

/** The versions of a picture in one format, as the attribute `srcset` lists them. */
export function srcSet({ versions }: RenderedPicture, format: PictureVersion['format']): string {
  return versions
    .filter((version) => version.format === format)
    .map(({ address, width }) => `${address} ${width}w`)
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
    widthsOf(shown, own, ratio).map((wide) => ({
      address: `${start}-${part}${wide}.${format}`,
      width: wide,
      format,
      cut,
    })),
  );
}
