import { isDay, type Problem } from './answer-rules.ts';
import { dutch } from './reasons/dutch.ts';
import { english, type Reasons } from './reasons/english.ts';
import { french } from './reasons/french.ts';
import { german } from './reasons/german.ts';
import { italian } from './reasons/italian.ts';
import { polish } from './reasons/polish.ts';
import { portuguese } from './reasons/portuguese.ts';
import { spanish } from './reasons/spanish.ts';

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
export function reasonText({ reason, values = {}, text }: Problem, language = 'en'): string {
  if (text !== undefined) return text;
  const isKnown = Object.hasOwn(languages, language.slice(0, 2));
  const sentence = (languages[language.slice(0, 2)] ?? english)[reason];
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) =>
    shown(values[name] ?? '', isKnown ? language : 'en'),
  );
}

function shown(value: string | number, language: string): string {
  if (typeof value === 'number')
    return new Intl.NumberFormat(language, { maximumFractionDigits: 9 }).format(value);
  if (!isDay(value)) return value;
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(value));
}
