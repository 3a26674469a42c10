import { languageFallbacks } from '../base/languages.ts';
import { canonicalLanguage } from './language.ts';
import descriptions from './word-descriptions.json' with { type: 'json' };
import de from './words/de.json' with { type: 'json' };
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import it from './words/it.json' with { type: 'json' };
import nl from './words/nl.json' with { type: 'json' };
import pl from './words/pl.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };

/**
 * The built-in texts of a language: `words` of pages, messages about the `answers` of a form, and `replies`
 * of the contact function. Names in braces are placeholders.
 */
export type Texts = typeof en;
export type Words = Texts['words'];
export type Word = keyof Words;

/** The built-in languages by their tag. */
export const languages: Readonly<Record<string, Texts>> = { en, de, fr, es, it, nl, pt, pl };

export const english = en.words;

// Keys of a JSON module are the keys of its type.
export const wordNames = Object.keys(english) as Word[];

/** The built-in language of a language tag, or of the first one in a list, if any: `de` for `de-AT, en`. */
export function builtInLanguage(code = ''): string | undefined {
  const [first = ''] = code.split(/[,;\s]/);
  const usual = canonicalLanguage(first);
  return usual && languageFallbacks(usual).find((tag) => Object.hasOwn(languages, tag));
}

/** The words of a site: custom ones, then those of its language, then English ones. */
export function wordsOfLanguage(language: string, custom: Partial<Words> = {}): Words {
  const defined = Object.entries(custom).filter(([, text]) => text !== undefined);
  return { ...languageTexts(language).words, ...Object.fromEntries(defined) };
}

/** The texts of a language, or the English ones. */
export const languageTexts = (code?: string): Texts => languages[builtInLanguage(code) ?? 'en'] ?? en;

/** The words that a site must define because its language is not built in. */
export function missingWords(language: string, custom: Partial<Words> = {}): Word[] {
  return builtInLanguage(language) ? [] : wordNames.filter((name) => custom[name] === undefined);
}

/** Where visitors read each word. Shown to authors who want another text. */
export const wordDescriptions: Words = descriptions;
