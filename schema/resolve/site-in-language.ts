import { languageFallbacks } from '../base/languages.ts';
import { siteWithHeaderRow } from './header-row.ts';
import type { Site } from '../site/site.ts';
import { wordsOfLanguage } from '../fields/words.ts';

type Language = Pick<Site, 'language' | 'frameLanguage'>;

/** The language of the site, also if this is the site as a page in another language shows it. */
export const siteLanguage = ({ language, frameLanguage }: Language): string => frameLanguage ?? language;

/** The language of a page. */
export const languageOf = (page: { language?: string | undefined }, site: Language): string =>
  page.language ?? siteLanguage(site);

const sitesByLanguage = new WeakMap<Site, Map<string, Site>>();

/**
 * The site as a page in this language shows it. Dialogs stay as they are, because their texts are in the language of
 * the site, and so do header and footer if the language has none of its own. The same object for the same input, as
 * frames are rendered once each.
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
