import { z } from 'zod';
import { described, optionalOneOf } from './described-fields.ts';
import { honeypotField } from './form-post.ts';
import { fieldKinds, type FieldKind } from './field-rules.ts';
import { isDay, isTime, maxAnswerLength, resolveRange, validateNumber } from './form-rules.ts';
import { fileKindNames } from './upload-types.ts';
import { megabytes, maxFilesPerField } from './upload-rules.ts';
import { type PatternProblem, checkPattern } from './safe-pattern.ts';
import { name, text, integerField, booleanField, inlineText } from './fields.ts';
import type { Path } from '../base/data.ts';
import { addArticle } from '../diagnostics/wording.ts';
import type { DateKind } from './field-metadata.ts';
import { issueAt } from './issue-at.ts';

/** Field names that the engine adds to every form (see envelope.ts of the contact function). */
const reservedNames = ['form', honeypotField];

const textKinds = ['text', 'email', 'tel', 'url'] as const;
const rangeKinds = ['number', 'range', 'date', 'time'] as const;
const choiceKinds = ['select', 'radio', 'checkboxes'] as const;

/** The field kinds that support a setting. Settings that all field kinds support are not listed. */
const kindsBySetting = {
  placeholder: [...textKinds, 'number', 'long-text', 'select'],
  rows: ['long-text'],
  autocomplete: [...textKinds, 'number', 'date', 'long-text', 'select'],
  options: choiceKinds,
  text: ['consent'],
  value: ['hidden', 'number', 'range'],
  parameter: ['hidden'],
  min: rangeKinds,
  max: rangeKinds,
  step: ['number', 'range'],
  minLength: [...textKinds, 'long-text'],
  maxLength: [...textKinds, 'long-text'],
  pattern: ['text', 'tel'],
  expected: ['text', 'tel'],
  accept: ['file'],
  maxSize: ['file'],
  maxFiles: ['file'],
} as const satisfies Record<string, readonly FieldKind[]>;

/** The setting that each field kind requires, with the reason. */
const requiredSetting: Partial<
  Record<FieldKind, readonly [setting: keyof typeof kindsBySetting, why: string]>
> = {
  select: ['options', 'a `select` needs `options` to choose from'],
  radio: ['options', '`radio` needs `options` to choose from'],
  checkboxes: ['options', '`checkboxes` need `options` to choose from'],
  consent: ['text', '`text` tells visitors what they agree to; it is shown beside the box'],
  file: ['accept', '`accept` lists the file types that visitors can send'],
};

const patternMessages: Record<PatternProblem, string> = {
  invalid:
    'is not a pattern that browsers support; inside `[ ]`, write special characters as `\\(`, `\\)`, `\\-`, `\\/` and so on',
  unsupported:
    'uses syntax that is not supported, such as `(?=a)`, `(?<=a)`, `\\1`, `(?i:a)` or `\\p{RGI_Emoji}`',
  slow:
    'can match in so many ways that a wrong answer would keep the browser and the server busy for minutes; do not ' +
    'repeat a part that contains a repetition or may be empty',
};

