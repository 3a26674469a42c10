import { z } from 'zod';
import {
  anyBlock,
  described,
  name,
  sectionHead,
  text,
  toOutside,
  toPage,
  yesOrNo,
} from '../fields/fields.ts';
import { formField } from '../fields/form-field.ts';
import { inlineText } from '../fields/inline-text.ts';
import { word } from '../fields/word.ts';

/** What an editor offers first. */
const usualFields = [
  { name: 'name', label: 'Your name', required: 'true', autocomplete: 'name' },
  { name: 'email', label: 'Your e-mail', kind: 'email', required: 'true', autocomplete: 'email' },
  { name: 'message', label: 'Your message', kind: 'long-text', required: 'true' },
];

const label = described(text, 'The text on the button.', 'Send');
const instead = z
  .array(z.union([toPage, toOutside]))
  .max(3)
  .default([])
  .describe(
    'The list of other ways to be heard where nothing was sent, three at most: a mail address, or the form ' +
      'of a page, to which what was typed goes along.',
  );
const toFunction = z.strictObject({
  label,
  sending: word('sending'),
  offline: word('offline'),
  function: z
    .enum(['send-contact-email'])
    .describe('The name of the function that takes the message: `send-contact-email`.'),
  webhook: described(
    name.optional(),
    'The name of a program that is told of the messages of this form, in the place of whoever is told of ' +
      'all others; docs/deploying.md says where its address is set.',
    'orders',
  ),
  proofOfWork: yesOrNo
    .optional()
    .describe(
      '`true` if the visitor’s browser has to calculate for a moment before it sends, against programs ' +
        'that send very many messages; docs/deploying.md says how many are taken without it.',
    ),
  instead,
});
const yes = z.literal('true').transform(() => true as const);
const toLog = z.strictObject({
  label,
  log: yes.describe(
    '`true` if the answers are only shown in the visitor’s own browser, for trying a form out.',
  ),
  instead,
});
const toNowhere = z.strictObject({
  label,
  none: yes.describe('`true` if nothing is sent or kept.'),
  instead,
});
const submit = z.union([toFunction, toLog, toNowhere], {
  error:
    '`function` sends the answers to a function, with `sending` as the label meanwhile; `log: true` and ' +
    '`none: true` send nothing',
});

export const form = z
  .strictObject({
    type: z.literal('form'),
    ...anyBlock,
    ...sectionHead,
    id: described(name, 'The name of the form, by which its answers are found.', 'message'),
    layout: z
      .enum(['beside', 'stacked'])
      .default('beside')
      .describe('Where the heading stands: `beside` the fields, or above them with `stacked`.'),
    fields: z
      .array(formField)
      .min(1)
      .superRefine((fields, { addIssue }) => {
        if (fields.every(({ kind }) => kind === 'hidden'))
          addIssue({ code: 'custom', message: 'must have one that visitors can fill in' });
        for (const [at, { name }] of fields.entries())
          if (fields.findIndex((one) => one.name === name) < at)
            addIssue({
              code: 'custom',
              path: [at, 'name'],
              message: `cannot be \`${name}\`, which another field is called already`,
            });
      })
      .describe('The list of fields to fill in.')
      .meta({ examples: [usualFields] }),
    optional: word('optional'),
    choose: word('choose'),
    submit: submit.describe('The button, and where the answers go.'),
    success: word('success'),
    demonstration: described(
      text.optional(),
      'What the visitor reads in the place of `success` where nothing is sent.',
      'This is a demonstration: nothing was sent.',
    ),
    failure: word('failure').optional(),
    note: described(
      inlineText.optional(),
      'What happens with what was written, beside the button.',
      'Kept until the tide has turned, then deleted.',
    ),
  })
  .superRefine(({ fields, submit }, { addIssue }) => {
    if (!('function' in submit)) {
      const file = fields.findIndex(({ kind }) => kind === 'file');
      if (file >= 0)
        addIssue({
          code: 'custom',
          path: ['fields', file, 'kind'],
          message: 'cannot be `file` in a form that sends nothing: nobody would ever see it',
        });
      return;
    }
    const at = fields.findIndex(({ name }) => name === 'email');
    if (at >= 0 && fields[at]?.kind !== 'email')
      addIssue({
        code: 'custom',
        path: ['fields', at, 'kind'],
        message: 'must be `email` for `email`, as that is where an answer goes',
      });
  })
  // What is not sent cannot fail, and words that nobody reads would come with every page.
  .overwrite(({ failure, ...form }) => ('function' in form.submit ? { ...form, failure } : form))
  .describe('Questions to the visitor, and where the answers go.');
