import { mergeLines } from '../../schema/diagnostics/merge-lines.ts';
import { mergeTexts } from '../../schema/edit/merge-texts.ts';
import { createSettingOrder } from '../../schema/edit/setting-order.ts';
import type { HostedSite } from './hosted-site.ts';
import type { UncommittedTexts } from './uncommitted-texts.ts';

/** A file that the author and other people have changed in conflicting ways. */
export interface Conflict {
  path: string;
  /** The common text that the changes are based on. Undefined if the author created the file. */
  base: string | undefined;
  /** The author's text and, in `theirs`, other people's text. Undefined if the file was deleted. */
  mine: string | undefined;
  theirs: string | undefined;
}

/**
 * Merges uncommitted changes with the files of a snapshot, and updates the site. Returns the conflicts that the author
 * must resolve. Until then, the site uses the author's version.
 */
export function mergeUncommitted(uncommitted: UncommittedTexts, site: HostedSite): Conflict[] {
  const conflicts: Conflict[] = [];
  const texts = new Map<string, string | undefined>();
  for (const [path, { base, text }] of uncommitted.all) {
    const theirs = site.readBase(path);
    texts.set(path, text);
    if (base === theirs) continue;
    if (text === theirs) {
      uncommitted.delete(path);
      continue;
    }
    const mergedText =
      text === undefined || theirs === undefined
        ? undefined
        : mergeTexts(base ?? '', text, theirs, createSettingOrder(path));
    if (theirs === undefined || mergedText === undefined) conflicts.push({ path, base, mine: text, theirs });
    else {
      texts.set(path, mergedText);
      uncommitted.set(path, { base: theirs, text: mergedText });
    }
  }
  site.setTexts(texts);
  return conflicts;
}

/** Resolves a conflict with the selected version, which may delete or restore the file. */
export function resolveConflict(
  { path, base, mine, theirs }: Conflict,
  chosenSide: 'mine' | 'theirs',
  uncommitted: UncommittedTexts,
  site: HostedSite,
): void {
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
  site.setTexts(new Map([[path, text]]));
}
