import { type AnswerProblem, formatProblem } from './form-rules.ts';
import { findBuiltInLanguage, selectTexts } from './words.ts';

/** Returns the message for a problem, in the page language or, if that language is not built in, in English. */
export function toProblemMessage(problem: AnswerProblem, language?: string): string {
  return formatProblem(
    problem,
    selectTexts(language).answers,
    findBuiltInLanguage(language) ? language : 'en',
  );
}

/** Returns the replies of the contact function in the page language, or in English if that language is not built in. */
export const selectReplies = (language?: string) => selectTexts(language).replies;
