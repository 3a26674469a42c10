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
 * The site as a page in this language shows it. Header, footer and dialogs stay as they are, because their
 * texts are in the language of the site. The same object for the same input, as frames are rendered once each.
 */
export function siteInLanguage(site: Site, language = site.language): Site {
  if (language === site.language) return site;
  const others = sitesByLanguage.get(site) ?? new Map<string, Site>();
  sitesByLanguage.set(site, others);
  const other = others.get(language) ?? {
    ...site,
    language,
    words: wordsOfLanguage(language),
    frameLanguage: site.language,
  };
  others.set(language, other);
  return other;
}
