import { z } from 'zod';
import { described, optionalOneOf } from './described-fields.ts';
import { honeypotField } from './form-post.ts';
import { fieldKinds, type FieldKind } from './field-rules.ts';
import { isDay, isTime, maxAnswerLength, rangeOf, validateNumber } from './form-rules.ts';
import { fileKindNames } from './upload-types.ts';
import { megabytes, maxFilesPerField } from './upload-rules.ts';
import { type PatternProblem, checkPattern } from './safe-pattern.ts';
import { name, text, integerField, booleanField, inlineText } from './fields.ts';
import type { Path } from '../base/data.ts';
import { withArticle } from '../diagnostics/wording.ts';
import type { DateKind } from './field-metadata.ts';
import { issueAt } from './issue-at.ts';

/** Names that every form sends (see envelope.ts of the contact function). */
const reservedNames = ['form', honeypotField];

const textKinds = ['text', 'email', 'tel', 'url'] as const;
const rangeKinds = ['number', 'range', 'date', 'time'] as const;
const choiceKinds = ['select', 'radio', 'checkboxes'] as const;

/** Settings of certain kinds of fields only. */
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

/** The setting that a kind requires, and why. */
const requiredSetting: Partial<
  Record<FieldKind, readonly [setting: keyof typeof kindsBySetting, why: string]>
> = {
  select: ['options', 'a `select` without `options` has nothing to choose from'],
  radio: ['options', '`radio` without `options` has nothing to choose from'],
  checkboxes: ['options', '`checkboxes` without `options` have nothing to choose from'],
  consent: ['text', 'visitors need to know what they agree to: `text` is shown beside the box'],
  file: ['accept', 'visitors have to know which kinds of files they can send: `accept` lists them'],
};

const patternMessages: Record<PatternProblem, string> = {
  invalid: 'is no pattern that browsers understand; in `[ ]` write `\\(`, `\\)`, `\\-`, `\\/` and the like',
  unsupported:
    'uses syntax that is not supported, such as `(?=a)`, `(?<=a)`, `\\1`, `(?i:a)` or `\\p{RGI_Emoji}`',
  slow:
    'can be read in so many ways that a wrong answer keeps browser and server busy for minutes; repeat no ' +
    'part that is itself repeated or may be empty',
};

