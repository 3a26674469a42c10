import { blockSchema, defineBlock } from '../block-definition.ts';
import { chartContent } from '../../fields/chart-fields.ts';
import { checkChart } from '../../fields/chart-rules.ts';
import { described, oneOf } from '../../fields/described-fields.ts';
import { inlineText, sectionSettings, textWithDefault } from '../../fields/fields.ts';

const schema = blockSchema('chart', {
  ...sectionSettings,
  layout: oneOf(
    ['stacked', 'beside'],
    'The position of the heading: above the chart (`stacked`) or `beside` it.',
  ),
  ...chartContent,
  source: described(
    inlineText.optional(),
    'Where the values come from, and when they were measured.',
    'Counted at 41 stations in 2026.',
  ),
  numbers: textWithDefault('numbers'),
})
  .superRefine(checkChart)
  .describe('Values as a chart: a comparison, a change, a share, or a development over time.');

export const chart = defineBlock({
  schema,
  purpose: 'Numbers',
  isChart: true,
  otherNames:
    'graph diagram bar-chart line-chart pie-chart pie donut histogram plot sparkline heatmap infographic data-viz visualization',
});
