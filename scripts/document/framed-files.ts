import { isFileAddress } from '../../schema/base/file-kinds.ts';
import type { Site } from '../../schema/site.ts';
import { valuesOf } from '../base/values-of-key.ts';
import { fileWords } from './file-words.ts';

/** The site with the kind and size of the files that its header and footer lead to. */
export function siteWithFileWords(site: Site, files: ReadonlyMap<string, number>): Site {
  const linked = [...valuesOf([site.announcement, site.navigation, site.footer], 'to')].flatMap((to) => {
    const bytes = isFileAddress(to) ? files.get(to.normalize()) : undefined;
    return bytes === undefined ? [] : [[to, bytes] as const];
  });
  return linked.length === 0
    ? site
    : { ...site, fileWords: Object.fromEntries(fileWords(new Map(linked), site.language)) };
}
