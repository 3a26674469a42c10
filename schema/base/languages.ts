import { memoize } from './cache.ts';

/** Returns a language tag and its fallbacks: `zh-Hant-TW`, `zh-Hant`, `zh`. */
export function languageFallbacks(language: string): string[] {
  const parts = language.split('-');
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('-'));
}

const rightToLeft = new Set('Arab Aran Hebr Syrc Thaa Nkoo Adlm Rohg Samr Mand Mend Armi Phnx'.split(' '));

/** Whether a language is written from right to left, by its script or the script of its country: `ar`, `pa-PK`. */
export const isRightToLeft: (language: string) => boolean = memoize(50, (language) => {
  const { script } = new Intl.Locale(language).maximize();
  return script !== undefined && rightToLeft.has(script);
});
