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

const toFunction = z.strictObject({
  label: text,
  /** The label while the message is under way. */
  sending: text,
  /** The serverless function that takes the message. */
  function: name,
});
const yes = z.literal('true').transform(() => true as const);
/** The answers are written to the visitor's own console and go nowhere. */
const toLog = z.strictObject({ label: text, log: yes });
/** Nothing is sent or kept; the visitor reads `success`. */
const toNowhere = z.strictObject({ label: text, none: yes });
const submit = z.union([toFunction, toLog, toNowhere], { error: '`function` sends the answers to a function, with `sending` as the label meanwhile; `log: true` and `none: true` send nothing' });

/** Questions to the visitor, and where the answers go. */
export const form = z.strictObject({
  type: z.literal('form'),
  ...anyBlock,
  ...sectionHead,
  /** The form's own name: its answer pages are found by it. */
  id: name,
  layout: z.enum(['beside', 'stacked']).default('beside'),
  fields: z.array(field).min(1).superRefine((fields, { addIssue }) => {
    for (const [at, { name }] of fields.entries()) if (fields.findIndex((one) => one.name === name) < at) addIssue({ code: 'custom', path: [at, 'name'], message: `cannot be \`${name}\`, which another field is called already` });
  }),
  /** Shown behind the label of a field that may stay empty. */
  optional: text,
  submit,
  /** Shown when the form was sent. */
  success: text,
  /** Shown when a function did not take the message. */
  failure: text.optional(),
  /** What happens with what was written, beside the button. */
  note: inlineText.optional(),
}).refine((block) => !('function' in block.submit) || block.failure !== undefined, { path: ['failure'], error: 'a form that is sent to a `function` must say what is shown when that fails' });
