import styled from '@emotion/styled';
import type { BlockOf } from '../../schema/content/blocks/index.ts';
import { Actions } from '../components/actions.tsx';
import { InlineText } from '../components/inline-text.tsx';
import { SectionHead } from '../components/section-head.tsx';
import { color, from, radius, space } from '../components/theme.ts';

const Frame = styled.div({
  display: 'grid',
  gap: space.large,
  alignItems: 'end',
  '& > div:first-of-type': { marginBottom: 0 },
  [from.tablet]: {
    '&[data-layout=band]': { gridTemplateColumns: 'minmax(0, 1fr) auto' },
    '&[data-steps]': {
      gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
      columnGap: space.block,
      alignItems: 'start',
    },
  },
  '&[data-layout=card]': {
    border: `1px solid ${color.line}`,
    borderRadius: radius,
    padding: space.block,
    background: color.raised,
  },
});
const Steps = styled.ol({
  display: 'grid',
  counterReset: 'step',
  [from.tablet]: { gridColumn: 2, gridRow: '1 / span 2' },
  '& > li': {
    counterIncrement: 'step',
    display: 'grid',
    gridTemplateColumns: '2.25rem minmax(0, 1fr)',
    gap: space.item,
    paddingBlock: space.item,
    borderTop: `1px solid ${color.line}`,
  },
  '& > li::before': {
    content: 'counter(step)',
    display: 'grid',
    placeItems: 'center',
    width: '2.25rem',
    height: '2.25rem',
    border: `2px solid ${color.ink}`,
    borderRadius: '50%',
    color: color.ink,
    fontWeight: 650,
  },
  '& > li > span': { alignSelf: 'center', lineHeight: 1.45 },
});

/** A call to action: a heading and its actions. */
export function Cta({ layout, steps, actions, ...head }: BlockOf<'cta'>) {
  return (
    <div>
      <Frame data-layout={layout} data-steps={steps.length > 0 ? '' : undefined}>
        <SectionHead {...head} />
        {steps.length > 0 && (
          <Steps>
            {steps.map((step, index) => (
              <li key={index}>
                <InlineText as="span">{step}</InlineText>
              </li>
            ))}
          </Steps>
        )}
        <Actions actions={actions} first="primary" />
      </Frame>
    </div>
  );
}
