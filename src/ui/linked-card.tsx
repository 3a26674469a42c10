import styled from '@emotion/styled';
import { color, from, raisedBox, space } from './design-tokens.ts';
import { PicturePanel } from './picture.tsx';

/** A card whose whole area is a link to a page. */
export const linkedCard = {
  ...raisedBox,
  position: 'relative',
  overflow: 'hidden',
  '&:hover': { borderColor: color.accent },
} as const;

/** The picture in a linked card. Photos extend to the edges of the card; SVGs have padding. */
export const CardPicture = styled(PicturePanel)({
  padding: 0,
  borderWidth: '0 0 1px',
  borderRadius: 0,
  background: 'none',
  '&:has(img[src$=".svg" i])': { padding: space.item, [from.phone]: { padding: space.wide } },
  // Limits the width, so that text in an SVG is not larger than the title.
  '& img[src$=".svg" i]': { maxWidth: '21rem', marginInline: 0 },
});
