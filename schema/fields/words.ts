import { listLanguageFallbacks } from '../base/languages.ts';
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
 * The built-in texts in a language: `words` are shown on pages, `answers` are messages about invalid answers in forms,
 * and `replies` are sent by the contact function. Names in braces are placeholders.
 */
export type LanguageTexts = typeof en;
export type Words = LanguageTexts['words'];
export type Word = keyof Words;

/** The built-in texts by language tag. */
export const languages: Readonly<Record<string, LanguageTexts>> = { en, de, fr, es, it, nl, pt, pl };

export const english = en.words;

// The cast is safe, because the type of a JSON module has exactly the keys in the file.
export const wordNames = Object.keys(english) as Word[];

/** Finds the built-in language for a language tag or for the first tag in a list, such as `de` for `de-AT, en`. */
export function findBuiltInLanguage(code = ''): string | undefined {
  const [firstTag = ''] = code.split(/[,;\s]/);
  const canonical = canonicalLanguage(firstTag);
  return canonical && listLanguageFallbacks(canonical).find((tag) => Object.hasOwn(languages, tag));
}

/**
 * Returns the words of a site. Words that the site does not define are in the site language, or in English if the site
 * language is not built in.
 */
export function resolveWords(language: string, custom: Partial<Words> = {}): Words {
  const defined = Object.entries(custom).filter(([, text]) => text !== undefined);
  return { ...selectTexts(language).words, ...Object.fromEntries(defined) };
}

/** Returns the texts of a language, or the English texts if the language is not built in. */
export const selectTexts = (code?: string): LanguageTexts =>
  languages[findBuiltInLanguage(code) ?? 'en'] ?? en;

/** Returns the names of the words that a site must define because its language is not built in. */
export function findMissingWords(language: string, custom: Partial<Words> = {}): Word[] {
  return findBuiltInLanguage(language) ? [] : wordNames.filter((name) => custom[name] === undefined);
}

/** Descriptions of the built-in words, for authors who want to change them. */
export const wordDescriptions: Words = descriptions;
