import { dutch } from './dutch.ts';
import { english, type Words } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { polish } from './polish.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

/** The languages that are built in, by the first letters of their code. */
export const languages: Readonly<Record<string, Words>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  nl: dutch,
  pt: portuguese,
  pl: polish,
};

export type Word = keyof Words;

// The names are just those that the type says.
export const wordNames = Object.keys(english) as Word[];

/** The words of a site: its own, then those of its language, then the English ones. */
export function wordsFor(language: string, own: Partial<Words> = {}): Words {
  const said = Object.entries(own).filter(([, text]) => text !== undefined);
  return { ...(languages[language.slice(0, 2)] ?? english), ...Object.fromEntries(said) };
}

/** Those that a site has to say itself, since its language is not built in. */
export function missingWords(language: string, own: Partial<Words> = {}): Word[] {
  if (Object.hasOwn(languages, language.slice(0, 2))) return [];
  return wordNames.filter((name) => own[name] === undefined);
}
