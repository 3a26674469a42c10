import { memoize } from '../base/cache.ts';
import { computeEditDistance } from './similar-names.ts';

/**
 * Returns the candidate that is the same name in a different spelling. Spellings may differ in capital letters,
 * hyphens, underscores, spaces and percent-encoding. Returns `undefined` if none or several candidates match.
 */
export function findSameName(input: string, candidates: Iterable<string>): string | undefined {
  const nameKey = toNameKey(input);
  return getSingleItem([...candidates].filter((candidate) => toNameKey(candidate) === nameKey));
}

/** Returns the same key for all spellings of a name. Numbers stay separate: `1-1` is not `11`. */
export const toNameKey = memoize(20_000, (name) =>
  decodePercent(name)
    .normalize()
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '-')
    .replaceAll(/(?<!\d)-|-(?!\d)/g, ''),
);

/** Returns a percent-encoded text decoded, or unchanged if its encoding is invalid. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the only item of a list, or `undefined` if the list does not have exactly one item. */
export const getSingleItem = <Item>(items: readonly Item[]): Item | undefined =>
  items.length === 1 ? items[0] : undefined;

/**
 * Returns the candidate that differs from a name by one typo in one word, if there is only one such candidate. It can
 * still be a different name (`christian`, `christina`), so a message may suggest it, but a fix must not write it.
 */
export function findTypo(input: string, candidates: Iterable<string>): string | undefined {
  const words = splitNameWords(input);
  return getSingleItem([...candidates].filter((candidate) => isTypo(words, splitNameWords(candidate))));
}

function isTypo(words: readonly string[], otherWords: readonly string[]): boolean {
  if (words.length !== otherWords.length) return false;
  const differingIndexes = [...words.keys()].filter((index) => words[index] !== otherWords[index]);
  const [index] = differingIndexes;
  const [word, other] = index === undefined ? [] : [words[index], otherWords[index]];
  if (differingIndexes.length !== 1 || word === undefined || other === undefined) return false;
  // Two short words that differ by one letter are different names, and so are two names with different numbers.
  const isSwapped = [...word].toSorted().join('') === [...other].toSorted().join('');
  const isLong = Math.max(word.length, other.length) >= (isSwapped ? 4 : 6);
  return isLong && !/\d/.test(word + other) && computeEditDistance(word, other) === 1;
}

const splitNameWords = memoize(20_000, (name): readonly string[] =>
  decodePercent(name)
    .normalize()
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== ''),
);
