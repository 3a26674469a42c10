import { mergeLines } from '../../schema/diagnostics/merge-lines.ts';
import { mergeTexts } from '../../schema/edit/merge-texts.ts';
import { createSettingOrder } from '../../schema/edit/setting-order.ts';
import type { HostedSite } from './hosted-site.ts';
import type { UncommittedTexts } from './uncommitted-texts.ts';

/** A file that the author and other people have changed in conflicting ways. */
export interface Conflict {
  path: string;
  /** Other people's text. Undefined if they deleted the file. */
  theirs: string | undefined;
}

/**
 * Merges uncommitted changes with the files of the newest snapshot, and updates the site. Returns the conflicts that the
 * author must resolve. Until then, the site uses the author's version.
 */
export function mergeUncommitted(uncommitted: UncommittedTexts, site: HostedSite): Conflict[] {
  const conflicts: Conflict[] = [];
  for (const [path, { base, text }] of uncommitted.all) {
    const theirs = site.readBase(path);
    if (base === theirs) continue;
    const mergedText =
      text === undefined || theirs === undefined
        ? undefined
        : mergeTexts(base ?? '', text, theirs, createSettingOrder(path));
    if (text === theirs) uncommitted.delete(path);
    else if (theirs === undefined || mergedText === undefined) conflicts.push({ path, theirs });
    else uncommitted.set(path, { base: theirs, text: mergedText });
  }
  site.applyUncommitted(uncommitted.all);
  return conflicts;
}

/**
 * Resolves a conflict with the selected version, which may delete or restore the file. Keeps the edits that the author
 * has made since the conflict was found.
 */
export function resolveConflict(
  { path, theirs }: Conflict,
  chosenSide: 'mine' | 'theirs',
  uncommitted: UncommittedTexts,
  site: HostedSite,
): void {
  const change = uncommitted.get(path);
  // The author has discarded the changes since the conflict was found.
  if (!change) return;
  const { base, text: mine } = change;
  const chosenText = chosenSide === 'mine' ? mine : theirs;
  const text =
    mine === undefined || theirs === undefined
      ? chosenText
      : (mergeLines(base ?? '', mine, theirs, chosenSide) ?? theirs);
  // Use other people's version as the new base. If the author chooses that version, nothing is left to commit.
  uncommitted.set(path, {
    ...(theirs !== undefined && { base: theirs }),
    ...(text !== undefined && { text }),
  });
  site.applyUncommitted(uncommitted.all);
}
