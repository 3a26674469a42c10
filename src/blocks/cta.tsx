import type { CSSObject } from '@emotion/react';
import styled from '@emotion/styled';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { Actions } from '../ui/actions.tsx';
import { InlineChart } from '../ui/chart/inline-chart.tsx';
import { InlineText } from '../ui/inline-text.tsx';
import { numberedSteps } from '../ui/numbered-steps.ts';
import { SectionHead } from '../ui/section-head.tsx';
import { color, from, measure, radius, space } from '../ui/design-tokens.ts';
import { PersonLine } from './cta/person-line.tsx';
import { StepRow, stepsFrameStyles } from './cta/step-row.tsx';

type CtaLayout = BlockByType<'cta'>['layout'];

/** Places the heading and the steps in two columns. */
const stepsInSecondColumn: CSSObject = {
  [from.tablet]: {
    '&[data-steps]': {
      gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
      columnGap: space.block,
      alignItems: 'start',
    },
  },
};
/** The frame styles by layout. A page only contains the styles of the layouts that it uses. */
const frameStylesByLayout: Record<CtaLayout, CSSObject> = {
  band: {
    [from.tablet]: { '&[data-layout=band]': { gridTemplateColumns: 'minmax(0, 1fr) auto' } },
    '&': stepsInSecondColumn,
  },
  // In a card, or next to a person or a chart, the heading is aligned with the buttons.
  card: {
    '--head-align': 'start',
    '&[data-layout=card]': {
      border: `1px solid ${color.line}`,
      borderRadius: radius,
      padding: space.block,
      background: color.raised,
    },
    '&': stepsInSecondColumn,
  },
  steps: stepsFrameStyles,
  person: {
    '--head-align': 'start',
    [from.phone]: {
      '&[data-layout=person]': {
        // In wide windows, the text starts in the text column of articles.
        gridTemplateColumns: `max(9rem, calc((100% - 3 * ${space.wide}) / 4)) minmax(0, 1fr)`,
        columnGap: space.wide,
        alignItems: 'start',
        '& > *': { gridColumn: 2 },
        '& > figure': { gridArea: '1 / 1 / span 3', paddingInlineEnd: space.item },
      },
    },
  },
  // The chart extends to the edge of the window. In narrow windows, it is above the text.
  figure: {
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
  },
};
const centredBand: CSSObject = {
  [from.tablet]: {
    '&[data-layout=band]': {
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      textAlign: 'center',
    },
  },
};
const Frame = styled.div<{ layout: CtaLayout }>(
  {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: space.large,
    alignItems: 'end',
    '& > div:first-of-type': { marginBottom: 0 },
    '&:not([data-layout=steps]) > div:first-of-type': { maxWidth: measure.text },
  },
  ({ layout }) => frameStylesByLayout[layout],
  ({ layout, theme: { heads } }) => layout === 'band' && heads === 'centred' && centredBand,
);
const Steps = styled.ol(numberedSteps, {
  display: 'grid',
  [from.tablet]: { '[data-steps]:not([data-layout=person]) > &': { gridColumn: 2, gridRow: '1 / span 2' } },
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '2.25rem minmax(0, 1fr)',
    gap: space.item,
    paddingBlock: space.item,
    borderTop: `1px solid ${color.line}`,
  },
  '& > li > span': { alignSelf: 'center', lineHeight: 1.45 },
});

/** A call to action: a heading, then the next steps or a contact person, then actions. */
export function Cta({ layout, steps, person, figure, actions, ...head }: BlockByType<'cta'>) {
  const hasStepsBeside = steps.length > 0 && layout !== 'steps';
  const textContent = (
    <div>
      <Frame layout={layout} data-layout={layout} data-steps={hasStepsBeside ? '' : undefined}>
        <SectionHead {...head} />
        {layout === 'steps' && <StepRow steps={steps} />}
        {hasStepsBeside && (
          <Steps>
            {steps.map((step, index) => (
              <li key={index}>
                <InlineText as="span">{step}</InlineText>
              </li>
            ))}
          </Steps>
        )}
        {person && <PersonLine {...person} />}
        <Actions actions={actions} first="primary" />
      </Frame>
    </div>
  );
  if (!figure) return textContent;
  return (
    <>
      <InlineChart chart={figure} size="field" />
      {textContent}
    </>
  );
}
