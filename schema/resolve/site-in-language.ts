import { languageFallbacks } from '../base/languages.ts';
import { siteWithHeaderRow } from './header-row.ts';
import type { Site } from '../site/site.ts';
import { wordsOfLanguage } from '../fields/words.ts';

type Language = Pick<Site, 'language' | 'frameLanguage'>;

/** Returns the main language of the site, even for a site from `localizeSite`. */
export const siteLanguage = ({ language, frameLanguage }: Language): string => frameLanguage ?? language;

/** Returns the language of a page. */
export const languageOf = (page: { language?: string | undefined }, site: Language): string =>
  page.language ?? siteLanguage(site);

const sitesByLanguage = new WeakMap<Site, Map<string, Site>>();

/**
 * Returns the site as pages in this language show it. Dialogs stay in the language of the site, as do header and
 * footer if the language does not define them. The same input returns the same object, because each header and
 * footer is rendered once.
 */
export function siteInLanguage(site: Site, language = site.language): Site {
  if (language === site.language) return site;
  const others = sitesByLanguage.get(site) ?? new Map<string, Site>();
  sitesByLanguage.set(site, others);
  const other = others.get(language) ?? createSite(site, language);
  others.set(language, other);
  return other;
}

function createSite(site: Site, language: string): Site {
  const frame = languageFallbacks(language)
    .map((tag) => site.languages.find((one) => one.language === tag))
    .find((one) => one !== undefined);
  const other = { ...site, language, words: wordsOfLanguage(language), frameLanguage: site.language };
  if (!frame) return other;
  const { navigation, footer } = frame;
  return siteWithHeaderRow({ ...other, navigation, footer, hasOwnFrame: true });
}
