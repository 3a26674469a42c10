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

/** The rules for answers in a form field, used by browsers and by the contact function. */
export const fieldRules = z.object({
  name: z.string(),
  kind: z.enum(fieldKinds),
  required: z.boolean(),
  options: z.array(z.string()).optional(),
  /** The value of a hidden field, or the initial value of a slider. */
  value: z.string().optional(),
  /** The URL parameter from which a hidden field gets its value. */
  parameter: z.string().optional(),
  /** The lowest valid answer: a number, a day like `2026-05-31`, or a time like `18:30`. */
  min: z.string().optional(),
  max: z.string().optional(),
  /** The step between valid numbers. Default: 1. */
  step: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  /** A regular expression that must match the whole answer, as in HTML. */
  pattern: z.string().optional(),
  /** The message for answers that do not match `pattern`. */
  expected: z.string().optional(),
  accept: z.array(z.enum(fileKindNames)).optional(),
  /** The maximum size of each file, in megabytes. */
  maxSize: z.number().optional(),
  maxFiles: z.number().optional(),
});
export type FieldRules = z.output<typeof fieldRules>;
