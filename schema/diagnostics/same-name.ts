import { memoize } from '../base/cache.ts';
import { distanceOf } from './similar-names.ts';

/**
 * Finds the only candidate with the same name in another spelling: capital letters, hyphens, underscores, spaces,
 * percent-encoding. For names of pages, blocks and the like, where a similar name means something else.
 */
export function sameName(written: string, candidates: Iterable<string>): string | undefined {
  const key = nameKey(written);
  return onlyOne([...candidates].filter((candidate) => nameKey(candidate) === key));
}

/** Returns the same key for all spellings of a name. Numbers stay separate: `1-1` is not `11`. */
export const nameKey = memoize(20_000, (name) =>
  decodePercent(name)
    .normalize()
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '-')
    .replaceAll(/(?<!\d)-|-(?!\d)/g, ''),
);

/** Decodes a percent-encoded text. Returns it unchanged if the encoding is invalid. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const onlyOne = <One>(all: readonly One[]): One | undefined => (all.length === 1 ? all[0] : undefined);

/**
 * Finds the only candidate that differs by one typo in one word. It can still be a different name (`christian`,
 * `christina`), so a message may suggest it, but no fix may write it.
 */
export function possibleSlip(written: string, candidates: Iterable<string>): string | undefined {
  const words = nameWords(written);
  return onlyOne([...candidates].filter((candidate) => isSlip(words, nameWords(candidate))));
}

function isSlip(words: readonly string[], others: readonly string[]): boolean {
  if (words.length !== others.length) return false;
  const differing = [...words.keys()].filter((at) => words[at] !== others[at]);
  const [at] = differing;
  const [word, other] = at === undefined ? [] : [words[at], others[at]];
  if (differing.length !== 1 || word === undefined || other === undefined) return false;
  // Short words that differ by one letter are different names, and so are different numbers.
  const isSwapped = [...word].toSorted().join('') === [...other].toSorted().join('');
  const isLong = Math.max(word.length, other.length) >= (isSwapped ? 4 : 6);
  return isLong && !/\d/.test(word + other) && distanceOf(word, other) === 1;
}

const nameWords = memoize(20_000, (name): readonly string[] =>
  decodePercent(name)
    .normalize()
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== ''),
);
