import { z } from 'zod';
import { defineBlock } from '../block-definition.ts';
import { described, typesetText, sectionSettings, text, inlineText } from '../fields.ts';

/** The settings of its content, without those of its heading. */
export const pairsContent = {
  columns: z
    .strictObject({
      first: described(text, 'The text above the first column.', 'Word'),
      second: described(text, 'The text above the second column.', 'Meaning'),
    })
    .describe('The words above the two columns.'),
  items: z
    .array(
      z.strictObject({
        heading: described(typesetText, 'What stands in the first column.', 'Gust').meta({
          search: 'heading',
        }),
        text: described(inlineText, 'What stands beside it.', 'A short rise of ten knots or more'),
      }),
    )
    .min(2)
    .describe('The list of pairs, two or more.'),
};

const schema = z
  .strictObject({
    type: z.literal('pairs'),
    ...sectionSettings,
    layout: z
      .enum(['stacked', 'beside'])
      .default('stacked')
      .describe('Where the heading stands: above the pairs with `stacked`, or `beside` them.'),
    ...pairsContent,
  })
  .describe(
    'Two columns that belong together line by line: a feature and its advantage, a term and its meaning.',
  );

export const pairs = defineBlock({ schema });
