import { z } from 'zod';
import { action, anyBlock, icon, sectionHead, text } from '../fields.ts';
import { inlineText } from '../inline.ts';

/** Steps in their order. */
export const timeline = z.strictObject({
  type: z.literal('timeline'),
  ...anyBlock,
  ...sectionHead,
  layout: z.enum(['rail', 'columns']).default('rail'),
  items: z
    .array(
      z.strictObject({
        icon: icon.optional(),
        heading: text,
        text: inlineText.optional(),
        /** How long the step takes, or when it happens. */
        when: text.optional(),
      }),
    )
    .min(2),
  actions: z.array(action).max(2).default([]),
});
