import { z } from 'zod';
import { anyBlock, picture, sectionHead, text } from '../fields.ts';
import { inlineText } from '../inline.ts';

export const quotes = z.strictObject({
  type: z.literal('quotes'),
  ...anyBlock,
  ...sectionHead,
  layout: z.enum(['grid', 'single']).default('grid').describe('How the quotes stand: several in a `grid`, or a `single` large one.'),
  items: z
    .array(
      z.strictObject({
        text: inlineText.meta({ description: 'What was said, without quotation marks.', examples: ['We left an hour later and arrived dry.'] }),
        name: text.meta({ description: 'Who said it.', examples: ['Signe Halyard'] }),
        title: text.meta({ description: 'What that person does, and where.', examples: ['Skipper of the Petrel'] }),
        image: picture.optional().describe('A picture of that person.'),
      }),
    )
    .min(1)
    .describe('The list of quotes.'),
}).describe('What somebody said, with name and role.');
