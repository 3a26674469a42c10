import { described, describedList, oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import { sectionSettings, typesetText, inlineText } from '../../fields/fields.ts';
import { inlineChart } from '../../fields/inline-chart.ts';
import { iconName } from '../../fields/picture-fields.ts';

/** The block's content settings, without the settings of its heading. */
export const statsContent = {
  items: describedList('One to six key figures.', {
    icon: iconName.optional(),
    value: described(typesetText, 'The figure, with its unit.', '93%'),
    label: described(typesetText, 'What the figure measures.', 'of forecasts within two knots'),
    text: described(
      inlineText.optional(),
      'A sentence about how the figure was measured.',
      'Counted over all harbours and the whole of last winter.',
    ),
    figure: inlineChart.optional(),
  })
    .min(1)
    .max(6)
    .meta({ item: 'figure' }),
};

const schema = blockSchema('stats', {
  ...sectionSettings,
  layout: oneOf(['row', 'beside'], 'The position of the key figures: in a `row`, or `beside` the heading.'),
  ...statsContent,
}).describe('Key figures, each with a label.');

export const stats = defineBlock({
  schema,
  label: 'Figures',
  purpose: 'Numbers',
  otherNames: 'figures numbers metrics statistics kpis counters key-figures facts numbers-section',
});
