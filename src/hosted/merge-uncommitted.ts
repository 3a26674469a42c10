import { mergedLines } from '../../schema/diagnostics/text-parts.ts';
import { mergedText } from '../../schema/edit/merge-texts.ts';
import { settingOrder } from '../../schema/edit/setting-order.ts';
import type { HostedSite } from './hosted-site.ts';
import type { UncommittedTexts } from './uncommitted-texts.ts';

/** A file that the author and somebody else changed in the same place. */
export interface Conflict {
  path: string;
  base: string;
  mine: string;
  /** Undefined if it was deleted. */
  theirs: string | undefined;
}

/**
 * Merges uncommitted texts with the texts of a snapshot, and gives them to the site. Conflicts are for the author to
 * resolve; until then the site has the author's version.
 */
export function mergeUncommitted(uncommitted: UncommittedTexts, site: HostedSite): Conflict[] {
  const conflicts: Conflict[] = [];
  const texts = new Map<string, string>();
  for (const [path, { base, text }] of uncommitted.all) {
    const theirs = site.base(path);
    const merged = theirs === undefined ? undefined : mergedText(base, text, theirs, settingOrder(path));
    texts.set(path, merged ?? text);
    if (theirs === undefined || merged === undefined) conflicts.push({ path, base, mine: text, theirs });
    else uncommitted.set(path, { base: theirs, text: merged });
  }
  site.set(texts);
  return conflicts;
}

/** Resolves a conflict as the author chose. A file that others have deleted comes back with `mine`. */
export function resolveConflict(
  { path, base, mine, theirs }: Conflict,
  side: 'mine' | 'theirs',
  uncommitted: UncommittedTexts,
  site: HostedSite,
): void {
  if (theirs === undefined) {
    uncommitted.set(path, { base: '', text: side === 'mine' ? mine : '' });
    return;
  }
  const text = mergedLines(base, mine, theirs, side) ?? theirs;
  uncommitted.set(path, { base: theirs, text });
  site.set(new Map([[path, text]]));
}
