import styled from '@emotion/styled';
import { useContext } from 'react';
import { BlockPlace } from './block-place.ts';
import {
  type RenderedPicture,
  formats,
  Pictures,
  type PictureVersion,
  PictureListener,
} from './picture-data.ts';
import { type DisplayWidth, sizesOf, widthsOf } from './display-width.ts';
import { radius } from './theme.ts';

const Image = styled.img({ width: '100%', height: 'auto', borderRadius: radius });

interface Props {
  src: string;
  alt: string;
  displayWidth: DisplayWidth;
  main?: boolean;
  width?: number;
  height?: number;
}

/**
 * A picture whose space is kept free until it is loaded. `main` marks the most important one of its block. Of
 * a picture on another site, only the page knows the size.
 */
export function Picture({ src, alt, displayWidth, main = false, ...outside }: Props) {
  const [width = outside.width, height = outside.height, versions] = useContext(Pictures)[src] ?? [];
  const priority = useContext(BlockPlace).first && main;
  const picture = {
    src,
    priority,
    sizes: sizesOf(displayWidth),
    versions:
      width === undefined || versions === undefined
        ? []
        : versionsOf(versions, widthsOf(displayWidth, width)),
  };
  useContext(PictureListener)(picture);
  return (
    <picture>
      {picture.versions.length > 0 &&
        formats.map((format) => (
          <source
            key={format}
            type={`image/${format}`}
            srcSet={srcSet(picture, format)}
            sizes={picture.sizes}
          />
        ))}
      <Image
        src={src}
        alt={alt}
        width={width}
        height={height}
        {...(priority ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      />
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

function versionsOf(start: string, widths: readonly number[]): PictureVersion[] {
  return formats.flatMap((format) =>
    widths.map((width) => ({ address: `${start}-${width}.${format}`, width, format })),
  );
}
