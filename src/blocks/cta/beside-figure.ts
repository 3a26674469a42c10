import type { CSSObject } from '@emotion/react';
import { from, measure, space } from '../../ui/design-tokens.ts';

/** Words beside a figure that comes in from the edge of the window; below it in a narrow one. */
export const figureFrame: CSSObject = {
  '--head-align': 'start',
  'main > :is(section, div):has(> * > &[data-layout=figure])': {
    display: 'grid',
    gap: space.large,
    alignItems: 'center',
    [from.tablet]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', columnGap: space.block },
  },
  [from.tablet]: {
    'main > * > figure + :has(> &)': {
      paddingInlineStart: 0,
      paddingInlineEnd: `max(${space.edge}, calc(50vw - ${measure.page} / 2))`,
      maxWidth: 'none',
    },
  },
};
