import styled from '@emotion/styled';
import type { InlineChartContent } from '../../../schema/content/inline-chart.ts';
import { InlineText } from '../inline-text.tsx';
import { color, from, measure, size as textSize, space } from '../theme.ts';
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
  // Words do not widen a group.
  '& [data-groups=field] p': { width: 'min-content', minWidth: 'max(96px, 100%)', overflowWrap: 'anywhere' },
  '&[data-chart=field] [data-group] strong': { fontSize: textSize.item },
  '[data-block] > &': {
    '& > figcaption, &:not([data-inset]) :is([role=img] > ul, [data-each])': {
      paddingInline: `${windowEdge} ${pageEdge}`,
    },
  },
  // The words of two groups begin and end with the page, however narrow a group is. The margin takes their width from
  // the group, which is as wide as its squares.
  '& [data-groups=field] > :is(:only-child, :first-child:nth-last-child(2), :first-child + :last-child) > p':
    {
      boxSizing: 'content-box',
      width: 'max-content',
      minWidth: 0,
      maxWidth: 'min(40cqi, 22rem)',
      marginInlineEnd: '-50cqi',
    },
  '& [data-groups=field] > :first-child + :last-child': {
    justifyItems: 'end',
    '& > p': { marginInline: '-50cqi 0', textAlign: 'end' },
  },
  '[data-block] > &:not([data-inset])': {
    '& [data-group] > p': { paddingInline: space.tight },
    '& [data-group]:is(:only-child, :first-child:nth-last-child(2)) > p': { paddingInlineStart: windowEdge },
    '& [data-group]:last-child:nth-child(2) > p': { paddingInline: `0 ${pageEdge}` },
  },
  // Bars and few squares begin with the page, as their words do.
  '[data-block] > &[data-inset] > [role=img]': { paddingInline: `${windowEdge} ${pageEdge}` },
  '[data-block=hero] > &': { marginTop: 'clamp(2.5rem, 6vw, 3rem)' },
  // What comes next belongs to the first screen.
  [from.phone]: { '[data-layout=statement] + &&': { marginTop: space.wide } },
  '[data-block=hero] > &:not([data-inset]) [data-group]:last-child:nth-child(2) > p': {
    paddingInlineEnd: windowEdge,
  },
  '& > figcaption': { marginTop: space.small, fontSize: textSize.note, color: color.muted },
});

type Chart = InlineChartContent & WithDrawnChart;

/** Whether a chart may run from one edge of the window to the other. */
export const isAcrossWindow = ({ drawn }: Chart): boolean =>
  drawn?.style === 'counted' || drawn?.style === 'skyline';

/** A chart without heading and table: across the window as a `field`, `beside` words, or `small` in an item. */
export function InlineChart({ chart, size }: { chart: Chart; size: 'field' | 'beside' | 'small' }) {
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
