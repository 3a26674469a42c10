import { z } from 'zod';
import { anyBlock, textWithDefault } from '../fields.ts';

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
    heading: textWithDefault('contents'),
  })
  .describe('A list of the headings within the text of the page, each a link to its place.');
