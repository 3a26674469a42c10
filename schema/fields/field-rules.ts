import { z } from 'zod';
import { fileKindNames } from './upload-types.ts';

export const fieldKinds = [
  'text',
  'email',
  'tel',
  'url',
  'number',
  'range',
  'date',
  'time',
  'long-text',
  'select',
  'radio',
  'checkbox',
  'checkboxes',
  'consent',
  'hidden',
  'file',
] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** The rules for the answers to a field, for browsers and for the contact function. */
export const fieldRules = z.object({
  name: z.string(),
  kind: z.enum(fieldKinds),
  required: z.boolean(),
  options: z.array(z.string()).optional(),
  /** The value of a hidden field, or the initial value of a range. */
  value: z.string().optional(),
  /** The URL parameter from which a hidden field gets its value. */
  parameter: z.string().optional(),
  /** A number, a day like `2026-05-31`, or a time like `18:30`. */
  min: z.string().optional(),
  max: z.string().optional(),
  /** Default: 1. */
  step: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  /** Must match the whole answer, as in HTML. */
  pattern: z.string().optional(),
  /** Message for answers that do not match. */
  expected: z.string().optional(),
  accept: z.array(z.enum(fileKindNames)).optional(),
  /** Megabytes per file. */
  maxSize: z.number().optional(),
  maxFiles: z.number().optional(),
});
export type FieldRules = z.output<typeof fieldRules>;
