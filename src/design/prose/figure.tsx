import styled from '@emotion/styled';
import type { PictureWidth } from '../../../schema/text/tree.ts';
import { Picture } from '../picture.tsx';
import { color, size, space } from '../theme.ts';

const widths = { small: 16, medium: 26, full: 38 } as const;
const Frame = styled.figure({
  display: 'grid',
  gap: space.tight,
  margin: `${space.tight} 0`,
  maxWidth: `${widths.full}rem`,
  '&[data-width=small]': { maxWidth: `${widths.small}rem` },
  '&[data-width=medium]': { maxWidth: `${widths.medium}rem` },
  '& figcaption': { color: color.muted, fontSize: size.note },
});

interface Props {
  picture: { src: string; alt: string };
  caption?: string;
  width?: PictureWidth;
}

/** A picture within a text, as wide as the text or less. */
export function Figure({ picture, caption, width }: Props) {
  return (
    <Frame data-width={width}>
      <Picture {...picture} displayWidth={widths[width ?? 'full']} />
      {caption !== undefined && <figcaption>{caption}</figcaption>}
    </Frame>
  );
}
