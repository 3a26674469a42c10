import { z } from 'zod';
import { anyBlock, picture, sectionHead, text } from '../fields.ts';
import { inlineText } from '../inline.ts';

/** What somebody said, with name and role. */
export const quotes = z.strictObject({
  type: z.literal('quotes'),
  ...anyBlock,
  ...sectionHead,
  layout: z.enum(['grid', 'single']).default('grid'),
  items: z.array(z.strictObject({ text: inlineText, name: text, title: text, image: picture.optional() })).min(1),
});
