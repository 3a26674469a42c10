import { z } from 'zod';
import { anyBlock, icon, sectionHead, text } from '../fields.ts';
import { inlineText } from '../inline.ts';

/** Figures that prove something. */
export const stats = z.strictObject({
  type: z.literal('stats'),
  ...anyBlock,
  ...sectionHead,
  layout: z.enum(['row', 'beside']).default('row'),
  items: z.array(z.strictObject({ icon: icon.optional(), value: text, label: text, text: inlineText.optional() })).min(1).max(6),
});
