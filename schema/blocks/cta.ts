import { z } from 'zod';
import { action, anyBlock, sectionHead, text } from '../fields.ts';

/** The next step, and nothing else. */
export const cta = z.strictObject({
  type: z.literal('cta'),
  ...anyBlock,
  ...sectionHead,
  heading: text,
  layout: z.enum(['band', 'card']).default('band'),
  actions: z.array(action).min(1).max(2),
});
