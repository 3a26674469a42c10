import { z } from 'zod';
import { anyBlock, sectionHead } from '../fields.ts';
import { prose } from '../prose.ts';

/** Running text: an article, an explanation, the small print. */
export const text = z.strictObject({
  type: z.literal('text'),
  ...anyBlock,
  ...sectionHead,
  layout: z.enum(['column', 'beside']).default('column'),
  body: prose,
});
