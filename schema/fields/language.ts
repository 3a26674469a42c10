import { isRightToLeft } from '../base/languages.ts';

/** BCP 47 tags that are not languages: undetermined, multiple, uncoded, none, and private use. */
const nonLanguageTag = /^(?:und|mul|mis|zxx|q[a-t][a-z])(?:-|$)|-x-/;

/** Returns the canonical form of a language tag, such as `zh-Hant-TW`, or `undefined` if it is not a language. */
export function canonicalLanguage(tag: string): string | undefined {
  // Reject first parts with more than three letters, such as `english`: they are well-formed but have no meaning.
  if (!/^[a-z]{2,3}(?:[-_]|$)/i.test(tag)) return undefined;
  try {
    const [canonical] = Intl.getCanonicalLocales(tag.replaceAll('_', '-'));
    return canonical === undefined || nonLanguageTag.test(canonical) ? undefined : canonical;
  } catch {
    return undefined;
  }
}

/** The HTML attributes of an element whose language differs from the page language. */
export interface LanguageAttributes {
  lang: string;
  dir: 'ltr' | 'rtl';
}

/** Returns the HTML attributes for an element in a language. */
export const languageAttributes = (tag: string): LanguageAttributes => ({
  lang: tag,
  dir: isRightToLeft(tag) ? 'rtl' : 'ltr',
});

/**
 * Returns a language with its country in Open Graph notation, such as `de_AT`. If the tag has no country, adds the
 * likeliest one: `de_DE` for `de`.
 */
export function toOpenGraphLocale(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize();
  return region === undefined ? language : `${language}_${region}`;
}
