import { diff3Merge, diffIndices } from 'node-diff3';
import { sharedEnds, type TextEdit } from './edits.ts';

/** Splits a text into lines with their line ends. */
const linesIn = (text: string): string[] => text.split(/(?<=\n)/);

/** Returns the edits of whole lines that turn one text into another. */
export function lineEdits(before: string, after: string): TextEdit[] {
  const [old, next] = [linesIn(before), linesIn(after)];
  const starts = [0];
  for (const line of old) starts.push((starts.at(-1) ?? 0) + line.length);
  return diffIndices(old, next).map(({ buffer1: [at, count], buffer2Content }) => ({
    from: starts[at] ?? before.length,
    to: starts[at + count] ?? before.length,
    newText: buffer2Content.join(''),
  }));
}

/** Returns the smallest single edit that turns one text into another. */
export function partEdit(before: string, after: string): TextEdit {
  const [start, end] = sharedEnds(before, after);
  return { from: start, to: before.length - end, newText: after.slice(start, after.length - end) };
}

/**
 * Merges the lines that two people changed in their copies of `base`. If both changed the same lines, those of
 * `preferred` are used. Without `preferred`, such a conflict returns undefined.
 */
export function mergedLines(
  base: string,
  mine: string,
  theirs: string,
  preferred?: 'mine' | 'theirs',
): string | undefined {
  const parts = diff3Merge(linesIn(mine), linesIn(base), linesIn(theirs));
  const side = { mine: 'a', theirs: 'b' } as const;
  const lines = parts.map(({ ok, conflict }) => ok ?? (preferred && conflict?.[side[preferred]]));
  return lines.every((some) => some !== undefined) ? lines.flat().join('') : undefined;
}

/** Returns the lines that both people changed, in both versions. */
export function linesOfBoth(base: string, mine: string, theirs: string): { mine: string; theirs: string }[] {
  return diff3Merge(linesIn(mine), linesIn(base), linesIn(theirs)).flatMap(({ conflict }) =>
    conflict ? [{ mine: conflict.a.join(''), theirs: conflict.b.join('') }] : [],
  );
}
