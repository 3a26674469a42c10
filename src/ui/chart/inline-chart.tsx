import styled from '@emotion/styled';
import type { InlineChartContent } from '../../../schema/fields/inline-chart.ts';
import { InlineText } from '../inline-text.tsx';
import { color, from, measure, size as textSize, space } from '../design-tokens.ts';
import { ChartView } from './chart-view.tsx';
import type { WithDrawnChart } from '../../../schema/charts/drawn-chart.ts';

// Squares run from edge to edge; words keep the margin of the page, also where only one edge is that of the window.
const pageEdge = `max(${space.edge}, calc((100% - ${measure.page}) / 2))`;
const windowEdge = `max(${space.edge}, calc(50vw - ${measure.page} / 2))`;
const Frame = styled.figure({
  containerType: 'inline-size',
  width: '100%',
  // Many squares in the colour of headings would outweigh those.
  '&[data-chart=field]': { '--count': `color-mix(in srgb, ${color.ink} 72%, ${color.ground})` },
  // The words of two groups begin and end with the page, however narrow a group is.
  '&[data-chart=field] [data-groups=ends]': {
    flexWrap: 'nowrap',
    justifyContent: 'space-between',
    '& > [data-group] > p': { width: 'auto', minWidth: 0, maxWidth: 'max(100%, 40cqi)' },
    '& > :nth-child(2)': { textAlign: 'end', '& > svg': { marginInlineStart: 'auto' } },
  },
  // Bars and few squares begin with the page, as their words do.
  '[data-block] > &[data-inset]': { paddingInline: `${windowEdge} ${pageEdge}` },
  '[data-block] > &:not([data-inset])': {
    '& > figcaption, & :is([role=img] > ul, [data-each])': {
      paddingInline: `${windowEdge} ${pageEdge}`,
    },
    '& [data-group]:first-child > p': { paddingInlineStart: windowEdge },
    '& [data-group]:nth-child(2) > p': { paddingInlineEnd: pageEdge },
  },
  '[data-placement=opening] > &:not([data-inset]) [data-group]:nth-child(2) > p': {
    paddingInlineEnd: windowEdge,
  },
  '[data-placement=opening] > &': { marginTop: 'clamp(2.5rem, 6vw, 3rem)' },
  // What comes next belongs to the first screen.
  [from.phone]: { '[data-layout=statement] + &&': { marginTop: space.wide } },
  '& > figcaption': { marginTop: space.small, fontSize: textSize.note, color: color.muted },
});

type DrawnInlineChart = InlineChartContent & WithDrawnChart;

/** Whether a chart may run from one edge of the window to the other. */
export const isAcrossWindow = ({ drawn }: DrawnInlineChart): boolean =>
  drawn?.style === 'counted' || drawn?.style === 'skyline';

/** A chart without heading and table: across the window as a `field`, `beside` words, or `small` in an item. */
export function InlineChart({
  chart,
  size,
}: {
  chart: DrawnInlineChart;
  size: 'field' | 'beside' | 'small';
}) {
  const { drawn, text } = chart;
  if (!drawn) return null;
  const isInset = size === 'field' && (drawn.isInset || !isAcrossWindow(chart));
  return (
    <Frame data-chart={size} data-inset={isInset ? '' : undefined}>
      <ChartView chart={drawn} size={size} />
      <InlineText as="figcaption">{text}</InlineText>
    </Frame>
  );
}
