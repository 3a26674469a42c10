import type { Site } from '../../schema/site.ts';
import { figtreeFamily, spaceGroteskFamily } from './built-in-fonts.ts';
import type { Family } from './font-face.ts';
import { ownFamily } from './own-fonts.ts';

/** The fonts of a site: those of headings first, as visitors see them first. */
export interface SiteFonts extends Omit<Family, 'stack'> {
  /** The custom properties with the families of headings and of all other text. */
  families: string;
}

const builtIn: Record<Site['theme']['fonts'], { text?: Family; headings?: Family }> = {
  figtree: { text: figtreeFamily },
  'space-grotesk': { text: figtreeFamily, headings: spaceGroteskFamily },
  system: {},
};

export function siteFonts(site: Site): SiteFonts {
  const { fonts, ownFonts: own } = site.theme;
  const ownText = own?.text === undefined ? undefined : ownFamily('Own', site, own.text, own.bold);
  const ownHeadings = own?.headings === undefined ? undefined : ownFamily('Own headings', site, own.headings);
  const text = ownText ?? builtIn[fonts].text;
  const headings = ownHeadings ?? (ownText ? undefined : builtIn[fonts].headings);
  const families = [headings, text].filter((family) => family !== undefined);
  return {
    families: `--display:${headings?.stack ?? 'var(--text)'};--text:${text?.stack ?? 'system-ui,sans-serif'}`,
    files: families.flatMap(({ files }) => files),
    rareFiles: families.flatMap(({ rareFiles }) => rareFiles),
    faces: families.map(({ faces }) => faces).join(''),
    rareFaces: families.map(({ rareFaces }) => rareFaces).join(''),
  };
}
