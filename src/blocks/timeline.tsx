import type { CSSObject } from '@emotion/react';
import styled from '@emotion/styled';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { Actions } from '../ui/actions.tsx';
import { Icon } from '../ui/icon.tsx';
import { InlineText } from '../ui/inline-text.tsx';
import { ItemGrid } from '../ui/item-grid.tsx';
import { ItemHeading, MutedText } from '../ui/item.tsx';
import { numberedSteps } from '../ui/numbered-steps.ts';
import { toHeadPosition, SectionHead } from '../ui/section-head.tsx';
import { preventLineBreaks } from '../ui/line-breaks.tsx';
import { color, from, measure, size, space, twoColumnSection } from '../ui/design-tokens.ts';

const connectorLine = { content: '""', position: 'absolute', border: `0 solid ${color.line}` } as const;
const railStepStyles: CSSObject = {
  '& > li': {
    position: 'relative',
    display: 'grid',
    gap: space.hair,
    breakInside: 'avoid',
    paddingInlineStart: '3.25rem',
    '&:not(:last-of-type)': { paddingBottom: '1.25rem', [from.phone]: { paddingBottom: space.large } },
  },
  '& > li::before': { position: 'absolute', insetInlineStart: 0 },
  '& > li:not(:last-of-type)::after': {
    ...connectorLine,
    insetInlineStart: 'calc(1.125rem - 1px)',
    insetBlock: '2.25rem 0',
    borderInlineStartWidth: 1,
  },
};
// Four or more steps are in two columns. On desktops, four steps are in one column, next to the heading.
const StepRail = styled.ol(numberedSteps, railStepStyles, {
  [from.phone]: { '&:has(> :nth-of-type(4))': { columns: 2, columnGap: space.block } },
  [from.desktop]: { '&:not(:has(> :nth-of-type(5)))': { columns: 'auto' } },
});
// Draws a line from each step to the next one, which may be in the next row.
const StepColumns = styled(ItemGrid)(numberedSteps, ({ columnGap }) => ({
  [from.belowPhone]: { gap: 0, ...railStepStyles },
  [from.phone]: {
    overflowX: 'clip',
    // Leaves space for the focus ring of links.
    marginInlineStart: '-0.375rem',
    paddingInlineStart: '0.375rem',
    '& > li': { position: 'relative' },
    '& > li::before': { zIndex: 1 },
    '& > li > div': { display: 'grid', alignContent: 'start' },
    '& > li:not(:last-of-type)::after': {
      ...connectorLine,
      insetInline: `2.25rem calc(-1 * ${columnGap})`,
      top: '1.125rem',
      borderTopWidth: 1,
    },
  },
}));
const TimelineFrame = styled.div(
  {
    display: 'grid',
    gap: space.block,
    [from.desktop]: {
      // If the list is long, a heading next to it would leave half of the page empty.
      '&[data-layout=rail]:not(:has(> ol > :nth-of-type(5)))': {
        ...twoColumnSection,
        alignItems: 'start',
        '& > div': { position: 'sticky', top: '6.5rem' },
      },
    },
  },
  toHeadPosition,
);
const Title = styled(ItemHeading)({
  paddingTop: '0.3rem',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: space.small,
  '& svg': { color: color.muted, alignSelf: 'center' },
});
const StepHead = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: space.small,
});
const StepDate = styled.p({ fontSize: size.note, fontWeight: 650, color: color.muted });
const Text = styled(MutedText)({ maxWidth: measure.row });

/** A timeline of steps: on a rail next to the heading, or in columns below it. */
export function Timeline({ layout, items, actions, ...head }: BlockByType<'timeline'>) {
  const steps = items.map((item) => (
    <li key={item.heading}>
      <StepHead>
        <Title>
          {item.icon !== undefined && <Icon name={item.icon} />}
          <span>{preventLineBreaks(item.heading)}</span>
        </Title>
        {item.when !== undefined && <StepDate>{preventLineBreaks(item.when)}</StepDate>}
      </StepHead>
      <InlineText as={Text}>{item.text}</InlineText>
    </li>
  ));
  return (
    <TimelineFrame data-layout={layout}>
      <div>
        <SectionHead {...head} />
        {layout === 'rail' && <Actions actions={actions} />}
      </div>
      {layout === 'rail' ? (
        <StepRail data-layout={layout}>{steps}</StepRail>
      ) : (
        <StepColumns
          as="ol"
          data-layout={layout}
          most={items.length > 5 ? 3 : items.length}
          gap={space.large}
          columnGap={items.length > 4 ? space.wide : space.block}
          parts={3}
        >
          {steps}
        </StepColumns>
      )}
      {layout === 'columns' && <Actions actions={actions} />}
    </TimelineFrame>
  );
}
