import { z } from 'zod';
import { anyBlock, anyPicture, sectionHead, sizeIsKnown, text } from '../fields.ts';

/** Logos that pass by. */
export const logoCarousel = z.strictObject({
  type: z.literal('logo-carousel'),
  ...anyBlock,
  ...sectionHead,
  layout: z.enum(['strip', 'beside']).default('strip'),
  /** The labels of the switch that stops and starts the movement. */
  pause: text,
  play: text,
  /** All are drawn on a canvas of 176 by 48. */
  items: z.array(z.strictObject({ name: text, ...anyPicture }).superRefine(sizeIsKnown)).min(6),
});
