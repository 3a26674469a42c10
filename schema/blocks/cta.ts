import { z } from 'zod';
import { action, anyBlock, sectionHead, text } from '../fields.ts';
import { inlineText } from '../inline.ts';

/** The next step, and nothing else. */
export const cta = z.strictObject({
  type: z.literal('cta'),
  ...anyBlock,
  ...sectionHead,
  heading: text,
  layout: z.enum(['band', 'card']).default('band'),
  /** What happens after the visitor has acted, in order. */
  steps: z.array(inlineText).min(2).max(4).default([]),
  actions: z.array(action).min(1).max(2),
});
