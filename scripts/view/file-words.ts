import { fileEndings, isFilePath, sizeInWords } from '../../schema/content/file-types.ts';
import type { Site } from '../../schema/content/site.ts';
import { collectValues } from '../../schema/util.ts';

/** The kind and size of a file, for visitors who are about to download it: `PDF, 1.2 MB`. */
export function fileWords(path: string, bytes: number, language: string): string {
  const kind = path.slice(path.lastIndexOf('.') + 1).toUpperCase();
  // The build makes pictures smaller.
  return fileEndings.picture.test(path) ? kind : `${kind}, ${sizeInWords(bytes, language)}`;
}

/** The site with the kind and size of the files that its header and footer link to. */
export function siteWithFileWords(site: Site, files: ReadonlyMap<string, number>): Site {
  const linked = [...collectValues([site.announcement, site.navigation, site.footer], 'to')].flatMap((to) => {
    const bytes = isFilePath(to) ? files.get(to.normalize()) : undefined;
    return bytes === undefined ? [] : [[to, fileWords(to, bytes, site.language)] as const];
  });
  return linked.length === 0 ? site : { ...site, fileWords: Object.fromEntries(linked) };
}
