import { z } from 'zod';
import { anyBlock, icon, pageAddress, sectionHead, text } from '../fields.ts';
import { inlineText } from '../inline.ts';

/** Articles that can be filtered by category. */
export const posts = z
  .strictObject({
    type: z.literal('posts'),
    ...anyBlock,
    ...sectionHead,
    layout: z.enum(['grid', 'list']).default('grid'),
    /** The name of the filter, for screen readers. */
    filter: text,
    /** The label of the choice that filters nothing. */
    all: text,
    /** In the order of the buttons. */
    categories: z.array(text).min(1),
    /** The words of each card's arrow, for screen readers. */
    read: text,
    items: z
      .array(
        z.strictObject({
          icon: icon.optional(),
          category: text,
          readTime: text,
          heading: text,
          text: inlineText,
          date: text,
          to: pageAddress,
        }),
      )
      .min(1),
  })
  .refine((block) => block.items.every((item) => block.categories.includes(item.category)), { path: ['categories'], error: 'must hold the category of every post' });
