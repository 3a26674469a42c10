import { z } from 'zod';
import { action, anyBlock, anyPicture, icon, sizeIsKnown, text, toBlock } from '../fields.ts';
import { inlineText } from '../inline.ts';

/** The first thing a visitor sees. A list of headings is shown in turn. */
export const hero = z.strictObject({
  type: z.literal('hero'),
  ...anyBlock,
  layout: z.enum(['wide', 'split', 'compact']).default('wide'),
  eyebrow: text.optional(),
  heading: z.union([text, z.array(text).min(2).max(5)]).transform((heading) => [heading].flat()),
  /** The switch that stops headings shown in turn; needed with a list of headings. */
  pause: text.optional(),
  lead: inlineText.optional(),
  actions: z.array(action).max(2).default([]),
  /** What the page is about, drawn; it stands beside the words, or below them in the layout `wide`. Its `text` is a caption. */
  picture: z.strictObject({ ...anyPicture, alt: text, text: inlineText.optional() }).superRefine(sizeIsKnown).optional(),
  /** Short facts beside or below the words. */
  facts: z.array(z.strictObject({ icon: icon.optional(), text: inlineText })).max(4).default([]),
  scrollDown: toBlock.optional(),
}).refine((block) => !(Array.isArray(block.heading) && block.heading.length > 1) || block.pause !== undefined, {
  path: ['pause'],
  error: 'headings shown in turn need a `pause`, the label of the switch that stops them, like `Pause the headline`',
});
