import type { Assets, SourceFile } from '../../../schema/content/source-file.ts';
import type { Checked } from '../../../schema/checker/check.ts';
import { contentHash } from '../../schema/check/file-state.ts';
import { startOfNextDay, nextScheduledChange } from '../../../scripts/source/next-change.ts';

/** What was found in all files together, which holds for some time. */
export interface FoundLast extends Pick<Checked, 'diagnostics' | 'notChecked'> {
  /** The versions of `_site.yaml` and of `public/`. */
  with: readonly [site: string, assets: string];
  /** What changes next, in words. */
  nextChange?: string | undefined;
  /** From when and until when the day changes nothing of it, in milliseconds. */
  holds: readonly [from: number, until: number];
}

/** More than so many diagnostics are not written down anew after each edit. */
const maxCached = 500;

/** What may be found again, if it is certain for how long. */
export function foundLast({
  website,
  diagnostics,
  notChecked,
  files,
  assets,
}: Checked & { files: readonly SourceFile[]; assets: Assets }): FoundLast | undefined {
  const site = files.find(({ path }) => path === '_site.yaml');
  // Which of two pages is the copy is known to git alone.
  const asksGit = diagnostics.some(({ rule }) => rule === 'same-title' || rule === 'same-description');
  const isShort = diagnostics.length <= maxCached;
  if (!website || !site || assets.version === undefined || asksGit || !isShort) return undefined;
  const change = nextScheduledChange(website);
  const { now } = website;
  const until = Math.min(change?.at.getTime() ?? Infinity, startOfNextDay(now, website.site.zone).getTime());
  return {
    diagnostics,
    notChecked,
    with: [contentHash(site), assets.version],
    nextChange: change?.words,
    holds: [now.getTime(), until],
  };
}

/** The same from when on it holds: what is found at two moments holds between them. */
export function heldSince(before: FoundLast | undefined, now: FoundLast): FoundLast {
  const [from, until] = now.holds;
  const both: FoundLast = { ...now, holds: [Math.min(before?.holds[0] ?? from, from), until] };
  return JSON.stringify(before) === JSON.stringify(both) ? both : now;
}
