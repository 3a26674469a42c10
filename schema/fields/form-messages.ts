import { type AnswerProblem, formatProblem } from './form-rules.ts';
import { builtInLanguage, languageTexts } from './words.ts';

/** Returns the message for a problem in the language of the page, or in English. */
export function problemMessage(problem: AnswerProblem, language?: string): string {
  return formatProblem(problem, languageTexts(language).answers, builtInLanguage(language) ? language : 'en');
}

/** Returns the replies of the contact function in the language of the page, or in English. */
export const repliesIn = (language?: string) => languageTexts(language).replies;
