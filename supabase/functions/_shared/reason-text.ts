import type { Problem } from './answer-rules.ts';
import { reasonSentence } from './reason-sentence.ts';
import { reasons as dutch } from './reasons/dutch.ts';
import { reasons as english, type Reasons } from './reasons/english.ts';
import { reasons as french } from './reasons/french.ts';
import { reasons as german } from './reasons/german.ts';
import { reasons as italian } from './reasons/italian.ts';
import { reasons as polish } from './reasons/polish.ts';
import { reasons as portuguese } from './reasons/portuguese.ts';
import { reasons as spanish } from './reasons/spanish.ts';

const languages: Readonly<Record<string, Reasons>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  nl: dutch,
  pt: portuguese,
  pl: polish,
};

/** Says what is wrong with an answer in the language of the page; in English where there is no sentence. */
export function reasonText(problem: Problem, language = 'en'): string {
  const reasons = languages[language.slice(0, 2)];
  return reasonSentence(problem, reasons ?? english, reasons ? language : 'en');
}
