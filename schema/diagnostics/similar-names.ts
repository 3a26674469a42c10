import { memoize } from '../base/cache.ts';
import { sharedEnds } from './edits.ts';

/**
 * Finds the most similar word, in which at most a third of the characters differ. Only for words of the engine: names
 * that authors choose can be similar and mean different things.
 */
export function suggest(written: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.floor(written.length / 3));
  const [best] = nearest(written, candidates, 1, limit);
  return best;
}

/** If there are more candidates, such as thousands of pictures, only those with the most letters in common are compared. */
const maxCompared = 200;

/** Returns the most similar candidates, best first. */
export function nearest(
  written: string,
  candidates: Iterable<string>,
  count: number,
  limit = Infinity,
): string[] {
  const low = written.toLowerCase();
  const letters = lettersOf(low);
  // With the likeliest candidates first, most of the others can be skipped without a comparison.
  const likely = [...candidates]
    .map((candidate, at) => {
      const other = candidate.toLowerCase();
      return { candidate, other, at, least: leastDistance(letters, lettersOf(other)) };
    })
    .toSorted((a, b) => a.least - b.least)
    .slice(0, maxCompared);
  const ranked: { candidate: string; at: number; distance: number; shared: number }[] = [];
  /** The smallest distances so far. Computing a larger distance stops early. */
  let best: number[] = [];
  let farthest = limit;
  for (const { candidate, other, at, least } of likely) {
    if (least > farthest) break;
    const distance = distanceOf(low, other, farthest);
    if (distance > farthest) continue;
    const [front, back] = sharedEnds(low, other);
    ranked.push({ candidate, at, distance, shared: front + back + (written[0] === candidate[0] ? 1 : 0) });
    best = [...best, distance].toSorted((a, b) => a - b).slice(0, count);
    if (best.length === count) farthest = Math.min(limit, best.at(-1) ?? limit);
  }
  return ranked
    .toSorted((a, b) => a.distance - b.distance || b.shared - a.shared || a.at - b.at)
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

/** Counts the letters of a word. Some letters share a counter, which can only make the minimum distance smaller. */
const lettersOf = memoize(20_000, (word): Uint16Array => {
  const counts = new Uint16Array(32);
  for (let at = 0; at < word.length; at++) {
    const place = word.charCodeAt(at) % 32;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
});

/** Returns the minimum distance of two words with these letters: an edit adds a letter, removes one, or does both. */
function leastDistance(letters: Uint16Array, others: Uint16Array): number {
  let [missing, added] = [0, 0];
  for (let place = 0; place < 32; place++) {
    const difference = (letters[place] ?? 0) - (others[place] ?? 0);
    if (difference > 0) missing += difference;
    else added -= difference;
  }
  return Math.max(missing, added);
}

/**
 * Returns the optimal string alignment distance: two swapped characters, the most common typo, count as one edit.
 * Returns Infinity as soon as the distance certainly exceeds the limit.
 */
export function distanceOf(one: string, other: string, limit = Infinity): number {
  if (Math.abs(one.length - other.length) > limit) return Infinity;
  const [front, back] = sharedEnds(one, other);
  const [a, b] = [one.slice(front, one.length - back), other.slice(front, other.length - back)];
  const width = b.length + 1;
  let [beforeLast, last, row] = [new Uint16Array(width), new Uint16Array(width), new Uint16Array(width)];
  for (let j = 0; j < width; j++) last[j] = j;
  let leastBefore = 0;
  for (let i = 1; i <= a.length; i++) {
    let left = (row[0] = i);
    let least = i;
    const letter = a.charCodeAt(i - 1);
    const letterBefore = i > 1 ? a.charCodeAt(i - 2) : -1;
    for (let j = 1; j < width; j++) {
      const isSame = letter === b.charCodeAt(j - 1);
      let cell = Math.min((last[j] ?? 0) + 1, left + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (j > 1 && letter === b.charCodeAt(j - 2) && letterBefore === b.charCodeAt(j - 1))
        cell = Math.min(cell, (beforeLast[j - 2] ?? 0) + 1);
      left = row[j] = cell;
      if (cell < least) least = cell;
    }
    // A swap of two characters refers to the row before the previous one.
    if (least > limit && leastBefore >= limit) return Infinity;
    leastBefore = least;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return last[b.length] ?? 0;
}
