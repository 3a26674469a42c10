import { iconElements } from '../fields/icons.ts';
import type { Site } from '../site/site.ts';

/** Returns the site with the icons of the social profiles in its footer. */
export function addProfileIcons(site: Site): Site {
  const profiles = [site, ...site.languages].flatMap(({ footer }) => footer.social);
  if (profiles.length === 0) return site;
  return {
    ...site,
    profileIcons: Object.fromEntries(profiles.map(({ icon }) => [icon, iconElements[icon] ?? []])),
  };
}
