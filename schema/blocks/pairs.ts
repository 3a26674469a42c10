import { z } from 'zod';
import { anyBlock, sectionHead, text } from '../fields.ts';
import { inlineText } from '../inline.ts';

/** Two columns that belong together line by line: a feature and its advantage, a term and its meaning. */
export const pairs = z.strictObject({
  type: z.literal('pairs'),
  ...anyBlock,
  ...sectionHead,
  layout: z.enum(['stacked', 'beside']).default('stacked'),
  columns: z.strictObject({ first: text, second: text }),
  items: z.array(z.strictObject({ heading: text, text: inlineText })).min(2),
});
