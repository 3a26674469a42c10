import { iconElements } from '../fields/icons.ts';
import { isFilePath, formatFileSize } from '../fields/file-types.ts';
import type { Website } from '../check/check.ts';
import { removeHash } from '../base/routes.ts';
import type { Site } from '../site/site.ts';
import { collectValues } from '../base/data.ts';

/** Returns the type and size of a file, which visitors see before they download it: `PDF, 1.2 MB`. */
export function describeFile(path: string, bytes: number, language: string): string {
  const kind = path.slice(path.lastIndexOf('.') + 1).toUpperCase();
  // Non-breaking spaces keep the description on one line.
  return `${kind}, ${formatFileSize(bytes, language)}`.replaceAll(' ', '\u00A0');
}

/**
 * Returns the site with the icons of its navigation links, and with the data about linked files and pages that the
 * header and footer show.
 */
export function addLinkFacts(site: Site, { files, pages }: Pick<Website, 'files' | 'pages'>): Site {
  const { homes = {} } = site;
  const links = [
    '/',
    ...Object.values(homes),
    ...collectValues([site.announcement, site.navigation, site.footer, site.languages], 'to'),
  ];
  const fileNotes = links.flatMap((to) => {
    const bytes = isFilePath(to) ? files.get(to.normalize()) : undefined;
    return bytes === undefined ? [] : [[to, describeFile(to, bytes, site.language)] as const];
  });
  const languages = new Map(
    links.map((to) => {
      const route = removeHash(to);
      return [route, pages.get(route)?.language ?? site.language];
    }),
  );
  const icons = collectValues([site.navigation, site.languages.map(({ navigation }) => navigation)], 'icon');
  return {
    ...site,
    ...(icons.size > 0 && {
      icons: Object.fromEntries([...icons].map((name) => [name, iconElements[name] ?? []])),
    }),
    ...(fileNotes.length > 0 && { fileWords: Object.fromEntries(fileNotes) }),
    ...([...pages.values()].some(({ language }) => language !== undefined) && {
      linkLanguages: Object.fromEntries(languages),
    }),
  };
}
