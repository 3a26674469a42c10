import type { Site } from '../../schema/content/site.ts';
import { iconDrawings } from '../source/icons.ts';

/** The site with the drawings of the profiles in its footer. */
export function siteWithProfileIcons(site: Site): Site {
  const { social } = site.footer;
  if (social.length === 0) return site;
  const drawings = iconDrawings();
  return {
    ...site,
    profileIcons: Object.fromEntries(social.map(({ icon }) => [icon, drawings[icon] ?? []])),
  };
}
