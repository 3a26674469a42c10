import type { Site } from '../../schema/site.ts';
import type { Mark } from './aria-current.ts';
import type { PageHeader } from './page-view.ts';

/** What header and footer are rendered with. */
export interface HeaderProps {
  site: Site;
  mark: Mark;
  /** What the page has in the place of what all pages have. */
  own?: PageHeader | undefined;
}
