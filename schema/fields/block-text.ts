import { z } from 'zod';
import { isSeen } from '../base/seen.ts';
import { readLong } from '../text/read-text.ts';

/** Longer text: paragraphs, headings, lists, quotations, tables, code and pictures. */
export const blockText = z
  .string()
  .min(1)
  .refine(isSeen)
  .transform((text) => readLong(text).parts)
  .meta({ refersTo: 'block-text' });
