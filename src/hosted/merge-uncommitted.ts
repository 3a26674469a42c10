import { mergeLines } from '../../schema/diagnostics/merge-lines.ts';
import { mergeTexts } from '../../schema/edit/merge-texts.ts';
import { createSettingOrder } from '../../schema/edit/setting-order.ts';
import { ChangeRefused } from '../../scripts/editing/answer-changes.ts';
import type { HostedSite } from './hosted-site.ts';
import { storageFullMessage, type UncommittedTexts } from './uncommitted-texts.ts';

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
    else if (
      theirs === undefined ||
      mergedText === undefined ||
      !uncommitted.set(path, { base: theirs, text: mergedText })
    )
      conflicts.push({ path, theirs });
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
  const { base, text: mine } = uncommitted.get(path) ?? {};
  const chosenText = chosenSide === 'mine' ? mine : theirs;
  const text =
    mine === undefined || theirs === undefined
      ? chosenText
      : (mergeLines(base ?? '', mine, theirs, chosenSide) ?? theirs);
  // Use other people's version as the new base. If the author chooses that version, nothing is left to commit.
  const resolved = { ...(theirs !== undefined && { base: theirs }), ...(text !== undefined && { text }) };
  if (!uncommitted.set(path, resolved)) throw new ChangeRefused(storageFullMessage);
  site.applyUncommitted(uncommitted.all);
}

/**
 * Returns whether the author still has to resolve a conflict. In the meantime, this window or another one may have
 * discarded the changes or resolved the conflict.
 */
export function isUnresolved({ path, theirs }: Conflict, uncommitted: UncommittedTexts): boolean {
  const change = uncommitted.get(path);
  return change !== undefined && change.base !== theirs;
}
