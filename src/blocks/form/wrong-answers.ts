import { judge } from '../../../supabase/functions/_shared/answer-rules.ts';
import type { Answers } from '../../services/drafts.ts';
import type { FieldSettings } from './labelled.tsx';

/**
 * What is wrong with which answer by the rules of the function, which ask for more than browsers do. Where
 * the sentences cannot be had, the function has the say.
 */
export async function wrongAnswers(
  fields: readonly FieldSettings[],
  answers: Answers,
): Promise<Record<string, string>> {
  const wrong = fields.flatMap((field) => {
    const judged = judge(field, answers[field.name]);
    return 'problem' in judged ? [{ name: field.name, problem: judged.problem }] : [];
  });
  if (wrong.length === 0) return {};
  const { lang } = document.documentElement;
  return import('../../../supabase/functions/_shared/reason-text.ts').then(
    ({ reasonText }) =>
      Object.fromEntries(wrong.map(({ name, problem }) => [name, reasonText(problem, lang)])),
    () => ({}),
  );
}
