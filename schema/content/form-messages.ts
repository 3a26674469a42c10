import { type AnswerProblem, formatProblem } from './form-rules.ts';
import { builtInLanguage, textsOf } from './words.ts';

/** Describes a problem in the language of the page, or in English. */
export function problemMessage(problem: AnswerProblem, language?: string): string {
  return formatProblem(problem, textsOf(language).answers, builtInLanguage(language) ? language : 'en');
}

/** The replies of the contact function in the language of the page, or in English. */
export const repliesIn = (language?: string) => textsOf(language).replies;
