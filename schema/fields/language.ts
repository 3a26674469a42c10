import { isRightToLeft } from '../base/languages.ts';

/** Tags of BCP 47 that name no language: undetermined, several, uncoded, none, and private use. */
const unnamed = /^(?:und|mul|mis|zxx|q[a-t][a-z])(?:-|$)|-x-/;

/** The usual form of a language tag, such as `zh-Hant-TW`; undefined if it names no language. */
export function canonicalLanguage(tag: string): string | undefined {
  // Tags with a longer first part are reserved: `english` is well-formed, but means nothing.
  if (!/^[a-z]{2,3}(?:[-_]|$)/i.test(tag)) return undefined;
  try {
    const [usual] = Intl.getCanonicalLocales(tag.replaceAll('_', '-'));
    return usual === undefined || unnamed.test(usual) ? undefined : usual;
  } catch {
    return undefined;
  }
}

/** The attributes of an element in another language than the page. */
export interface LanguageAttributes {
  lang: string;
  dir: 'ltr' | 'rtl';
}

/** The attributes of an element in a language. */
export const languageAttributes = (tag: string): LanguageAttributes => ({
  lang: tag,
  dir: isRightToLeft(tag) ? 'rtl' : 'ltr',
});

/** A language with its likeliest country, as Open Graph has it: `de_AT`, `de_DE`. */
export function localeOf(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize();
  return region === undefined ? language : `${language}_${region}`;
}
