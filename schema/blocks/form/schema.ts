import { z } from 'zod';
import { hasVisibleText } from '../../diagnostics/invisible.ts';
import { described, describedGroup, describedList, oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import type { Path } from '../../base/data.ts';
import {
  name,
  sectionSettings,
  text,
  booleanField,
  integerField,
  textWithDefault,
  trueField,
  inlineText,
} from '../../fields/fields.ts';
import { pageLink, toExternal, toPage } from '../../fields/link-fields.ts';
import {
  flattenSteps,
  formFields,
  formSteps,
  checkUniqueNames,
  dropFieldList,
} from '../../fields/form-fields.ts';
import { formatFileSize } from '../../fields/file-types.ts';
import { getMaxTotalFileBytes, megabytes } from '../../fields/upload-rules.ts';

/** The fields that editors suggest for a new form. */
const exampleFields = [
  { name: 'name', label: 'Your name', required: 'true', autocomplete: 'name' },
  { name: 'email', label: 'Your e-mail', kind: 'email', required: 'true', autocomplete: 'email' },
  { name: 'message', label: 'Your message', kind: 'long-text', required: 'true' },
];

const submitLabel = described(text, 'The text on the button.', 'Send');
const otherWays = z
  .array(z.union([toPage, toExternal]))
  .max(3)
  .default([])
  .describe(
    'Up to three other ways to contact you if sending fails: an email address, or a page with another form, ' +
      'where the answers are already filled in.',
  );
const functionSubmit = z.strictObject({
  label: submitLabel,
  sending: textWithDefault('sending'),
  sendingAgain: textWithDefault('sendingAgain'),
  offline: textWithDefault('offline'),
  function: z
    .enum(['send-contact-email'])
    .describe('The function that receives the message: `send-contact-email`.'),
  webhook: described(
    name.optional(),
    'The name of a webhook to notify of messages from this form, instead of the default notification; docs/deploying.md explains how ' +
      'to set its URL.',
    'orders',
  ),
  proofOfWork: booleanField
    .optional()
    .describe(
      '`false` to accept messages without a proof of work, for example from programs; docs/deploying.md lists the limits.',
    ),
  maxPerAddress: described(
    integerField(1, 1000).optional(),
    'The maximum number of messages per hour from an IP address, from 1 to 1000: an office or a school may share an address; ' +
      'docs/deploying.md lists the default.',
    '200',
  ),
  confirmation: describedGroup(
    'A confirmation email to the address in the required field `email`; it does not contain the message.',
    {
      subject: described(text, 'The subject of the email.', 'Your question has arrived'),
      text: described(
        z.string().min(1).refine(hasVisibleText).meta({ search: 'none' }),
        'The plain text of the email: start with `|`, then write the text on the lines below, indented.',
        'We answer before the next tide.',
      ),
    },
  ).optional(),
  instead: otherWays,
});
const logSubmit = z.strictObject({
  label: submitLabel,
  log: trueField.describe('`true` to try out a form: the answers are only shown in the visitor’s browser.'),
  instead: otherWays,
});
const emptySubmit = z.strictObject({
  label: submitLabel,
  none: trueField
    .describe('`true` for a form that sends and stores nothing.')
    .meta({ label: 'Nothing is sent' }),
  instead: otherWays,
});
const submit = z.union([functionSubmit, logSubmit, emptySubmit], {
  error:
    '`function` sends the answers to a function and shows the text `sending` meanwhile; `log: true` and ' +
    '`none: true` send nothing',
});

const schema = blockSchema('form', {
  ...sectionSettings,
  id: described(name, 'The name of the form, which identifies its messages.', 'message').meta({
    label: 'Form name',
  }),
  layout: oneOf(
    ['beside', 'stacked'],
    'The position of the heading: `beside` the fields, or above them (`stacked`).',
  ),
  fields: formFields
    .superRefine((fields, context) =>
      checkUniqueNames(
        fields.map((field, index) => ({ field, path: [index] })),
        context,
      ),
    )
    .default([])
    .describe('Fields of the form.')
    .meta({ examples: [exampleFields] }),
  steps: formSteps.optional(),
  facts: describedList('Facts below the heading, such as an address.', {
    label: described(text, 'The label of the fact.', 'Office'),
    text: described(inlineText, 'The text of the fact.', 'On the **old pier**'),
  }).default([]),
  optional: textWithDefault('optional'),
  choose: textWithDefault('choose'),
  next: textWithDefault('nextStep').optional(),
  back: textWithDefault('previousStep').optional(),
  step: textWithDefault('step').optional(),
  submit: submit.describe('The button, and where it sends the answers.').meta({ search: 'none' }),
  success: textWithDefault('success'),
  demonstration: described(
    text.optional(),
    'The message shown instead of `success` if the form sends nothing.',
    'This is a demonstration: nothing was sent.',
  ).meta({ search: 'none' }),
  thanks: pageLink
    .optional()
    .describe('The page that visitors see after sending a message, instead of `success`.'),
  failure: textWithDefault('failure').optional(),
  note: described(
    inlineText.optional(),
    'A note beside the button that explains how you use the answers.',
    'Kept until the tide has turned, then deleted.',
  ),
})
  .superRefine(({ fields, steps, submit, thanks, ...words }, { addIssue }) => {
    const issue = (path: Path, message: string) => addIssue({ code: 'custom', path: [...path], message });
    if (!steps && fields.length === 0)
      issue(['fields'], '`fields` is the list of fields; for a long form, write `steps` instead');
    if (steps && fields.length > 0)
      issue(
        ['steps'],
        'cannot be used together with `fields`; move the fields into a step, or delete one of the two settings',
      );
    if (fields.length > 0 && !steps)
      for (const name of ['next', 'back', 'step'] as const)
        if (words[name]) issue([name], 'has no effect in a form without `steps`; delete it');
    const placedFields = steps
      ? flattenSteps(steps).map(({ field, path }) => ({ field, path: ['steps', ...path] }))
      : fields.map((field, index) => ({ field, path: ['fields', index] }));
    if (!('function' in submit)) {
      if (thanks !== undefined) issue(['thanks'], 'has no effect in a form that sends nothing; delete it');
      const file = placedFields.find(({ field }) => field.kind === 'file');
      if (file)
        issue(
          [...file.path, 'kind'],
          'cannot be `file` in a form that sends nothing, because the file would be lost',
        );
      return;
    }
    const email = placedFields.find(({ field }) => field.name === 'email');
    if (submit.confirmation && !email?.field.required)
      issue(
        ['submit', 'confirmation'],
        'needs a field with `name: email`, `kind: email` and `required: true`, which has the recipient’s address',
      );
    if (email && email.field.kind !== 'email')
      issue(
        [...email.path, 'kind'],
        'must be `email`, because replies are sent to the address in the field `email`',
      );
  })
  // Moves the fields in all steps to the list `fields`, and removes unused texts to keep pages small.
  .overwrite(({ failure, steps, fields, next, back, step, ...form }) => ({
    ...form,
    ...('function' in form.submit && { failure }),
    ...(steps
      ? {
          fields: flattenSteps(steps).map(({ field }) => field),
          steps: steps.map(dropFieldList),
          next,
          back,
          step,
        }
      : { fields }),
  }))
  .describe('A form: its fields, and where it sends the answers.');

export const form = defineBlock({
  schema,
  purpose: 'Ask and act',
  otherNames:
    'newsletter contact contact-form signup sign-up subscribe newsletter-signup enquiry application registration inquiry',
  form: ({ id, fields, submit, thanks }) => ({
    id,
    fields,
    ...('function' in submit && {
      sent: {
        webhook: submit.webhook,
        proofOfWork: submit.proofOfWork ?? true,
        maxPerAddress: submit.maxPerAddress,
        confirmation: submit.confirmation,
        thanks,
      },
    }),
  }),
  /** Appends the accepted file types and the maximum file size to the hints of file fields. */
  withDefaultTexts(block, { language, words }) {
    if (block.fields.every(({ kind }) => kind !== 'file')) return block;
    const fields = block.fields.map((field) => {
      const { kind, help, accept = [], maxSize = megabytes.default, maxFiles = 1 } = field;
      if (kind !== 'file') return field;
      const kinds = accept.map((name) => name.toUpperCase());
      const values: Record<string, string | number> = {
        kinds: new Intl.ListFormat(language, { type: 'disjunction' }).format(kinds),
        size: formatFileSize(maxSize * 1_000_000, language),
        total: formatFileSize(getMaxTotalFileBytes(block.fields), language),
        count: maxFiles,
      };
      const accepted = (maxFiles > 1 ? words.takesFiles : words.takesFile).replace(
        /\{(\w+)\}/g,
        (_, name: string) => String(values[name] ?? ''),
      );
      return { ...field, help: help ? [...help, ' ', accepted] : [accepted] };
    });
    return { ...block, fields };
  },
});
