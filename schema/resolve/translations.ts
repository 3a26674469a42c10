import type { PageSummary } from '../check/page-summary.ts';
import { languageFallbacks } from '../base/languages.ts';
import { isListed } from '../site/page.ts';
import type { Site } from '../site/site.ts';
import { getPageLanguage } from './site-in-language.ts';

/** A version of a page in one language. */
export interface Translation {
  language: string;
  path: string;
}

/** A link to a page in another language. Its label is the name of the language in that language. */
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

/** Returns a function that finds the translations of a page, which are all pages with the same original. */
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
  const translations = (page: TranslatedPage): Translation[] =>
    (groups.get(findOriginal(page)) ?? []).map((one) => ({
      language: getPageLanguage(one, site),
      path: one.path,
    }));
  const homes = translations({ path: '/', status: 'live' });
  return (page) => {
    const pageTranslations = translations(page);
    const language = getPageLanguage(page, site);
    const routesByLanguage = new Map([...homes, ...pageTranslations].map((one) => [one.language, one.path]));
    const names = createLanguageNames([...routesByLanguage.keys()]);
    const others = [...routesByLanguage].filter(([other]) => other !== language);
    return {
      ...(pageTranslations.length > 1 &&
        pageTranslations.some(({ path }) => path === page.path) && { translations: pageTranslations }),
      ...(others.length > 0 && {
        languages: others.map(([other, to]) => ({ language: other, label: names(other), to })),
      }),
    };
  };
}

/** Returns the name of each language in that language. The country is added only to distinguish two variants. */
function createLanguageNames(tags: readonly string[]): (tag: string) => string {
  const toBaseLanguage = (tag: string) => languageFallbacks(tag).at(-1) ?? tag;
  return (tag) => {
    const hasNoVariant = tags.filter((other) => toBaseLanguage(other) === toBaseLanguage(tag)).length === 1;
    const names = new Intl.DisplayNames([tag], { type: 'language', languageDisplay: 'standard' });
    const name = names.of(hasNoVariant ? toBaseLanguage(tag) : tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  };
}
