import styled from '@emotion/styled';
import { crops } from '../../../schema/base/crop.ts';
import type { BlockOf } from '../../../schema/blocks/index.ts';
import type { DisplayWidth } from '../../design/display-width.ts';
import { breaks, from, size, space } from '../../design/theme.ts';

// A card that spans two columns has its picture beside its text, so that it is as tall as its neighbour.
const wide = {
  '& h2, & h3': { fontSize: size.subheading },
  '&:has(img)': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
    gridTemplateRows: 'auto auto 1fr auto',
    columnGap: space.large,
  },
  '& > div:first-of-type:has(img)': {
    gridRow: '1 / -1',
    margin: `-${space.wide} 0 -${space.wide} -${space.wide}`,
    borderWidth: '0 1px 0 0',
    '& img': { width: '100%', height: '100%', aspectRatio: 'auto' },
  },
} as const;
// Below each other they stay low, with their pictures in one column.
const row = {
  ...wide,
  '&:has(img)': { ...wide['&:has(img)'], gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr)' },
} as const;
const lowPicture = { aspectRatio: `${crops.panorama}` } as const;
// The filter is a group of radio buttons and these rules: it needs no script.
export const PostGrid = styled.ul<{ tags: number }>(({ tags }) => ({
  display: 'grid',
  gap: space.item,
  [from.phone]: {
    gap: space.wide,
    '&[data-layout=grid]': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    '&[data-of-two="1"] > li:first-of-type': { gridColumn: 'span 2' },
  },
  [from.tablet]: { '&[data-layout=list] > li': row },
  // A picture across a row stays low.
  [`${from.phone} and (max-width: ${breaks.desktop - 0.01}rem)`]: {
    '&[data-of-two="1"] > li:first-of-type img': lowPicture,
  },
  // The first card fills the row that would have a gap.
  [from.desktop]: {
    '&[data-layout=grid]': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
    '&[data-layout=grid] > li:first-of-type': { gridColumn: 'auto' },
    '&[data-of-three="2"] > li:first-of-type': { gridColumn: 'span 2', ...wide },
    '&[data-of-three="1"] > li:first-of-type': { gridColumn: '1 / -1', '& img': lowPicture },
  },
  ...Object.fromEntries(
    Array.from({ length: tags }, (_, index) => [
      `fieldset:has([value="${index}"]:checked) + & > li:not([data-tags~="${index}"])`,
      { display: 'none' },
    ]),
  ),
}));
/** The first card of a grid may be wider than the others. */
export function pictureWidth(layout: BlockOf<'posts'>['layout'], index: number, count: number): DisplayWidth {
  if (layout === 'list') return { narrow: 1, tablet: 0.33 };
  if (index > 0) return { narrow: 1, phone: 0.49, desktop: 0.32 };
  return {
    narrow: 1,
    phone: count % 2 === 1 ? 1 : 0.49,
    desktop: count % 3 === 1 ? 1 : count % 3 === 2 ? 0.39 : 0.32,
  };
}
