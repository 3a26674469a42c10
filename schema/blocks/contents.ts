import { z } from 'zod';
import { anyBlock, described, text } from '../fields/fields.ts';

export const contents = z
  .strictObject({
    type: z.literal('contents'),
    ...anyBlock,
    layout: z
      .enum(['beside', 'above'])
      .default('beside')
      .describe(
        'Where the list stands: `beside` the text, where it goes along and leaves small screens free, or ' +
          '`above` it.',
      ),
    heading: described(text, 'The words above the list.', 'In this entry'),
  })
  .describe('A list of the headings within the text of the page, each a link to its place.');
