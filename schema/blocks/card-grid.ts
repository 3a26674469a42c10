import { z } from 'zod';
import { action, anyBlock, icon, picture, sectionHead, text, wholeNumber } from '../fields.ts';
import { inlineText } from '../inline.ts';

/** Several things of equal rank, side by side. */
export const cardGrid = z.strictObject({
  type: z.literal('card-grid'),
  ...anyBlock,
  ...sectionHead,
  layout: z.enum(['cards', 'tiles', 'list', 'directory', 'rows']).default('cards'),
  /** How fast the cards appear one after the other when they are scrolled to. */
  pace: z.enum(['quick', 'calm', 'slow']).default('quick'),
  columns: wholeNumber(2, 5).optional(),
  items: z
    .array(
      z.strictObject({
        icon: icon.optional(),
        image: picture.optional(),
        tag: text.optional(),
        heading: text,
        text: inlineText.optional(),
        points: z.array(inlineText).min(1).optional(),
        tags: z.array(text).min(1).optional(),
        action: action.optional(),
      }),
    )
    .min(1),
  actions: z.array(action).max(2).default([]),
});
