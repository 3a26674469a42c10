import { z } from 'zod';
import { fieldKinds, validateAnswer, checkedValue } from '../../../schema/content/form-rules.ts';
import { fileKindNames } from '../../../schema/content/upload-types.ts';
import { problemMessage, repliesIn } from '../../../schema/content/form-messages.ts';
import { type ContactMessage, otherFields, type Fields } from './message.ts';

/**
 * What the build says of a form, beside the page that it stands on (`/ask/question-form.json` for the form
 * `question`): the same data that the page is made from.
 */
export const formDefinition = z.object({
  language: z.string(),
  /** The name of the site. */
  site: z.string(),
  /** Who is told of its messages, if not those who are told of all others. */
  webhook: z.string().optional(),
  /** Whether browsers work for what they send (see proof-of-work.ts). */
  proofOfWork: z.boolean().optional(),
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      kind: z.enum(fieldKinds),
      required: z.boolean(),
      options: z.array(z.string()).optional(),
      value: z.string().optional(),
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

/** The last text of each form with what was read of it: to read it takes longer than to store a message. */
const lastRead = new Map<string, { text: string; definition: FormDefinition }>();

/** Reads what the build says of a form; throws where that is none. */
export function readDefinition(form: string, text: string): FormDefinition {
  const last = lastRead.get(form);
  if (last?.text === text) return last.definition;
  const definition = formDefinition.parse(JSON.parse(text));
  lastRead.set(form, { text, definition });
  return definition;
}

/** The path of a definition, after the path of its form. */
export const definitionSuffix = '-form.json';

/** What is wrong with answers, by the name of their field. */
export type FieldProblems = Record<string, string>;

/** The answers to a form as a message, or what is wrong with each. */
export function checkAnswers(
  { language, fields }: FormDefinition,
  given: Fields,
  hasFiles = false,
): { message: ContactMessage } | { problems: FieldProblems; isOther: boolean } {
  const answers = new Map<string, string>();
  const problems: FieldProblems = {};
  // Such a form sends no others: it has changed since, or this was sent by something else.
  let isOther = [...given.keys()].some((name) => !fields.some((field) => field.name === name));
  for (const field of fields) {
    const judged = validateAnswer(field, given.get(field.name));
    if ('isForeign' in judged) isOther = true;
    else if ('problem' in judged) problems[field.name] = problemMessage(judged.problem, language);
    else if (judged.answer !== '') answers.set(field.name, kept(field, judged.answer, language));
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

/** A tick is kept as what was agreed to, or as a word that whoever reads the message understands. */
function kept({ kind, value }: FormDefinition['fields'][number], answer: string, language: string): string {
  const isTick = (kind === 'checkbox' || kind === 'consent') && answer === checkedValue;
  return isTick ? (value ?? repliesIn(language).yes) : answer;
}
