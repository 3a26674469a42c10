import { z } from 'zod';
import { action, anyBlock, sectionHead, text } from '../fields.ts';
import { inlineText } from '../inline.ts';

/** Questions that open to their answers. */
export const faq = z.strictObject({
  type: z.literal('faq'),
  ...anyBlock,
  ...sectionHead,
  layout: z.enum(['beside', 'stacked']).default('beside'),
  items: z.array(z.strictObject({ question: text, answer: inlineText })).min(1),
  actions: z.array(action).max(2).default([]),
});