const fieldSettings = z.strictObject({
  name: described(
    name.refine(
      (value) => !reservedNames.includes(value),
      `cannot be \`${reservedNames.join('` or `')}\`, which every form uses itself`,
    ),
    'The name under which the answer is sent; no two fields have the same.',
    'email',
  ).meta({ label: 'Sent as' }),
  label: described(
    text.optional(),
    'The question, as visitors read it, and as it stands before the answer in a mail; only a `hidden` field ' +
      'needs none.',
    'Your e-mail',
  ).meta({ label: 'Question' }),
  kind: z
    .enum(fieldKinds)
    .default('text')
    .describe(
      'What is asked for: a short `text`, an `email` address, a telephone number (`tel`), a web address ' +
        '(`url`), a `number`, a number on a slider (`range`), a `date`, a `time` or a `long-text`; one of `options` with `select` or `radio`, any of ' +
        'them with `checkboxes`; one box to tick with `checkbox`, or with `consent` one that has to be ' +
        'ticked; a `file`; or, with `hidden`, nothing: its `value` is sent along, or what a `parameter` of the ' +
        'address says.',
    ),
  required: booleanField.default(false).describe('`true` if the field must be filled in.'),
  placeholder: described(
    text.optional(),
    'An example shown in the empty field; of a `select`, what is shown while nothing is chosen.',
    'you@example.org',
  ),
  help: described(inlineText.optional(), 'A hint below the label.', 'It stands on the bow, as **SQ 114**.'),
  options: z
    .array(described(text, 'What can be chosen.', 'A berth for tonight'))
    .min(1)
    .superRefine((options, context) => {
      for (const [at, option] of options.entries())
        if (options.indexOf(option) < at)
          issueAt(context, [at], `cannot be \`${option}\`, which can be chosen already`);
    })
    .optional()
    .describe('The list of what can be chosen.')
    .meta({ examples: [['A berth for tonight', 'A pilot']] }),
  text: described(
    inlineText.optional(),
    'What is agreed to, beside the box of a `consent`; it may hold links.',
    'You may keep my answers for a month. [How we keep them](/rules)',
  ),
  value: described(
    text.optional(),
    'What a `hidden` field sends, such as a product; of a `number` or a `range`, where it begins.',
    '2',
  ).meta({ isDecimal: true }),
  parameter: described(
    z
      .string()
      .regex(/^[\w.-]{1,60}$/, 'must be the name of a parameter, like `utm_source`')
      .optional(),
    'The name in the address of the page, behind `?`, whose value a `hidden` field sends; `value` if it is ' +
      'not there.',
    'utm_source',
  ),
  rows: described(
    integerField(2, 20).optional(),
    'The number of lines of a `long-text`, from 2 to 20; 5 by default.',
    '5',
  ),
  min: described(
    text.optional(),
    'The least `number`, or the first `date` or `time` that is taken; 0 by default for a `range`.',
    '1',
  ).meta({ isDecimal: true }),
  max: described(
    text.optional(),
    'The largest `number`, or the last `date` or `time` that is taken; 100 for a `range`.',
    '12',
  ).meta({ isDecimal: true }),
  step: described(text.optional(), 'The step between accepted numbers; 1 by default.', '0.5').meta({
    label: 'Step size',
    isDecimal: true,
  }),
  minLength: described(
    integerField(1, maxAnswerLength.text).optional(),
    'How many characters an answer has at least.',
    '2',
  ),
  maxLength: described(
    integerField(1, maxAnswerLength.text).optional(),
    `The maximum number of characters in an answer; by default ${maxAnswerLength.line}, and ${maxAnswerLength.text} in ` +
      'a `long-text`.',
    '80',
  ),
  pattern: described(
    text
      .superRefine((pattern, context) => {
        const problem = pattern.length > 200 ? 'slow' : checkPattern(pattern);
        if (problem) issueAt(context, [], patternMessages[problem]);
      })
      .optional(),
    'A regular expression that the whole answer has to match.',
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
      'The list of the kinds of files that are taken: pictures (`jpg`, `png`, `gif`, `webp`, `heic`), ' +
        '`pdf`, and documents (`docx`, `xlsx`, `pptx`, `odt`, `ods`), each known by its content.',
    )
    .meta({ examples: [['pdf', 'jpg', 'png']] }),
  maxSize: described(
    integerField(1, megabytes.max).optional(),
    `The maximum size of a file in megabytes, from 1 to ${megabytes.max}; ${megabytes.default} by default, and ` +
      `${megabytes.total} for all files of a message together.`,
    '5',
  ),
  maxFiles: described(
    integerField(1, maxFilesPerField).optional(),
    `The number of files that can be chosen, ${maxFilesPerField} at most; 1 by default.`,
    '3',
  ),
  expected: described(
    text.optional(),
    'The sentence that says what `pattern` expects, below the label and beside an answer that differs.',
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
    'The value that a browser can fill in; `address-level2` is a town.',
  ),
});
type AnyFieldSettings = z.output<typeof fieldSettings>;
type Issue = (key: keyof AnyFieldSettings, message: string, date?: DateKind) => void;

const formField = fieldSettings
  .superRefine((field, context) => {
    const { kind } = field;
    const issue: Issue = (key, message, date) =>
      context.addIssue({ code: 'custom', path: [key], message, params: { date } });
    const [setting, why = ''] = requiredSetting[kind] ?? [];
    if (setting !== undefined && field[setting] === undefined) issue(setting, why);
    for (const key of Object.keys(kindsBySetting) as (keyof typeof kindsBySetting)[]) {
      const kinds: readonly FieldKind[] = kindsBySetting[key];
      if (field[key] !== undefined && !kinds.includes(kind))
        issue(key, `means nothing for ${withArticle(kind)}, only for \`${kinds.join('`, `')}\`; delete this`);
    }
    if (kind === 'hidden' && field.value === undefined && field.parameter === undefined)
      issue('value', 'a `hidden` field sends its `value`, as no visitor can fill it in');
    if (kind !== 'hidden' && field.label === undefined) issue('label', 'the question, as visitors read it');
    if (kind === 'number') checkNumber(field, issue);
    if (kind === 'range') checkRange(field, issue);
    if (kind === 'date') checkDates(field, issue);
    if (kind === 'time') checkTimes(field, issue);
    checkLengths(field, issue);
    if (field.pattern !== undefined && field.expected === undefined)
      issue('expected', 'visitors need to know what the `pattern` expects');
    if (field.expected !== undefined && field.pattern === undefined)
      issue('pattern', '`expected` says what a `pattern` asks for');
    // In mails, a hidden field without a label is called by its name. A slider always has a value.
  })
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
    issue('max', `cannot be less than \`min\`, which is ${min}: no number would be taken`);
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
  const { min, max, value } = rangeOf(field);
  const odd = (['min', 'max', 'value'] as const).find((key) => field[key] && !isNumber(field[key]));
  if (odd) return issue(odd, mustBeNumber);
  if (Number(min) >= Number(max)) return issue('max', `must be more than \`min\`, which is ${min}`);
  if (Number(value) < Number(min) || Number(value) > Number(max))
    issue('value', `must be from ${min} to ${max}, as the range has it`);
  checkNumbers({ ...field, min: undefined, max: undefined }, issue);
}

