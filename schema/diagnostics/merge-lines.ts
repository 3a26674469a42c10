import { diff3Merge, diffIndices } from 'node-diff3';
import { countSharedEnds, type TextEdit } from './edits.ts';

/** Splits text into lines, each with its line end. */
const splitLines = (text: string): string[] => text.split(/(?<=\n)/);

/** Returns the edits that turn one text into another by replacing whole lines. */
export function computeLineEdits(before: string, after: string): TextEdit[] {
  const [oldLines, newLines] = [splitLines(before), splitLines(after)];
  const starts = [0];
  for (const line of oldLines) starts.push((starts.at(-1) ?? 0) + line.length);
  return diffIndices(oldLines, newLines).map(({ buffer1: [index, count], buffer2Content }) => ({
    from: starts[index] ?? before.length,
    to: starts[index + count] ?? before.length,
    newText: buffer2Content.join(''),
  }));
}

/** Returns the smallest single edit that turns one text into another. */
export function computeMinimalEdit(before: string, after: string): TextEdit {
  const [start, end] = countSharedEnds(before, after);
  return { from: start, to: before.length - end, newText: after.slice(start, after.length - end) };
}

/**
 * Returns the text with the changes that two people made to their copies of `base`. If both changed the same lines, the
 * version of `preferred` wins. If there is no `preferred`, returns `undefined`.
 */
export function mergeLines(
  base: string,
  mine: string,
  theirs: string,
  preferred?: 'mine' | 'theirs',
): string | undefined {
  const parts = diff3Merge(splitLines(mine), splitLines(base), splitLines(theirs));
  const side = { mine: 'a', theirs: 'b' } as const;
  const lines = parts.map(({ ok, conflict }) => ok ?? (preferred && conflict?.[side[preferred]]));
  return lines.every((chunk) => chunk !== undefined) ? lines.flat().join('') : undefined;
}

/** Returns each group of lines that both people changed, in both versions. */
export function findLineConflicts(
  base: string,
  mine: string,
  theirs: string,
): { mine: string; theirs: string }[] {
  return diff3Merge(splitLines(mine), splitLines(base), splitLines(theirs)).flatMap(({ conflict }) =>
    conflict ? [{ mine: conflict.a.join(''), theirs: conflict.b.join('') }] : [],
  );
}
