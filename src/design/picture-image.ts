import styled from '@emotion/styled';
import { type Crop, crops, type Focus } from '../../schema/base/crop.ts';
import { mostHigh } from './display-width.ts';
import { radius } from './theme.ts';

const positionOf = (focus: Focus) => focus.replace('-', ' ');

/** A picture as wide as its place, in its own proportions. */
export const Image = styled.img({ width: '100%', height: 'auto', borderRadius: radius });

/** A photo so high that it would fill a screen: it stays lower, and is narrower than its place. */
export const HighImage = styled.img<{ ratio: number }>(({ ratio }) => ({
  width: `min(100%, ${mostHigh(ratio).join(', ')})`,
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
