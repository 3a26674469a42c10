import { iconDrawings } from '../fields/icons.ts';
import type { Site } from '../site/site.ts';

/** Adds to the site the icons of the profiles in its footer. */
export function siteWithProfileIcons(site: Site): Site {
  const social = [site, ...site.languages].flatMap(({ footer }) => footer.social);
  if (social.length === 0) return site;
  return {
    ...site,
    profileIcons: Object.fromEntries(social.map(({ icon }) => [icon, iconDrawings[icon] ?? []])),
  };
}
