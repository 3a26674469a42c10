import type { Assets, SourceFile } from './base/source-file.ts';
import { SiteCheck } from './check/site-check.ts';
import type { Checked } from './check/website.ts';

export type { Checked, Website } from './check/website.ts';

/**
 * Checks all files together in one run: reads and validates each, then asks for references and for rules
 * over all pages. The website holds the pages that can be rendered in spite of the diagnostics, for an author
 * at work; only without any error is it fit for visitors.
 */
export function check(files: readonly SourceFile[], assets: Assets, now = new Date()): Checked {
  return new SiteCheck(undefined, undefined, () => now).update(files, assets);
}
