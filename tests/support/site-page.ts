import type { Page } from '../../schema/content/page.ts';
import {
  postOf,
  type SitePage,
  sitePage,
  summarizeBlock,
  summaryOf,
} from '../../schema/checker/page-summary.ts';

/** A page as it is in a checked site. */
export function sitePageOf({ blocks, ...settings }: Page): SitePage {
  const summaries = blocks.map(summarizeBlock);
  return sitePage(summaryOf(settings, summaries), '', () => blocks, postOf(settings, summaries));
}
