import { type AnswerProblem, reasonSentence } from './form-rules.ts';
import { reasons as dutchReasons } from '../../legacy/supabase/functions/_shared/reasons/dutch.ts';
import {
  reasons as englishReasons,
  type Reasons,
} from '../../legacy/supabase/functions/_shared/reasons/english.ts';
import { reasons as frenchReasons } from '../../legacy/supabase/functions/_shared/reasons/french.ts';
import { reasons as germanReasons } from '../../legacy/supabase/functions/_shared/reasons/german.ts';
import { reasons as italianReasons } from '../../legacy/supabase/functions/_shared/reasons/italian.ts';
import { reasons as polishReasons } from '../../legacy/supabase/functions/_shared/reasons/polish.ts';
import { reasons as portugueseReasons } from '../../legacy/supabase/functions/_shared/reasons/portuguese.ts';
import { reasons as spanishReasons } from '../../legacy/supabase/functions/_shared/reasons/spanish.ts';
import { dutch } from '../../legacy/supabase/functions/send-contact-email/sentences/dutch.ts';
import {
  english,
  type Sentences,
} from '../../legacy/supabase/functions/send-contact-email/sentences/english.ts';
import { french } from '../../legacy/supabase/functions/send-contact-email/sentences/french.ts';
import { german } from '../../legacy/supabase/functions/send-contact-email/sentences/german.ts';
import { italian } from '../../legacy/supabase/functions/send-contact-email/sentences/italian.ts';
import { polish } from '../../legacy/supabase/functions/send-contact-email/sentences/polish.ts';
import { portuguese } from '../../legacy/supabase/functions/send-contact-email/sentences/portuguese.ts';
import { spanish } from '../../legacy/supabase/functions/send-contact-email/sentences/spanish.ts';

const reasonsByLanguage: Readonly<Record<string, Reasons>> = {
  en: englishReasons,
  de: germanReasons,
  fr: frenchReasons,
  es: spanishReasons,
  it: italianReasons,
  nl: dutchReasons,
  pt: portugueseReasons,
  pl: polishReasons,
};

/** Says what is wrong with an answer in the language of the page; in English where there is no sentence. */
export function reasonText(problem: AnswerProblem, language = 'en'): string {
  const reasons = reasonsByLanguage[language.slice(0, 2)];
  return reasonSentence(problem, reasons ?? englishReasons, reasons ? language : 'en');
}

const sentencesByLanguage: Record<string, Sentences> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  nl: dutch,
  pt: portuguese,
  pl: polish,
};

/** The language in which something is said where this one is wanted; English where there is no other. */
export function spokenLanguage(wanted: string | undefined): string {
  const language = wanted?.slice(0, 2).toLowerCase() ?? '';
  return Object.hasOwn(sentencesByLanguage, language) ? language : 'en';
}

/** The sentences for a page of this language. */
export function sentences(language: string | undefined): Sentences {
  return sentencesByLanguage[spokenLanguage(language)] ?? english;
}