const fieldSettings = z.strictObject({
  name: described(
    name.refine(
      (value) => !reservedNames.includes(value),
      `cannot be \`${reservedNames.join('` or `')}\`: these names are reserved`,
    ),
    'The name of the answer in the message, unique within the form.',
    'email',
  ).meta({ label: 'Sent as' }),
  label: described(
    text.optional(),
    'The question, which emails also show before the answer; only a `hidden` field can omit it.',
    'Your e-mail',
  ).meta({ label: 'Question' }),
  kind: z
    .enum(fieldKinds)
    .default('text')
    .describe(
      'The kind of field: a short `text`, an `email` address, a telephone number (`tel`), a web address ' +
        '(`url`), a `number`, a slider (`range`), a `date`, a `time` or a `long-text`; `select` or `radio` to choose one of the `options`, ' +
        'or `checkboxes` to choose several; a single `checkbox`, or a `consent` box that visitors must tick; a `file`; or a `hidden` field, ' +
        'which sends its `value` or a `parameter` of the page address.',
    ),
  required: booleanField.default(false).describe('`true` if visitors must fill in the field.'),
  placeholder: described(
    text.optional(),
    'An example shown in the empty field, or the text of a `select` field before a choice is made.',
    'you@example.org',
  ),
  help: described(inlineText.optional(), 'A hint below the label.', 'It is on the bow, as **SQ 114**.'),
  options: z
    .array(described(text, 'One option.', 'A berth for tonight'))
    .min(1)
    .superRefine((options, context) => {
      for (const [index, option] of options.entries())
        if (options.indexOf(option) < index) issueAt(context, [index], `repeats the option \`${option}\``);
    })
    .optional()
    .describe('Options to choose from.')
    .meta({ examples: [['A berth for tonight', 'A pilot']] }),
  text: described(
    inlineText.optional(),
    'The text beside the box of a `consent` field, which can contain links.',
    'You may keep my answers for a month. [How we keep them](/rules)',
  ),
  value: described(
    text.optional(),
    'The value that a `hidden` field sends, such as a product, or the initial value of a `number` or `range`.',
    '2',
  ).meta({ isDecimal: true }),
  parameter: described(
    z
      .string()
      .regex(/^[\w.-]{1,60}$/, 'must be the name of a parameter, like `utm_source`')
      .optional(),
    'The parameter of the page address (after the `?`) whose value a `hidden` field sends; if the address does not have it, the field sends its `value`.',
    'utm_source',
  ),
  rows: described(
    integerField(2, 20).optional(),
    'The height of a `long-text` in lines, from 2 to 20 (default: 5).',
    '5',
  ),
  min: described(
    text.optional(),
    'The lowest `number`, or the earliest `date` or `time`, that is accepted (default for a `range`: 0).',
    '1',
  ).meta({ isDecimal: true }),
  max: described(
    text.optional(),
    'The highest `number`, or the latest `date` or `time`, that is accepted (default for a `range`: 100).',
    '12',
  ).meta({ isDecimal: true }),
  step: described(text.optional(), 'The step between accepted numbers (default: 1).', '0.5').meta({
    label: 'Step size',
    isDecimal: true,
  }),
  minLength: described(
    integerField(1, maxAnswerLength.text).optional(),
    'The minimum length of an answer, in characters.',
    '2',
  ),
  maxLength: described(
    integerField(1, maxAnswerLength.text).optional(),
    `The maximum length of an answer, in characters (default: ${maxAnswerLength.line}, or ${maxAnswerLength.text} in ` +
      'a `long-text`).',
    '80',
  ),
  pattern: described(
    text
      .superRefine((pattern, context) => {
        const problem = pattern.length > 200 ? 'slow' : checkPattern(pattern);
        if (problem) issueAt(context, [], patternMessages[problem]);
      })
      .optional(),
    'A regular expression that the whole answer must match.',
    '[A-Z]{2} ?\\d{1,4}',
  ),
  accept: z
    .array(
      z
        .enum(fileKindNames)
        .meta({ choices: Object.fromEntries(fileKindNames.map((name) => [name, name.toUpperCase()])) }),
    )
    .min(1)
    .optional()
    .describe(
      'Accepted file types: pictures (`jpg`, `png`, `gif`, `webp`, `heic`), ' +
        '`pdf`, and documents (`docx`, `xlsx`, `pptx`, `odt`, `ods`); types are detected from the content of the files.',
    )
    .meta({ examples: [['pdf', 'jpg', 'png']] }),
  maxSize: described(
    integerField(1, megabytes.max).optional(),
    `The maximum size of a file in megabytes, from 1 to ${megabytes.max} (default: ${megabytes.default}); all files of ` +
      `a message together can have up to ${megabytes.total} MB.`,
    '5',
  ),
  maxFiles: described(
    integerField(1, maxFilesPerField).optional(),
    `The maximum number of files, up to ${maxFilesPerField} (default: 1).`,
    '3',
  ),
  expected: described(
    text.optional(),
    'A description of the `pattern`, shown below the label and beside a wrong answer.',
    'Two capital letters and up to four digits, like SQ 114.',
  ),
  autocomplete: optionalOneOf(
    [
      'name',
      'given-name',
      'family-name',
      'email',
      'tel',
      'url',
      'organization',
      'organization-title',
      'street-address',
      'postal-code',
      'address-level2',
      'country-name',
      'bday',
    ],
    'The kind of value that browsers fill in automatically; `address-level2` is a town.',
  ),
});
type AnyFieldSettings = z.output<typeof fieldSettings>;
type Issue = (key: keyof AnyFieldSettings, message: string, date?: DateKind) => void;

