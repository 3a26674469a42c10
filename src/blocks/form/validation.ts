import {
  type AnswerMessages,
  type AnswerProblem,
  formatProblem,
  validateAnswer,
} from '../../../schema/fields/form-rules.ts';
import type { Answers } from './drafts.ts';
import type { FieldSettings } from './field-frame.tsx';

// Visitors only load the messages in the page language. Bundlers remove unused exports from a JSON file.
const loadEnglishMessages = async () => (await import('../../../schema/fields/words/en.json')).answers;
const messageLoaders: Record<string, () => Promise<AnswerMessages>> = {
  en: loadEnglishMessages,
  de: async () => (await import('../../../schema/fields/words/de.json')).answers,
  fr: async () => (await import('../../../schema/fields/words/fr.json')).answers,
  es: async () => (await import('../../../schema/fields/words/es.json')).answers,
  it: async () => (await import('../../../schema/fields/words/it.json')).answers,
  nl: async () => (await import('../../../schema/fields/words/nl.json')).answers,
  pt: async () => (await import('../../../schema/fields/words/pt.json')).answers,
  pl: async () => (await import('../../../schema/fields/words/pl.json')).answers,
};

/**
 * Validates answers with the rules of the contact function, which are stricter than the browser's validation. Returns
 * no problems if the messages cannot be loaded, because the function also reports problems.
 */
export async function validateAnswers(
  fields: readonly FieldSettings[],
  answers: Answers,
): Promise<Record<string, string>> {
  const problems = fields.flatMap((field) => {
    const result = validateAnswer(
      field,
      Object.hasOwn(answers, field.name) ? answers[field.name] : undefined,
    );
    return 'problem' in result ? [{ name: field.name, problem: result.problem }] : [];
  });
  const namedMessages = problems.map(async ({ name, problem }) => [name, await describeProblem(problem)]);
  return Promise.all(namedMessages).then(Object.fromEntries, () => ({}));
}

/** Returns a message about a problem, in the page language. */
export async function describeProblem(problem: AnswerProblem): Promise<string> {
  const { lang } = document.documentElement;
  const loadMessages = messageLoaders[lang.split('-', 1)[0] ?? ''];
  return formatProblem(problem, await (loadMessages ?? loadEnglishMessages)(), loadMessages ? lang : 'en');
}
