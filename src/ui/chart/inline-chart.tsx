import styled from '@emotion/styled';
import type { InlineChartContent } from '../../../schema/fields/inline-chart.ts';
import { InlineText } from '../inline-text.tsx';
import { color, from, measure, size as textSize, space } from '../design-tokens.ts';
import { ChartView } from './chart-view.tsx';
import type { WithDrawnChart } from '../../../schema/charts/drawn-chart.ts';

const Frame = styled.figure({
  containerType: 'inline-size',
  width: '100%',
  // Softens the colour, because many squares in the full colour would outweigh the headings.
  '&[data-chart=field]': { '--count': `color-mix(in srgb, ${color.ink} 72%, ${color.ground})` },
  // Aligns the text of two groups with the edges of the page, even if a group is very narrow.
  '&[data-chart=field] [data-groups=ends]': {
    flexWrap: 'nowrap',
    justifyContent: 'space-between',
    '& > [data-group]': { minWidth: 'min-content' },
    '& > [data-group] > p': {
      width: 'auto',
      minWidth: 0,
      overflowWrap: 'anywhere',
      maxWidth: 'max(100%, 40cqi)',
    },
    '& > :nth-child(2)': { textAlign: 'end', '& > svg': { marginInlineStart: 'auto' } },
  },
  // Sets the page margins of the chart, even if it is next to text.
  '[data-block] > &': {
    paddingInline: `max(${space.edge}, calc(50vw - ${measure.page} / 2)) max(${space.edge}, calc((100% - ${measure.page}) / 2))`,
  },
  '[data-placement=opening] > &': { marginTop: 'clamp(2.5rem, 6vw, 3rem)' },
  // Keeps the start of the next section visible on the first screen.
  [from.phone]: { '[data-layout=statement] + &&': { marginTop: space.wide } },
  '& > figcaption': { marginTop: space.small, fontSize: textSize.note, color: color.muted },
});

type DrawnInlineChart = InlineChartContent & WithDrawnChart;

/**
 * A chart without a heading or a table: as wide as the page (`field`), next to text (`beside`) or in an item
 * (`small`).
 */
export function InlineChart({
  chart,
  size,
}: {
  chart: DrawnInlineChart;
  size: 'field' | 'beside' | 'small';
}) {
  const { drawn: drawnChart, text } = chart;
  if (!drawnChart) return null;
  return (
    <Frame data-chart={size}>
      <ChartView chart={drawnChart} size={size} />
      <InlineText as="figcaption">{text}</InlineText>
    </Frame>
  );
}