const formField = fieldSettings
  .superRefine((field, context) => {
    const { kind } = field;
    const issue: Issue = (key, message, date) =>
      context.addIssue({ code: 'custom', path: [key], message, params: { date } });
    const [setting, reason = ''] = requiredSetting[kind] ?? [];
    if (setting !== undefined && field[setting] === undefined) issue(setting, reason);
    for (const key of Object.keys(kindsBySetting) as (keyof typeof kindsBySetting)[]) {
      const kinds: readonly FieldKind[] = kindsBySetting[key];
      if (field[key] !== undefined && !kinds.includes(kind))
        issue(key, `has no effect on ${addArticle(kind)}, only on \`${kinds.join('`, `')}\`; delete it`);
    }
    if (kind === 'hidden' && field.value === undefined && field.parameter === undefined)
      issue('value', 'a `hidden` field sends its `value`, because visitors cannot fill it in');
    if (kind !== 'hidden' && field.label === undefined)
      issue('label', '`label` is the question that visitors see');
    if (kind === 'number') checkNumber(field, issue);
    if (kind === 'range') checkRange(field, issue);
    if (kind === 'date') checkDates(field, issue);
    if (kind === 'time') checkTimes(field, issue);
    checkLengths(field, issue);
    if (field.pattern !== undefined && field.expected === undefined)
      issue('expected', '`expected` tells visitors what the `pattern` accepts');
    if (field.expected !== undefined && field.pattern === undefined)
      issue('pattern', '`expected` describes a `pattern`');
  })
  // A hidden field without a label gets its name as the label, for emails. A slider always has a value, so it counts
  // as required.
  .transform((field) => ({
    ...field,
    label: field.label ?? field.name,
    required: field.required || field.kind === 'range',
  }));

const mustBeNumber = 'must be a number like `2` or `0.5`';
const isNumber = (value: string): boolean => /^-?\d{1,15}(\.\d{1,9})?$/.test(value);

function checkNumbers({ min, max, step }: AnyFieldSettings, issue: Issue): void {
  for (const [key, value] of Object.entries({ min, max, step }) as [
    keyof AnyFieldSettings,
    string | undefined,
  ][])
    if (value !== undefined && !isNumber(value)) return issue(key, mustBeNumber);
  if (min !== undefined && max !== undefined && Number(min) > Number(max))
    issue('max', `cannot be less than \`min\`, which is ${min}: no number would be accepted`);
  if (step !== undefined && Number(step) <= 0) issue('step', 'must be more than 0');
}

function checkNumber(field: AnyFieldSettings, issue: Issue): void {
  checkNumbers(field, issue);
  if (field.value === undefined) return;
  if (!isNumber(field.value)) issue('value', mustBeNumber);
  else if ('problem' in validateNumber(field, field.value))
    issue('value', 'must fit the `min`, `max` and `step` of the field');
}

function checkRange(field: AnyFieldSettings, issue: Issue): void {
  const { min, max, value } = resolveRange(field);
  const invalidKey = (['min', 'max', 'value'] as const).find((key) => field[key] && !isNumber(field[key]));
  if (invalidKey) return issue(invalidKey, mustBeNumber);
  if (Number(min) >= Number(max)) return issue('max', `must be more than \`min\`, which is ${min}`);
  if (Number(value) < Number(min) || Number(value) > Number(max))
    issue('value', `must be from ${min} to ${max}, the limits of the range`);
  checkNumbers({ ...field, min: undefined, max: undefined }, issue);
}

