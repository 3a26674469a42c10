import { z } from 'zod';
import {
  asText,
  type ContactMessage,
  isEmailAddress,
  longest,
  otherFields,
  storable,
  storableLine,
} from './message.ts';
import type { Fields } from './read-body.ts';
import { type Sentences, sentences } from './sentences.ts';

/**
 * What the build says of a form, beside the page that it stands on (`/ask/question-form.json` for the form
 * `question`): the same data that the page is made from.
 */
export const formDefinition = z.object({
  language: z.string(),
  /** The name of the site. */
  site: z.string(),
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      kind: z.enum(['text', 'email', 'tel', 'long-text']),
      required: z.boolean(),
    }),
  ),
});
export type FormDefinition = z.output<typeof formDefinition>;
type Field = FormDefinition['fields'][number];

/** The path of a definition, after the path of its form. */
export const definitionEnding = '-form.json';

/** What is wrong with answers, by the name of their field. */
export type FieldProblems = Record<string, string>;

/** The answers to a form as a message, or what is wrong with each. */
export function checkAnswers(
  { language, fields }: FormDefinition,
  given: Fields,
): { message: ContactMessage } | { problems: FieldProblems; isOther: boolean } {
  const words = sentences(language);
  const answers = new Map<string, string>();
  const problems: FieldProblems = {};
  for (const field of fields) {
    const clean = field.kind === 'long-text' ? storable : storableLine;
    const answer = clean(asText(given.get(field.name))).trim();
    const problem = problemOf(field, answer, words);
    if (problem !== undefined) problems[field.name] = problem;
    else if (answer !== '') answers.set(field.name, answer);
  }
  // Such a form sends no others: it has changed since, or this was sent by something else.
  const isOther = [...given.keys()].some((name) => !fields.some((field) => field.name === name));
  if (isOther || Object.keys(problems).length > 0) return { problems, isOther };
  const [name = '', email = '', message = ''] = ['name', 'email', 'message'].map((one) => answers.get(one));
  const company = answers.get('company') ?? null;
  return { message: { name, email, company, message, other: otherFields(answers) } };
}

function problemOf({ kind, required }: Field, answer: string, words: Sentences): string | undefined {
  if (answer === '') return required ? words.required : undefined;
  const most = kind === 'long-text' ? longest.text : longest.line;
  if (answer.length > most) return words.long(answer.length, most);
  if (kind === 'email' && !isEmailAddress(answer)) return words.email;
  return undefined;
}
