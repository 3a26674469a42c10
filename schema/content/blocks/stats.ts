import { z } from 'zod';
import { defineBlock } from '../block-definition.ts';
import { described, icon, sectionSettings, text, inlineText } from '../fields.ts';

/** The settings of its content, without those of its heading. */
export const statsContent = {
  items: z
    .array(
      z.strictObject({
        icon: icon.optional(),
        value: described(text, 'The figure itself, with its unit.', '93%'),
        label: described(text, 'What the figure counts.', 'of forecasts within two knots'),
        text: described(
          inlineText.optional(),
          'A sentence on how it was counted.',
          'Counted over all harbours and the whole of last winter.',
        ),
      }),
    )
    .min(1)
    .max(6)
    .describe('The list of figures, one to six.'),
};

const schema = z
  .strictObject({
    type: z.literal('stats'),
    ...sectionSettings,
    layout: z
      .enum(['row', 'beside'])
      .default('row')
      .describe('How the figures stand: in a `row`, or `beside` the heading.'),
    ...statsContent,
  })
  .describe('Figures that prove something.');

export const stats = defineBlock({ schema });
