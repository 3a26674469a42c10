import { diffComm } from 'node-diff3';
import { countSharedEnds } from '../../schema/diagnostics/edits.ts';

/** A part of two compared texts. It is in the old and the new text, only in the old text, or only in the new text. */
export interface TextPart {
  kind: 'same' | 'old' | 'new';
  text: string;
}

/** Maximum number of word comparisons. Texts that need more are too slow to compare, so they are shown as replaced. */
const maxComparisons = 4_000_000;

/** The number of characters of unchanged text to show on each side of a change. */
const contextLength = 70;

/**
 * Compares two texts word by word, and returns their parts in order. Unchanged text that is far from a change is
 * shortened.
 */
export function diffWords(before: string, after: string): TextPart[] {
  const [a, b] = [tokenize(before), tokenize(after)];
  const [start, end] = countSharedEnds(a, b);
  const parts: TextPart[] = [
    { kind: 'same', text: a.slice(0, start).join('') },
    ...diffTokens(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    { kind: 'same', text: a.slice(a.length - end).join('') },
  ];
  return shortenUnchangedText(joinAdjacentChanges(parts));
}

const tokenize = (text: string): string[] => text.match(/\{\{.*?\}\}|[\p{L}\p{M}\p{N}'’_-]+|\s+|./gsu) ?? [];

/** Returns the unchanged and the changed parts of the two texts, in order. */
function diffTokens(a: string[], b: string[]): TextPart[] {
  const replacement = { buffer1: a, buffer2: b, common: undefined };
  const chunks = a.length * b.length > maxComparisons ? [replacement] : diffComm(a, b);
  return chunks.flatMap(({ common, buffer1 = [], buffer2 = [] }): TextPart[] => [
    { kind: 'same', text: common?.join('') ?? '' },
    { kind: 'old', text: buffer1.join('') },
    { kind: 'new', text: buffer2.join('') },
  ]);
}

/** Joins changes that are separated only by spaces and punctuation. */
function joinAdjacentChanges(parts: readonly TextPart[]): TextPart[] {
  const groups: { same: string; old: string; new: string }[] = [{ same: '', old: '', new: '' }];
  for (const [index, { kind, text }] of parts.entries()) {
    const lastGroup = groups.at(-1)!; // `groups` is never empty
    const isChanged = lastGroup.old !== '' || lastGroup.new !== '';
    if (kind !== 'same') lastGroup[kind] += text;
    else if (!isChanged) lastGroup.same += text;
    else if (/[\p{L}\p{N}\n]/u.test(text) || index === parts.length - 1)
      groups.push({ same: text, old: '', new: '' });
    else [lastGroup.old, lastGroup.new] = [lastGroup.old + text, lastGroup.new + text];
  }
  return groups
    .flatMap(({ same, ...change }): TextPart[] => [
      { kind: 'same', text: same },
      { kind: 'old', text: change.old },
      { kind: 'new', text: change.new },
    ])
    .filter(({ text }) => text !== '');
}

/** Replaces unchanged text that is far from a change with an ellipsis. */
function shortenUnchangedText(parts: readonly TextPart[]): TextPart[] {
  return parts.map((part, index) => {
    if (part.kind !== 'same' || part.text.length <= 2.5 * contextLength) return part;
    const start = index === 0 ? '' : part.text.slice(0, contextLength).replace(/\S*$/, '');
    const end = index === parts.length - 1 ? '' : part.text.slice(-contextLength).replace(/^\S*/, '');
    return { kind: 'same', text: `${start}…${end}` };
  });
}
