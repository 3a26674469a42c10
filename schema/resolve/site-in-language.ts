import { listLanguageFallbacks } from '../base/languages.ts';
import { addHeaderRow } from './header-row.ts';
import type { Site } from '../site/site.ts';
import { resolveWords } from '../fields/words.ts';

type Language = Pick<Site, 'language' | 'frameLanguage'>;

/** Returns the main language of the site, even for the result of `localizeSite`. */
export const getSiteLanguage = ({ language, frameLanguage }: Language): string => frameLanguage ?? language;

/** Returns the language of a page, which is the site language by default. */
export const getPageLanguage = (page: { language?: string | undefined }, site: Language): string =>
  page.language ?? getSiteLanguage(site);

const sitesByLanguage = new WeakMap<Site, Map<string, Site>>();

/**
 * Returns the site as pages in a language show it. Dialogs stay in the site language, and so do the header and footer
 * if the site does not translate them. Returns the same object for the same input, so that each header and footer is
 * rendered only once.
 */
export function localizeSite(site: Site, language = site.language): Site {
  if (language === site.language) return site;
  const sitesByTag = sitesByLanguage.get(site) ?? new Map<string, Site>();
  sitesByLanguage.set(site, sitesByTag);
  const localizedSite = sitesByTag.get(language) ?? createLocalizedSite(site, language);
  sitesByTag.set(language, localizedSite);
  return localizedSite;
}

function createLocalizedSite(site: Site, language: string): Site {
  const frame = listLanguageFallbacks(language)
    .map((tag) => site.languages.find((localizedFrame) => localizedFrame.language === tag))
    .find((localizedFrame) => localizedFrame !== undefined);
  const localizedSite = { ...site, language, words: resolveWords(language), frameLanguage: site.language };
  if (!frame) return localizedSite;
  const { navigation, footer } = frame;
  return addHeaderRow({ ...localizedSite, navigation, footer, hasOwnFrame: true });
}
