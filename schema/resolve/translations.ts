import type { PageSummary } from '../check/page-summary.ts';
import { listLanguageFallbacks } from '../base/languages.ts';
import { isListed } from '../site/page.ts';
import type { Site } from '../site/site.ts';
import { getPageLanguage } from './site-in-language.ts';

/** A version of a page in one language. */
export interface Translation {
  language: string;
  path: string;
}

/** A link to a page in another language. The label of the link is the language's name for itself, such as `Deutsch`. */
export interface LanguageLink {
  language: string;
  label: string;
  to: string;
}

type TranslatedPage = Pick<PageSummary, 'path' | 'language' | 'translationOf' | 'status' | 'index'>;

export interface PageTranslations {
  /** The page itself and its translations. The original is first. */
  translations?: readonly Translation[];
  /** The links to other languages in the page header: to translations, or else to home pages. */
  languages?: readonly LanguageLink[];
}

/** Returns a function that finds the translations of a page: all pages with the same original. */
export function findTranslations(
  pages: ReadonlyMap<string, TranslatedPage>,
  site: Pick<Site, 'language' | 'frameLanguage'>,
): (page: TranslatedPage) => PageTranslations {
  if ([...pages.values()].every(({ translationOf }) => translationOf === undefined)) return () => ({});
  const findOriginal = ({ path, translationOf }: TranslatedPage) =>
    (translationOf && pages.get(translationOf)?.translationOf) ?? translationOf ?? path;
  const isOriginal = ({ translationOf }: TranslatedPage) => translationOf === undefined;
  const groups = Map.groupBy(
    [...pages.values()].filter(isListed).toSorted((a, b) => Number(isOriginal(b)) - Number(isOriginal(a))),
    findOriginal,
  );
  const listTranslations = (page: TranslatedPage): Translation[] =>
    (groups.get(findOriginal(page)) ?? []).map((translatedPage) => ({
      language: getPageLanguage(translatedPage, site),
      path: translatedPage.path,
    }));
  const homes = listTranslations({ path: '/', status: 'live' });
  return (page) => {
    const pageTranslations = listTranslations(page);
    const language = getPageLanguage(page, site);
    const routesByLanguage = new Map(
      [...homes, ...pageTranslations].map((translation) => [translation.language, translation.path]),
    );
    const getLanguageName = createLanguageNamer([...routesByLanguage.keys()]);
    const otherLanguages = [...routesByLanguage].filter(([other]) => other !== language);
    return {
      ...(pageTranslations.length > 1 &&
        pageTranslations.some(({ path }) => path === page.path) && { translations: pageTranslations }),
      ...(otherLanguages.length > 0 && {
        languages: otherLanguages.map(([other, to]) => ({
          language: other,
          label: getLanguageName(other),
          to,
        })),
      }),
    };
  };
}

/**
 * Returns a function that returns a language's name for itself, such as `Deutsch`. The country is only added to
 * distinguish two variants of a language.
 */
function createLanguageNamer(tags: readonly string[]): (tag: string) => string {
  const toBaseLanguage = (tag: string) => listLanguageFallbacks(tag).at(-1) ?? tag;
  return (tag) => {
    const hasNoVariant =
      tags.filter((otherTag) => toBaseLanguage(otherTag) === toBaseLanguage(tag)).length === 1;
    const names = new Intl.DisplayNames([tag], { type: 'language', languageDisplay: 'standard' });
    const name = names.of(hasNoVariant ? toBaseLanguage(tag) : tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  };
}
