import { mergedLines } from '../../schema/diagnostics/text-parts.ts';
import { mergedText } from '../../schema/edit/merge-texts.ts';
import { settingOrder } from '../../schema/edit/setting-order.ts';
import type { HostedSite } from './hosted-site.ts';
import type { UncommittedTexts } from './uncommitted-texts.ts';

/** A file that the author and somebody else changed in the same place. */
export interface Conflict {
  path: string;
  /** Undefined if the author has begun it. */
  base: string | undefined;
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
    const isNew = base === undefined && theirs === undefined;
    const merged = isNew
      ? text
      : theirs === undefined
        ? undefined
        : mergedText(base ?? '', text, theirs, settingOrder(path));
    texts.set(path, merged ?? text);
    if (isNew) continue;
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
    if (side === 'mine') uncommitted.set(path, { text: mine });
    else {
      uncommitted.delete(path);
      site.delete(path);
    }
    return;
  }
  const text = mergedLines(base ?? '', mine, theirs, side) ?? theirs;
  uncommitted.set(path, { base: theirs, text });
  site.set(new Map([[path, text]]));
}
