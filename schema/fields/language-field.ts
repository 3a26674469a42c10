import { z } from 'zod';
import { canonicalLanguage } from './language.ts';

/** Countries that are written for their language, and that are no languages themselves. */
const ofCountries = new Map(
  Object.entries({ at: 'de-AT', cn: 'zh', cz: 'cs', dk: 'da', gb: 'en-GB', jp: 'ja', ua: 'uk', us: 'en-US' }),
);
const named =
  'ar bg ca cs da de el en es et eu fa fi fr ga he hi hr hu is it ja ko lt lv nl no pl pt ro ru sk sl sr sv th tr uk vi zh';

/** Languages by their names in English and in themselves. */
let languageNames: ReadonlyMap<string, string> | undefined;

/** The language that a country or a name stands for: `jp`, `french`, `Deutsch`. */
function languageCalled(written: string): string | undefined {
  const word = written.trim().toLowerCase();
  if (/^[a-z]{2}$/.test(word)) return ofCountries.get(word);
  // Tags need no names, which take time to make.
  if (/^[a-z]{2,3}(?:[-_]|$)/.test(word)) return undefined;
  languageNames ??= new Map(
    named.split(' ').flatMap((tag) =>
      ['en', tag].flatMap((language): [string, string][] => {
        const name = new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(tag);
        return name === undefined ? [] : [[name.toLowerCase(), tag]];
      }),
    ),
  );
  return languageNames.get(word);
}

/** Reports a tag that names no language, or one that is usually written in another way. */
function checkTag(tag: string, { addIssue }: z.RefinementCtx, orElse = ''): void {
  const usual = canonicalLanguage(tag);
  const meant = languageCalled(tag);
  const must = `must be a language like \`en\`${orElse || ' or `en-GB`'}`;
  if (meant !== undefined)
    return addIssue({ code: 'custom', message: must, params: { usual: meant, isGuess: true } });
  if (usual === tag) return;
  if (usual !== undefined)
    addIssue({ code: 'custom', message: `is written \`${usual}\` everywhere`, params: { usual } });
  else addIssue({ code: 'custom', message: must });
}

/** A language as HTML names it (BCP 47). */
export const languageTag = z.string().superRefine((tag, context) => checkTag(tag, context));

/** The same, or `none`. */
export const languageTagOrNone = z.string().superRefine((tag, context) => {
  if (tag !== 'none') checkTag(tag, context, ', or `none`');
});
