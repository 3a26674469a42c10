import { z } from 'zod';
import { isSeen } from '../diagnostics/invisible.ts';
import { readLong, readShort } from '../markdown/parse.ts';

/** Longer text: paragraphs, headings, lists, quotations, tables, code and pictures. */
export const blockText = z
  .string()
  .min(1)
  .refine(isSeen)
  .transform((text) => readLong(text).parts)
  .meta({ refersTo: 'block-text' });

export type { Inline } from '../markdown/tree.ts';

/** A short text with inline marks. */
export const inlineText = z
  .string()
  .min(1)
  .refine(isSeen)
  .transform((text) => readShort(text).inline)
  .meta({ refersTo: 'inline-text' });