function checkTimes({ min, max }: AnyFieldSettings, issue: Issue): void {
  for (const [key, value] of Object.entries({ min, max }) as [keyof AnyFieldSettings, string | undefined][])
    if (value !== undefined && !isTime(value)) issue(key, 'must be a time like `18:30`', 'time');
  if (min !== undefined && max !== undefined && isTime(min) && isTime(max) && min > max)
    issue('max', `cannot be before \`min\`, which is ${min}: no time would be accepted`);
}

function checkDates({ min, max }: AnyFieldSettings, issue: Issue): void {
  for (const [key, value] of Object.entries({ min, max }) as [keyof AnyFieldSettings, string | undefined][])
    if (value !== undefined && !isDay(value)) issue(key, 'must be a day like `2026-05-31`', 'day');
  if (min !== undefined && max !== undefined && isDay(min) && isDay(max) && min > max)
    issue('max', `cannot be before \`min\`, which is ${min}: no day would be accepted`);
}

function checkLengths({ kind, minLength, maxLength }: AnyFieldSettings, issue: Issue): void {
  const max = kind === 'long-text' ? maxAnswerLength.text : maxAnswerLength.line;
  if (maxLength !== undefined && maxLength > max)
    issue('maxLength', `cannot be more than ${max} for ${addArticle(kind)}`);
  else if (minLength !== undefined && minLength > (maxLength ?? max))
    issue('minLength', `cannot be more than ${maxLength ?? max}, the maximum length`);
}

export type FormField = z.output<typeof formField>;

/** A form field, with its path in the form settings. */
interface PlacedField {
  field: FormField;
  path: Path;
}

/** The fields of a step. Parsing the form moves the fields of all steps into one list and removes `list`. */
export interface StepFields {
  count: number;
  list?: readonly FormField[];
}

/** Reports fields with the same name. */
export function checkUniqueNames(fields: readonly PlacedField[], context: z.RefinementCtx): void {
  for (const [index, { field, path }] of fields.entries())
    if (fields.findIndex((otherField) => otherField.field.name === field.name) < index)
      issueAt(
        context,
        [...path, 'name'],
        `cannot be \`${field.name}\`: another field already uses it`,
        'give this field a different name',
      );
}

export const formFields = z
  .array(formField)
  .min(1)
  .refine(
    (fields) => fields.some(({ kind }) => kind !== 'hidden'),
    'must include a field that visitors can fill in',
  )
  .describe('Fields of the form.')
  .meta({ search: 'none' });

const formStep = z.strictObject({
  title: described(text, 'The title of the step, above its fields.', 'Your boat'),
  lead: described(
    inlineText.optional(),
    'A sentence or two below the title of the step.',
    'You find all of it on the **papers** of the boat.',
  ),
  fields: formFields.transform((list): StepFields => ({ count: list.length, list })),
});
type FormStep = z.output<typeof formStep>;

/** The steps of a long form. With JavaScript, visitors see one step at a time. */
export const formSteps = z
  .array(formStep)
  .max(6)
  .superRefine((steps, context) => {
    if (steps.length < 2)
      issueAt(context, [], 'must have at least two items; for a form with one step, use `fields`');
    checkUniqueNames(flattenSteps(steps), context);
  })
  .describe('Two to six steps of a long form, instead of `fields`, each with a title and its own `fields`.');

export const flattenSteps = (steps: readonly FormStep[]): PlacedField[] =>
  steps.flatMap(({ fields: { list = [] } }, index) =>
    list.map((field, fieldIndex) => ({ field, path: [index, 'fields', fieldIndex] })),
  );

/** Returns a step with only the number of its fields, not the fields themselves. */
export const dropFieldList = ({ fields: { count }, ...others }: FormStep): FormStep => ({
  ...others,
  fields: { count },
});
