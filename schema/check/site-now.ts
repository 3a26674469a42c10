import type { Finding } from '../diagnostics/diagnostic.ts';
import { emptySearch } from './empty-search.ts';
import type { PageFacts } from './facts.ts';
import { hiddenSiteLinks } from './hidden-links.ts';
import type { HiddenPages } from './hidden-pages.ts';
import { pastAnnouncement } from './past-days.ts';
import type { SiteFile } from './read-files.ts';

/** What is wrong in `_site.yaml` with the pages that are public now. */
export const siteNow = (
  site: SiteFile,
  pages: Iterable<{ facts: PageFacts }>,
  hidden: HiddenPages,
): Finding[] => [
  ...hiddenSiteLinks(site, hidden),
  ...pastAnnouncement(site, hidden),
  ...emptySearch(site, pages, hidden),
];
