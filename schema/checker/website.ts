import type { PhotoState } from '../content/source-file.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Redirect } from '../content/page.ts';
import type { Site } from '../content/site.ts';
import type { Hidden } from './hidden-pages.ts';
import type { SitePage } from './page-summary.ts';
import type { PostIndex } from './list-selection.ts';

/** A whole site that has been checked. */
export interface Website {
  site: Site;
  /** Those that the build makes stand behind those that were written. */
  pages: Map<string, SitePage>;
  /** Those that the day changes something of, and whether lists tell what is over: quicker than all pages. */
  timed: { pages: readonly SitePage[]; inLists: boolean };
  /** Which of them lists can show. */
  posts: PostIndex;
  /** The moment for which it was checked. */
  now: Date;
  /** The pages among them that visitors cannot open now, by their addresses. */
  hidden: ReadonlyMap<string, Hidden>;
  redirects: Redirect[];
  /** What is known of the photos in `public/`, by their addresses. */
  photos: ReadonlyMap<string, PhotoState>;
  /** How many bytes each file of `public/` has. */
  files: ReadonlyMap<string, number>;
}

export interface Checked {
  website?: Website;
  /** The diagnostics of all files, from top to bottom. */
  diagnostics: Diagnostic[];
  /** What could not be checked, and why. */
  notChecked: string[];
}
