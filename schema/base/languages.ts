import { memoize } from './cache.ts';

/** Returns a language tag, followed by its fallbacks: `zh-Hant-TW`, `zh-Hant`, `zh`. */
export function listLanguageFallbacks(language: string): string[] {
  const parts = language.split('-');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
}

/** ISO 15924 codes of scripts that are written from right to left. */
const rightToLeft = new Set('Arab Aran Hebr Syrc Thaa Nkoo Adlm Rohg Samr Mand Mend Armi Phnx'.split(' '));

/** Returns whether a language is written from right to left. Its country can determine the script, as in `pa-PK`. */
export const isRightToLeft: (language: string) => boolean = memoize(50, (language) => {
  const { script } = new Intl.Locale(language).maximize();
  return script !== undefined && rightToLeft.has(script);
});
