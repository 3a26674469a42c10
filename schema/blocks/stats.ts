import { z } from 'zod';
import { anyBlock, icon, sectionHead, text } from '../fields/fields.ts';
import { inlineText } from '../fields/inline-text.ts';

export const stats = z
  .strictObject({
    type: z.literal('stats'),
    ...anyBlock,
    ...sectionHead,
    layout: z
      .enum(['row', 'beside'])
      .default('row')
      .describe('How the figures stand: in a `row`, or `beside` the heading.'),
    items: z
      .array(
        z.strictObject({
          icon: icon.optional(),
          value: text.meta({ description: 'The figure itself, with its unit.', examples: ['93%'] }),
          label: text.meta({
            description: 'What the figure counts.',
            examples: ['of forecasts within two knots'],
          }),
          text: inlineText.optional().meta({
            description: 'A sentence on how it was counted.',
            examples: ['Counted over all harbours and the whole of last winter.'],
          }),
        }),
      )
      .min(1)
      .max(6)
      .describe('The list of figures, one to six.'),
  })
  .describe('Figures that prove something.');
