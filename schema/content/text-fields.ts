import { z } from 'zod';
import { hasVisibleText } from '../diagnostics/invisible.ts';
import { parseLongText, parseShortText } from '../markdown/parse.ts';

/** Longer text: paragraphs, headings, lists, quotations, tables, code and pictures. */
export const blockText = z
  .string()
  .min(1)
  .refine(hasVisibleText)
  .transform((text) => parseLongText(text).parts)
  .meta({ refersTo: 'block-text' });

export type { Inline } from '../markdown/tree.ts';

/** A short text with inline marks. */
export const inlineText = z
  .string()
  .min(1)
  .refine(hasVisibleText)
  .transform((text) => parseShortText(text).inline)
  .meta({ refersTo: 'inline-text' });
