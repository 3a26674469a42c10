import { z } from 'zod';
import { canonicalLanguage } from './language.ts';

/**
 * Language tags by the country code that authors may write instead, such as `jp`. None of the codes is also a language
 * code.
 */
const tagsByCountry = new Map(
  Object.entries({ at: 'de-AT', cn: 'zh', cz: 'cs', dk: 'da', gb: 'en-GB', jp: 'ja', ua: 'uk', us: 'en-US' }),
);
const namedTags =
  'ar bg ca cs da de el en es et eu fa fi fr ga he hi hr hu is it ja ko lt lv nl no pl pt ro ru sk sl sr sv th tr uk vi zh';

/** Language tags by the English and the native names of the languages. Created on first use. */
let languageNames: ReadonlyMap<string, string> | undefined;

/** Finds the language tag for a country code or a language name, such as `jp`, `french` or `Deutsch`. */
function findLanguageByName(rawText: string): string | undefined {
  const word = rawText.trim().toLowerCase();
  if (/^[a-z]{2}$/.test(word)) return tagsByCountry.get(word);
  // Return before creating the language names, which is slow and not needed for valid tags.
  if (/^[a-z]{2,3}(?:[-_]|$)/.test(word)) return undefined;
  languageNames ??= new Map(
    namedTags.split(' ').flatMap((tag) =>
      ['en', tag].flatMap((language): [string, string][] => {
        const name = new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(tag);
        return name === undefined ? [] : [[name.toLowerCase(), tag]];
      }),
    ),
  );
  return languageNames.get(word);
}

/** Reports a tag that is not a language tag, or not in its canonical form. */
function checkTag(tag: string, { addIssue }: z.RefinementCtx, alternatives = ''): void {
  const canonical = canonicalLanguage(tag);
  const guess = findLanguageByName(tag);
  const requirement = `must be a language like \`en\`${alternatives || ' or `en-GB`'}`;
  if (guess !== undefined)
    return addIssue({ code: 'custom', message: requirement, params: { usual: guess, isGuess: true } });
  if (canonical === tag) return;
  if (canonical !== undefined)
    addIssue({ code: 'custom', message: `must be written \`${canonical}\``, params: { usual: canonical } });
  else addIssue({ code: 'custom', message: requirement });
}

/** A language tag (BCP 47). */
export const languageTag = z.string().superRefine((tag, context) => checkTag(tag, context));

/** A language tag (BCP 47), or `none`. */
export const languageTagOrNone = z.string().superRefine((tag, context) => {
  if (tag !== 'none') checkTag(tag, context, ', or `none`');
});