function checkTimes({ min, max }: AnyFieldSettings, issue: Issue): void {
  for (const [key, value] of Object.entries({ min, max }) as [keyof AnyFieldSettings, string | undefined][])
    if (value !== undefined && !isTime(value)) issue(key, 'must be a time like `18:30`', 'time');
  if (min !== undefined && max !== undefined && isTime(min) && isTime(max) && min > max)
    issue('max', `cannot be before \`min\`, which is ${min}: no time would be taken`);
}

function checkDates({ min, max }: AnyFieldSettings, issue: Issue): void {
  for (const [key, value] of Object.entries({ min, max }) as [keyof AnyFieldSettings, string | undefined][])
    if (value !== undefined && !isDay(value)) issue(key, 'must be a day like `2026-05-31`', 'day');
  if (min !== undefined && max !== undefined && isDay(min) && isDay(max) && min > max)
    issue('max', `cannot be before \`min\`, which is ${min}: no day would be taken`);
}

function checkLengths({ kind, minLength, maxLength }: AnyFieldSettings, issue: Issue): void {
  const max = kind === 'long-text' ? maxAnswerLength.text : maxAnswerLength.line;
  if (maxLength !== undefined && maxLength > max)
    issue('maxLength', `can be ${max} at most for ${withArticle(kind)}`);
  else if (minLength !== undefined && minLength > (maxLength ?? max))
    issue('minLength', `cannot be more than ${maxLength ?? max}, the most that is taken`);
}

export type FormField = z.output<typeof formField>;

/** A field with its path in the form. */
interface PlacedField {
  field: FormField;
  path: Path;
}

/** The fields of a step. `list` is dropped when the form moves all fields to one list. */
export interface FieldsOfStep {
  count: number;
  list?: readonly FormField[];
}

/** Reports names that several fields share. */
export function checkUniqueNames(fields: readonly PlacedField[], context: z.RefinementCtx): void {
  for (const [at, { field, path }] of fields.entries())
    if (fields.findIndex((one) => one.field.name === field.name) < at)
      issueAt(
        context,
        [...path, 'name'],
        `cannot be \`${field.name}\`, which another field is called already`,
      );
}

export const formFields = z
  .array(formField)
  .min(1)
  .refine((fields) => fields.some(({ kind }) => kind !== 'hidden'), 'must have one that visitors can fill in')
  .describe('The list of fields to fill in.')
  .meta({ search: 'none' });

const formStep = z.strictObject({
  title: described(text, 'The title of the step, above its fields.', 'Your boat'),
  lead: described(
    inlineText.optional(),
    'A sentence or two below the title.',
    'All of it stands on the **papers** of the boat.',
  ),
  fields: formFields.transform((list): FieldsOfStep => ({ count: list.length, list })),
});
type FormStep = z.output<typeof formStep>;

/** The steps of a long form. With scripts, visitors see one at a time. */
export const formSteps = z
  .array(formStep)
  .max(6)
  .superRefine((steps, context) => {
    if (steps.length < 2)
      issueAt(context, [], 'must be two at least; a form of one step is written with `fields` alone');
    checkUniqueNames(fieldsOfSteps(steps), context);
  })
  .describe(
    'The list of steps of a long form, two to six in the place of `fields`, each with a title and `fields` ' +
      'of its own.',
  );

export const fieldsOfSteps = (steps: readonly FormStep[]): PlacedField[] =>
  steps.flatMap(({ fields: { list = [] } }, at) =>
    list.map((field, place) => ({ field, path: [at, 'fields', place] })),
  );

/** Drops the fields of a step but keeps their number. */
export const withoutFields = ({ fields: { count }, ...others }: FormStep): FormStep => ({
  ...others,
  fields: { count },
});
