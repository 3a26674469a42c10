import { z } from 'zod';
import { anyBlock, name, sectionHead, text, wholeNumber, yesOrNo } from '../fields.ts';
import { inlineText } from '../inline.ts';

const field = z.strictObject({
  name: name.refine((written) => written !== 'form', 'cannot be `form`, which every form uses itself'),
  label: text,
  kind: z.enum(['text', 'email', 'tel', 'long-text']).default('text'),
  required: yesOrNo.default(false),
  placeholder: text.optional(),
  /** Lines of a long text. */
  rows: wholeNumber(2, 20).default(5),
  /** What a browser may fill in, in the words of the HTML standard. */
  autocomplete: z.enum(['name', 'email', 'tel', 'organization']).optional(),
});

/** Questions to the visitor, and where the answers go. */
export const form = z.strictObject({
  type: z.literal('form'),
  ...anyBlock,
  ...sectionHead,
  /** The form's own name: its answer pages are found by it. */
  id: name,
  layout: z.enum(['beside', 'stacked']).default('beside'),
  fields: z.array(field).min(1).refine((fields) => new Set(fields.map((f) => f.name)).size === fields.length, 'has two fields of the same `name`'),
  /** Shown behind the label of a field that may stay empty. */
  optional: text,
  submit: z.strictObject({
    label: text,
    /** The label while the message is under way. */
    sending: text,
    /** The serverless function that takes the message. */
    function: name,
  }),
  success: text,
  failure: text,
  /** What happens with what was written, beside the button. */
  note: inlineText.optional(),
});
