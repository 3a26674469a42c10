import { z } from 'zod';
import { anyBlock, anyPicture, sectionHead, sizeIsKnown, subtitleFile, text, videoFile } from '../fields.ts';
import { inlineText } from '../inline.ts';

/** Pictures and films. A film that does not exist yet is its poster and its caption. */
export const media = z.strictObject({
  type: z.literal('media'),
  ...anyBlock,
  ...sectionHead,
  layout: z.enum(['wide', 'beside', 'grid']).default('wide'),
  items: z
    .array(
      z.strictObject({
        /** The picture, or the poster of the film. */
        ...anyPicture,
        alt: text,
        /** The film itself, with its subtitles. */
        video: z.strictObject({ src: videoFile, subtitles: subtitleFile }).optional(),
        heading: text.optional(),
        text: inlineText.optional(),
      }).superRefine(sizeIsKnown),
    )
    .min(1),
});
