import type { CSSObject } from '@emotion/react';
import { color } from './design-tokens.ts';

/** A list with the number of each item in a circle. */
export const numberedSteps: CSSObject = {
  counterReset: 'step',
  '& > li': { counterIncrement: 'step' },
  '& > li::before': {
    content: 'counter(step)',
    display: 'grid',
    placeItems: 'center',
    width: '2.25rem',
    height: '2.25rem',
    border: `1.5px solid var(--step-line,${color.ink})`,
    borderRadius: 'var(--step-radius,50%)',
    background: `var(--step-ground,${color.ground})`,
    color: `var(--step-ink,${color.ink})`,
    font: 'var(--step-font)',
    fontWeight: 'var(--step-weight,650)' as '650', // the TypeScript type excludes `var()`
    fontVariantNumeric: 'tabular-nums',
  },
};
