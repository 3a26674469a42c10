import styled from '@emotion/styled';
import { useContext } from 'react';
import { FirstBlock } from './first-block.ts';
import { type DrawnPicture, formats, Pictures, type PictureVersion, PictureWatch } from './picture-data.ts';
import { type Room, sizesOf, widthsOf } from './picture-room.ts';
import { radius } from './theme.ts';

const Image = styled.img({ width: '100%', height: 'auto', borderRadius: radius });

/** A picture whose place is kept free until it is there. `lead` marks the one that matters most in its block. Of a picture of another site only the page itself says how large it is. */
export function Picture({
  src,
  alt,
  room,
  lead = false,
  ...outside
}: {
  src: string;
  alt: string;
  room: Room;
  lead?: boolean;
  width?: number | undefined;
  height?: number | undefined;
}) {
  const [width = outside.width, height = outside.height, versions] = useContext(Pictures)[src] ?? [];
  const leads = useContext(FirstBlock) && lead;
  const picture = {
    src,
    leads,
    sizes: sizesOf(room),
    versions:
      width === undefined || versions === undefined ? [] : versionsOf(versions, widthsOf(room, width)),
  };
  useContext(PictureWatch)(picture);
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
        {...(leads ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      />
    </picture>
  );
}

/** The versions of a picture in one format, as the attribute `srcset` lists them. */
export function srcSet({ versions }: DrawnPicture, format: PictureVersion['format']): string {
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
