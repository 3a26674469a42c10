import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Redirect } from '../page.ts';
import type { Site } from '../site.ts';
import type { SitePage } from './page-summary.ts';

/** A whole site that has been checked. */
export interface Website {
  site: Site;
  pages: Map<string, SitePage>;
  redirects: Redirect[];
}

export interface Checked {
  website?: Website;
  /** The diagnostics of all files, from top to bottom. */
  diagnostics: Diagnostic[];
  /** What could not be checked, and why. */
  notChecked: string[];
}
