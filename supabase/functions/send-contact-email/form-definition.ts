import { z } from 'zod';
import { fieldKinds, validateAnswer, checkedValue } from '../../../schema/fields/form-rules.ts';
import { fileKindNames } from '../../../schema/fields/upload-types.ts';
import { problemMessage, repliesIn } from '../../../schema/fields/form-messages.ts';
import { type ContactMessage, otherFields, type Fields } from './message.ts';

/**
 * A form as JSON, which the build writes next to its page: `/ask/question-form.json` for the form `question` of
 * the page `/ask`.
 */
export const formDefinition = z.object({
  language: z.string(),
  /** The name of the site. */
  site: z.string(),
  /** The webhook for its notifications, instead of the default channel. */
  webhook: z.string().optional(),
  /** Whether browsers compute a proof of work (see suspicion.ts). */
  proofOfWork: z.boolean().optional(),
  /** How many messages one client may send in an hour. */
  maxPerAddress: z.number().optional(),
  /** A mail to whoever wrote. */
  confirmation: z.object({ subject: z.string(), text: z.string() }).optional(),
  /** The page for visitors without script when the message is sent. */
  thanks: z.string().optional(),
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      kind: z.enum(fieldKinds),
      required: z.boolean(),
      options: z.array(z.string()).optional(),
      value: z.string().optional(),
      parameter: z.string().optional(),
      min: z.string().optional(),
      max: z.string().optional(),
      step: z.string().optional(),
      minLength: z.number().optional(),
      maxLength: z.number().optional(),
      pattern: z.string().optional(),
      expected: z.string().optional(),
      accept: z.array(z.enum(fileKindNames)).optional(),
      maxSize: z.number().optional(),
      maxFiles: z.number().optional(),
    }),
  ),
});
export type FormDefinition = z.output<typeof formDefinition>;

/** Definitions by form: to parse one takes longer than to store a message. */
const cache = new Map<string, { text: string; definition: FormDefinition }>();

/** Parses a definition. Throws if it is invalid. */
export function readDefinition(form: string, text: string): FormDefinition {
  const cached = cache.get(form);
  if (cached?.text === text) return cached.definition;
  const definition = formDefinition.parse(JSON.parse(text));
  cache.set(form, { text, definition });
  return definition;
}

/** The path of a definition, after the path of its form. */
export const definitionSuffix = '-form.json';

/** Problems with answers, by field name. */
export type FieldProblems = Record<string, string>;

/** A message, or the problems with its answers. `isOther` means that the form has no such answer. */
export type CheckedAnswers = { message: ContactMessage } | { problems: FieldProblems; isOther: boolean };

/** Checks answers against a form. */
export function checkAnswers(
  { language, fields }: FormDefinition,
  given: Fields,
  hasFiles = false,
): CheckedAnswers {
  const answers = new Map<string, string>();
  const problems: FieldProblems = {};
  // The form has changed since, or a program sent this.
  let isOther = [...given.keys()].some((name) => !fields.some((field) => field.name === name));
  for (const field of fields) {
    const result = validateAnswer(field, given.get(field.name));
    if ('isForeign' in result) isOther = true;
    else if ('problem' in result) problems[field.name] = problemMessage(result.problem, language);
    else if (result.answer !== '') answers.set(field.name, storedAnswer(field, result.answer, language));
  }
  const visible = fields.filter(({ kind }) => kind !== 'hidden');
  const [first] = visible;
  if (
    first &&
    !hasFiles &&
    !visible.some(({ name }) => answers.has(name)) &&
    Object.keys(problems).length === 0
  )
    problems[first.name] = problemMessage({ reason: 'required' }, language);
  if (isOther || Object.keys(problems).length > 0) return { problems: isOther ? {} : problems, isOther };
  const [name = '', email = '', message = ''] = ['name', 'email', 'message'].map((one) => answers.get(one));
  const company = answers.get('company') ?? null;
  return { message: { name, email, company, message, other: otherFields(answers) } };
}

/** A ticked box is stored as its value, or as "yes". */
function storedAnswer(
  { kind, value }: FormDefinition['fields'][number],
  answer: string,
  language: string,
): string {
  const isTick = (kind === 'checkbox' || kind === 'consent') && answer === checkedValue;
  return isTick ? (value ?? repliesIn(language).yes) : answer;
}
