import { blockSchema, defineBlock } from '../block-definition.ts';
import { chartContent } from '../../fields/chart-fields.ts';
import { checkChart } from '../../fields/chart-rules.ts';
import { described, oneOf } from '../../fields/described-fields.ts';
import { inlineText, sectionSettings, textWithDefault } from '../../fields/fields.ts';

const schema = blockSchema('chart', {
  ...sectionSettings,
  layout: oneOf(
    ['stacked', 'beside'],
    'Where the heading stands: above the drawing with `stacked`, or `beside` it.',
  ),
  ...chartContent,
  source: described(
    inlineText.optional(),
    'Where the numbers come from, and when they were counted.',
    'Counted at 41 stations in 2026.',
  ),
  numbers: textWithDefault('numbers'),
})
  .superRefine(checkChart)
  .describe('Numbers as a drawing: a comparison, a change, a share, or what happened over time.');

export const chart = defineBlock({
  schema,
  purpose: 'Numbers',
  isChart: true,
  otherNames:
    'graph diagram bar-chart line-chart pie-chart pie donut histogram plot sparkline heatmap infographic data-viz visualization',
});
