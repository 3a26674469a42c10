import { z } from 'zod';
import { checkedValue } from '../../../schema/fields/form-post.ts';
import {
  isEmailAddress,
  maxAnswerLength,
  sanitizeLine,
  sanitizeText,
  validateAnswer,
} from '../../../schema/fields/form-rules.ts';
import { toProblemMessage, selectReplies } from '../../../schema/fields/form-messages.ts';
import type { FieldProblems, FormDefinition } from './form-definition.ts';
import { toText, type ContactMessage, type Fields, type FileWithContent } from './message.ts';
import type { UploadedFiles } from './request-body.ts';
import { checkUploads } from './uploads.ts';

/** A valid message, or the problems with its answers. `foreign` means that the answers do not match the form. */
type CheckedMessage =
  | { message: ContactMessage; files: readonly FileWithContent[] }
  | { problems: FieldProblems }
  | 'foreign';

/** Checks a message against its form, or against the fields that all forms have. */
export async function checkMessage(
  definition: FormDefinition | undefined,
  answers: Fields,
  uploaded: UploadedFiles,
): Promise<CheckedMessage> {
  // If the form is unknown, it has no field for files.
  if (!definition) return uploaded.size > 0 ? 'foreign' : checkUnknownForm(answers);
  const { files, ...uploads } = await checkUploads(definition, uploaded);
  const checked = checkAnswers(definition, answers, files.length > 0);
  if (checked.isForeign || uploads.isForeign) return 'foreign';
  const problems = { ...checked.problems, ...uploads.problems };
  if (Object.keys(problems).length > 0) return { problems };
  const [name = '', email = '', message = ''] = ['name', 'email', 'message'].map((fieldName) =>
    checked.accepted.get(fieldName),
  );
  const company = checked.accepted.get('company') ?? null;
  return { message: { name, email, company, message, other: collectOtherFields(checked.accepted) }, files };
}

function checkAnswers({ language, fields }: FormDefinition, answers: Fields, hasFiles: boolean) {
  const accepted = new Map<string, string>();
  const problems: FieldProblems = {};
  // If a field is unknown, the form has changed since the page was loaded, or a program has sent this submission.
  let isForeign = [...answers.keys()].some((name) => !fields.some((field) => field.name === name));
  for (const field of fields) {
    const result = validateAnswer(field, answers.get(field.name));
    if ('isForeign' in result) isForeign = true;
    else if ('problem' in result) problems[field.name] = toProblemMessage(result.problem, language);
    else if (result.answer !== '') accepted.set(field.name, toStoredAnswer(field, result.answer, language));
  }
  const visible = fields.filter(({ kind }) => kind !== 'hidden');
  const [first] = visible;
  const isEmpty = !hasFiles && !visible.some(({ name }) => accepted.has(name));
  if (first && isEmpty && Object.keys(problems).length === 0)
    problems[first.name] = toProblemMessage({ reason: 'required' }, language);
  return { accepted, problems, isForeign };
}

/** Returns the answer as it is stored. For a ticked checkbox, this is its value, or "yes". */
function toStoredAnswer(
  { kind, value }: FormDefinition['fields'][number],
  answer: string,
  language: string,
): string {
  const isChecked = (kind === 'checkbox' || kind === 'consent') && answer === checkedValue;
  return isChecked ? (value ?? selectReplies(language).yes) : answer;
}

const commonFields = new Set(['name', 'email', 'company', 'message']);

/** Returns the answers to fields for which messages have no separate property. */
function collectOtherFields(fields: Fields): Record<string, string> {
  const otherEntries = [...fields].filter(([name]) => !commonFields.has(name));
  return Object.fromEntries(
    otherEntries.map(([name, value]) => [sanitizeText(name), sanitizeText(toText(value))]),
  );
}

const createRequiredTextSchema = (label: string, maxLength: number, sanitize = sanitizeLine) =>
  createLimitedTextSchema(`Please enter your ${label}.`, label, maxLength, sanitize).min(
    1,
    `Please enter your ${label}.`,
  );

/** Validates the fields of an unknown form, and converts them to a message. */
const messageSchema = z.object({
  name: createRequiredTextSchema('name', maxAnswerLength.line),
  email: createRequiredTextSchema('email', maxAnswerLength.line).refine(
    isEmailAddress,
    'Please enter an email address like name@example.com.',
  ),
  company: createLimitedTextSchema('The company must be text.', 'company', maxAnswerLength.line, sanitizeLine)
    .nullish()
    .transform((company) => company || null),
  message: createRequiredTextSchema('message', maxAnswerLength.text, sanitizeText),
});

function createLimitedTextSchema(
  typeError: string,
  label: string,
  maxLength: number,
  sanitize: (typed: string) => string,
) {
  return z
    .string(typeError)
    .overwrite(sanitize)
    .trim()
    .max(maxLength, `The ${label} must be at most ${maxLength} characters long.`);
}

/**
 * The maximum number of fields of an unknown form, and the maximum lengths of their names and answers. Real forms do
 * not reach these limits.
 */
const maxOther = { fields: 20, name: 100, answer: 2000 };

/** Checks answers against the fields that all forms have. */
function checkUnknownForm(answers: Fields): CheckedMessage {
  const checked = messageSchema.safeParse(Object.fromEntries(answers));
  if (!checked.success) {
    const problems: FieldProblems = {};
    for (const { path, message } of checked.error.issues) problems[String(path[0])] ??= message;
    return { problems };
  }
  const other = collectOtherFields(answers);
  const otherFields = Object.entries(other);
  const hasLongAnswer = otherFields.some(
    ([name, { length }]) => name.length > maxOther.name || length > maxOther.answer,
  );
  if (otherFields.length > maxOther.fields || hasLongAnswer) return 'foreign';
  return { message: { ...checked.data, other }, files: [] };
}
