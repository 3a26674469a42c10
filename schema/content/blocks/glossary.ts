import { z } from 'zod';
import { defineBlock } from '../block-definition.ts';
import { described, sectionSettings, text, textWithDefault, inlineText } from '../fields.ts';

const schema = z
  .strictObject({
    type: z.literal('glossary'),
    ...sectionSettings,
    layout: z
      .enum(['letters', 'list'])
      .default('letters')
      .describe('How the words stand: under their `letters`, with a jump to each, or as one `list`.'),
    jump: textWithDefault('jump'),
    items: z
      .array(
        z.strictObject({
          term: described(text, 'The word that is explained.', 'Gust').meta({ search: 'heading' }),
          text: described(inlineText, 'What it means.', 'A short rise of **ten** knots or more.'),
        }),
      )
      .min(2)
      .describe('The list of words in any order: the page shows them in that of the alphabet.'),
  })
  .describe('Words and what they mean, from A to Z.');

export const glossary = defineBlock({ schema, summarize: () => ({ needs: ['language'] }) });
