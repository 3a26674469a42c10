import { z } from 'zod';
import { anyBlock, outsideAddress, picture, sectionHead, text } from '../fields.ts';
import { inlineText } from '../inline.ts';
import { prose } from '../prose.ts';

/** Who works here. */
export const people = z.strictObject({
  type: z.literal('people'),
  ...anyBlock,
  ...sectionHead,
  layout: z.enum(['cards', 'rows']).default('cards'),
  /** The label that opens a biography. */
  more: text,
  /** The words above a person's competencies. */
  competencies: text.optional(),
  /** The words of the link to a person's profile, which opens in a new tab. */
  profile: text,
  items: z
    .array(
      z.strictObject({
        name: text,
        title: text,
        image: picture,
        text: inlineText,
        bio: prose,
        competencies: z.array(text).min(1).optional(),
        href: outsideAddress,
      }),
    )
    .min(1),
});
