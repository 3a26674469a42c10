import { dutch } from './sentences/dutch.ts';
import { english, type Sentences } from './sentences/english.ts';
import { french } from './sentences/french.ts';
import { german } from './sentences/german.ts';
import { italian } from './sentences/italian.ts';
import { polish } from './sentences/polish.ts';
import { portuguese } from './sentences/portuguese.ts';
import { spanish } from './sentences/spanish.ts';

const languages: Record<string, Sentences> = {
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
  return Object.hasOwn(languages, language) ? language : 'en';
}

/** The sentences for a page of this language. */
export function sentences(language: string | undefined): Sentences {
  return languages[spokenLanguage(language)] ?? english;
}
