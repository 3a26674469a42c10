import { validateAnswer, type AnswerProblem, reasonSentence } from '../../../schema/content/form-rules.ts';
import type { Reasons } from '../../../legacy/supabase/functions/_shared/reasons/english.ts';
import type { GroupedDependencies } from './drafts.ts';
import type { FieldSettings } from './field-frame.tsx';

const english = () => import('../../../legacy/supabase/functions/_shared/reasons/english.ts');

/** A visitor loads the sentences of one language: that of the page. */
const sentences: Record<string, () => Promise<{ reasons: Reasons }>> = {
  en: english,
  de: () => import('../../../legacy/supabase/functions/_shared/reasons/german.ts'),
  fr: () => import('../../../legacy/supabase/functions/_shared/reasons/french.ts'),
  es: () => import('../../../legacy/supabase/functions/_shared/reasons/spanish.ts'),
  it: () => import('../../../legacy/supabase/functions/_shared/reasons/italian.ts'),
  nl: () => import('../../../legacy/supabase/functions/_shared/reasons/dutch.ts'),
  pt: () => import('../../../legacy/supabase/functions/_shared/reasons/portuguese.ts'),
  pl: () => import('../../../legacy/supabase/functions/_shared/reasons/polish.ts'),
};

/**
 * What is wrong with which answer by the rules of the function, which ask for more than browsers do. Where
 * the sentences cannot be had, the function has the say.
 */
export async function validateAnswers(
  fields: readonly FieldSettings[],
  answers: GroupedDependencies,
): Promise<Record<string, string>> {
  const wrong = fields.flatMap((field) => {
    const judged = validateAnswer(field, answers[field.name]);
    return 'problem' in judged ? [{ name: field.name, problem: judged.problem }] : [];
  });
  const said = wrong.map(async ({ name, problem }) => [name, await inWords(problem)]);
  return Promise.all(said).then(Object.fromEntries, () => ({}));
}

/** Says what is wrong in the language of the page. */
export async function inWords(problem: AnswerProblem): Promise<string> {
  const { lang } = document.documentElement;
  const known = sentences[lang.slice(0, 2)];
  const { reasons } = await (known ?? english)();
  return reasonSentence(problem, reasons, known ? lang : 'en');
}
