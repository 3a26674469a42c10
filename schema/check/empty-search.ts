import type { Finding } from '../diagnostics/diagnostic.ts';
import type { PageFacts } from './facts.ts';
import type { HiddenPages } from './hidden-pages.ts';
import type { SiteFile } from './read-files.ts';

/** A search that can find nothing, since no page is one that visitors may come upon. */
export function emptySearch(
  { site }: SiteFile,
  pages: Iterable<{ facts: PageFacts }>,
  hidden: HiddenPages,
): Finding[] {
  if (site?.navigation.search === undefined) return [];
  for (const { facts } of pages) {
    const { isRead, draft, unlisted, redirect, address } = facts.place;
    const isFound =
      !draft && !unlisted && redirect === undefined && address !== '/404' && !hidden.all.has(address);
    // What is in a file that cannot be read nobody knows.
    if (isFound || !isRead) return [];
  }
  return [
    {
      path: ['navigation', 'search'],
      rule: 'empty-search',
      message: 'the search finds nothing, as no page is public and in lists',
      label: 'no page can be found',
      advice: 'delete this line until there are pages without `index: false` and `status: draft`',
    },
  ];
}
