import styled from '@emotion/styled';
import type { BlockByType } from '../../../schema/blocks/index.ts';
import { InlineText } from '../../ui/inline-text.tsx';
import { ItemGrid } from '../../ui/item-grid.tsx';
import { color, from, size, space } from '../../ui/design-tokens.ts';

const bandInk = 'var(--on-band)';
// This selector must override the rule for adjacent sections of the same tone (see theme-css.ts).
const bandSection = 'main > :is(section, div)[data-tone]:has(> * > &[data-layout=steps])';

/**
 * Frame styles of the layout `steps`: a background in the accent colour or the closing colour, and a button that
 * matches the background.
 */
export const stepsFrameStyles = {
  [bandSection]: { paddingTop: space.section, background: 'var(--band)' },
  // The background already separates the sections, so the separator lines are removed.
  [`${bandSection}::before`]: { display: 'none !important' },
  [`${bandSection} + [data-tone]::before`]: { display: 'none !important' },
  [`${bandSection} + [data-tone][data-block]`]: { paddingTop: space.section },
  '&[data-layout=steps]': {
    '--press': bandInk,
    '--on-press': 'var(--band)',
    '--ink': bandInk,
    '--muted': bandInk,
    '--line': bandInk,
    '--accent': bandInk,
    '--accent-strong': bandInk,
    '--on-accent': 'var(--band)',
    color: color.ink,
    '& > :last-child': { justifyContent: 'var(--head-align)' },
  },
} as const;

const Row = styled(ItemGrid)({
  counterReset: 'step',
  '& > li': {
    counterIncrement: 'step',
    paddingTop: space.item,
    borderTop: `1.5px solid ${color.line}`,
    lineHeight: 1.45,
    [from.phone]: { textAlign: 'var(--head-align)' as 'center' }, // the TypeScript type excludes `var()`
    [from.belowPhone]: { paddingInlineStart: '2.25rem' },
  },
  '& > li::before': {
    content: 'counter(step)',
    display: 'block',
    marginBottom: space.small,
    [from.belowPhone]: { float: 'inline-start', marginInlineStart: '-2.25rem', marginBottom: 0 },
    fontSize: size.subheading,
    fontWeight: 650,
    lineHeight: 1.15,
  },
  // Strong text at the start of a step is the step's name, and has a separate line.
  '& strong:first-child': { display: 'block', fontSize: size.item },
});

/** The next steps, side by side. */
export function StepRow({ steps }: Pick<BlockByType<'cta'>, 'steps'>) {
  return (
    <Row as="ol" most={steps.length} columnGap={space.block}>
      {steps.map((step, index) => (
        <InlineText key={index} as="li">
          {step}
        </InlineText>
      ))}
    </Row>
  );
}
