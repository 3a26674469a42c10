import styled from '@emotion/styled';
import { useContext } from 'react';
import { type Crop, crops, type Focus, croppedSize } from '../../schema/content/crop.ts';
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
import type { PictureData } from './page-context.ts';
import { Pictures } from './page-context.ts';
import { radius, color } from './theme.ts';
import { isSvg, encodePath } from '../../schema/content/file-types.ts';
import { BlockPositionContext } from './page-context.ts';

const positionOf = (focus: Focus) => focus.replace('-', ' ');

/** A picture as wide as its place, in its own proportions. */
export const Image = styled.img({ width: '100%', height: 'auto', borderRadius: radius });

/** A photo so high that it would fill a screen: it stays lower, and is narrower than its place. */
export const HighImage = styled.img<{ ratio: number }>(({ ratio }) => ({
  width: `min(100%, ${maxHeightWidths(ratio).join(', ')})`,
  height: 'auto',
  borderRadius: radius,
}));

/** A picture in the proportions of a crop: cut to them, or with `whole` shown inside them. */
export const CutImage = styled.img<{ crop: Crop; focus: Focus; whole: boolean }>(
  ({ crop, focus, whole }) => ({
    width: '100%',
    height: 'auto',
    aspectRatio: `${Number(crops[crop].toFixed(4))}`,
    objectFit: whole ? 'contain' : 'cover',
    ...(focus === 'center' || whole ? {} : { objectPosition: positionOf(focus) }),
    borderRadius: radius,
  }),
);

/** The ground that pictures are drawn for: see docs/look.md. */
export const dottedGround =
  `radial-gradient(${color.line} 1px, transparent 1.5px) 50% 50% / 1.5rem 1.5rem ` + color.raised;

/** A panel on this ground with one picture. */
export const PicturePanel = styled.div({
  padding: 'clamp(0.5rem, 1.5vw, 1.25rem)',
  border: `1px solid ${color.line}`,
  borderRadius: radius,
  background: dottedGround,
  '& img': { marginInline: 'auto', borderRadius: 0 },
});

/** The same where a photo needs no ground: it fills the panel to its edges. */
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
  const priority = useContext(BlockPositionContext).first && main;
  const place = crop ?? align;
  const whole = crop === undefined && isDrawing(src);
  const cut = place && !whole ? { crop: place, focus } : undefined;
  const [width = outside.width, height = outside.height] = data ?? [];
  const ratio =
    place === undefined && width && height && isTallPicture(displayWidth, width / height) && !isSvg(src)
      ? width / height
      : undefined;
  const versions = data ? versionsOf(data, displayWidth, cut, ratio) : [];
  const picture = { src, priority, sizes: sizesAttribute(displayWidth, ratio), versions };
  useContext(PictureListener)(picture);
  // The versions of a cut photo are cut; all else is cut by the browser.
  const size =
    cut && versions.length > 0 && width && height ? croppedSize([width, height], cut.crop) : [width, height];
  const attributes = {
    src: encodePath(src),
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
    widthsNeeded(shown, own, ratio).map((wide) => ({
      address: `${start}-${part}${wide}.${format}`,
      width: wide,
      format,
      cut,
    })),
  );
}
