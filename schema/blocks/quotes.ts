import { z } from 'zod';
import { action, anyBlock, picture, sectionHead, text } from '../fields.ts';
import { inlineText } from '../inline.ts';

/** What somebody said, with name and role; `beside` a picture of what it is about. */
export const quotes = z.strictObject({
  type: z.literal('quotes'),
  ...anyBlock,
  ...sectionHead,
  layout: z.enum(['grid', 'single', 'beside']).default('grid'),
  items: z
    .array(
      z.strictObject({
        text: inlineText,
        name: text,
        title: text,
        /** Who speaks. */
        image: picture.optional(),
        /** What it is about, shown in the layout `beside`. */
        picture: picture.optional(),
        action: action.optional(),
      }),
    )
    .min(1),
});
