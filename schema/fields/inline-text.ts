import { z } from 'zod';
import { isSeen } from '../base/seen.ts';
import { readShort } from '../text/read-text.ts';

export type { Inline } from '../text/tree.ts';

/** A short text with inline marks. */
export const inlineText = z
  .string()
  .min(1)
  .refine(isSeen)
  .transform((text) => readShort(text).inline)
  .meta({ refersTo: 'inline-text' });
