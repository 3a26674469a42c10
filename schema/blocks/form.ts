import { z } from 'zod';
import { anyBlock, described, name, sectionHead, text, wholeNumber, yesOrNo } from '../fields/fields.ts';
import { inlineText } from '../fields/inline-text.ts';
import { word } from '../fields/word.ts';

/** What a form sends besides its fields (see envelope.ts of the function). */
const ownNames = ['form', 'your-website'];

const field = z.strictObject({
  name: described(
    name.refine(
      (written) => !ownNames.includes(written),
      `cannot be \`${ownNames.join('` or `')}\`, which every form uses itself`,
    ),
    'The name under which the answer is sent; no two fields have the same.',
    'email',
  ),
  label: described(text, 'The question, as the visitor reads it.', 'Your e-mail'),
  kind: z
    .enum(['text', 'email', 'tel', 'long-text'])
    .default('text')
    .describe(
      'What is asked for: a short `text`, an `email` address, a telephone number with `tel`, or a ' +
        '`long-text`.',
    ),
  required: yesOrNo.default(false).describe('`true` if the field must be filled in.'),
  placeholder: described(text.optional(), 'An example shown in the empty field.', 'you@example.org'),
  rows: described(wholeNumber(2, 20).default(5), 'How many lines a `long-text` shows, from 2 to 20.', '5'),
  autocomplete: z
    .enum(['name', 'email', 'tel', 'organization'])
    .optional()
    .describe('What a browser may fill in by itself.'),
});

/** The fields that the function needs, and of which kind they have to be. */
const answered = { name: undefined, email: 'email', message: undefined } as const;
const needed = Object.keys(answered).join('`, `');

/** What an editor offers first. */
const usualFields = [
  { name: 'name', label: 'Your name', required: 'true', autocomplete: 'name' },
  { name: 'email', label: 'Your e-mail', kind: 'email', required: 'true', autocomplete: 'email' },
  { name: 'message', label: 'Your message', kind: 'long-text', required: 'true' },
];

const label = described(text, 'The text on the button.', 'Send');
const toFunction = z.strictObject({
  label,
  sending: word('sending'),
  offline: word('offline'),
  function: z
    .enum(['send-contact-email'])
    .describe('The name of the function that takes the message: `send-contact-email`.'),
});
const yes = z.literal('true').transform(() => true as const);
const toLog = z.strictObject({
  label,
  log: yes.describe(
    '`true` if the answers are only shown in the visitor’s own browser, for trying a form out.',
  ),
});
const toNowhere = z.strictObject({
  label,
  none: yes.describe('`true` if nothing is sent or kept; the visitor reads `success`.'),
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
      .array(field)
      .min(1)
      .superRefine((fields, { addIssue }) => {
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
    submit: submit.describe('The button, and where the answers go.'),
    success: word('success'),
    failure: word('failure').optional(),
    note: described(
      inlineText.optional(),
      'What happens with what was written, beside the button.',
      'Kept until the tide has turned, then deleted.',
    ),
  })
  .superRefine(({ fields, submit }, { addIssue }) => {
    if (!('function' in submit)) return;
    for (const [name, kind] of Object.entries(answered)) {
      const at = fields.findIndex((one) => one.name === name);
      const found = fields[at];
      const issue = (path: (string | number)[], message: string) =>
        addIssue({ code: 'custom', path: ['fields', ...path], message });
      if (!found)
        issue([], `must have one called \`${name}\`: the function takes no message without \`${needed}\``);
      else if (!found.required)
        issue([at, 'required'], `must be \`true\` for \`${name}\`: the function takes no message without it`);
      else if (kind !== undefined && found.kind !== kind)
        issue(
          [at, 'kind'],
          `must be \`${kind}\` for \`${name}\`, so that browser and function take the same`,
        );
    }
  })
  // What is not sent cannot fail, and words that nobody reads would come with every page.
  .overwrite(({ failure, ...form }) => ('function' in form.submit ? { ...form, failure } : form))
  .describe('Questions to the visitor, and where the answers go.');
