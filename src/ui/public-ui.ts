import { useContext } from 'react';
import { BlockPositionContext } from './page-context.ts';

// The module `pagewright/ui`, which the views of a site's own blocks import. Its exports are public API.

export type { SlotProps } from '../../schema/site/slots.ts';
export { default as styled } from '@emotion/styled';
export { Actions } from './actions.tsx';
export { InlineChart } from './chart/inline-chart.tsx';
export {
  color,
  from,
  measure,
  motionAllowed,
  radius,
  raisedBox,
  shadow,
  size,
  space,
} from './design-tokens.ts';
export { Icon } from './icon.tsx';
export { InlineText } from './inline-text.tsx';
export { ItemGrid } from './item-grid.tsx';
export { ItemHeading, MutedText, SmallPrint } from './item.tsx';
export { useLinkTo } from './link.tsx';
export { Picture, PictureFrame } from './picture.tsx';
export { ProseText } from './prose.tsx';
export { SectionHead } from './section-head.tsx';
export { Tags } from './tags.tsx';

/** Returns the level of the block heading, which `SectionHead` renders, and the level of the headings below it. */
export function useHeadingLevels(): { heading: 'h1' | 'h2'; inner: 'h2' | 'h3' } {
  const { heading, inner } = useContext(BlockPositionContext);
  return { heading, inner };
}
