import { z } from 'zod';
import { anyBlock, textWithDefault } from '../fields.ts';

export const nextArticle = z
  .strictObject({
    type: z.literal('next-article'),
    ...anyBlock,
    layout: z
      .enum(['wide', 'card'])
      .default('wide')
      .describe('How it stands: across the page with `wide`, or as a `card`.'),
    heading: textWithDefault('nextArticle'),
  })
  .describe(
    'A link from an article to the one that came out before it in the same folder, and from the oldest to ' +
      'the newest.',
  );
