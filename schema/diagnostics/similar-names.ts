import { memoize } from '../base/cache.ts';
import { countSharedEnds } from './edits.ts';

/**
 * Returns the most similar candidate, if at most a third of the characters differ. Use this only for names that the
 * engine defines, because names that authors choose can be similar and still mean different things.
 */
export function suggestName(input: string, candidates: Iterable<string>): string | undefined {
  // A single character has no letters left to recognize it by.
  const limit = input.length === 1 ? 0 : Math.max(1, Math.floor(input.length / 3));
  const [best] = findNearest(input, candidates, 1, limit);
  return best;
}

/**
 * Maximum number of candidates to compare. If there are more, such as thousands of pictures, only those with the most
 * letters in common with the input are compared.
 */
const maxComparedCandidates = 200;

/** Returns the candidates most similar to a name, the best first. */
export function findNearest(
  input: string,
  candidates: Iterable<string>,
  count: number,
  limit = Infinity,
): string[] {
  const lowerInput = input.toLowerCase();
  const letters = countLetters(lowerInput);
  // Compare the most likely candidates first, so that most of the others can be skipped.
  const likelyCandidates = [...candidates]
    .map((candidate, index) => {
      const other = candidate.toLowerCase();
      return { candidate, other, at: index, least: computeMinDistance(letters, countLetters(other)) };
    })
    .toSorted((a, b) => a.least - b.least)
    .slice(0, maxComparedCandidates);
  const ranked: { candidate: string; at: number; distance: number; shared: number }[] = [];
  /** The smallest distances so far. A comparison stops as soon as its distance is larger than these. */
  let bestDistances: number[] = [];
  let maxDistance = limit;
  for (const { candidate, other, at: index, least } of likelyCandidates) {
    if (least > maxDistance) break;
    const distance = computeEditDistance(lowerInput, other, maxDistance);
    if (distance > maxDistance) continue;
    const [sharedStart, sharedEnd] = countSharedEnds(lowerInput, other);
    ranked.push({
      candidate,
      at: index,
      distance,
      shared: sharedStart + sharedEnd + (input[0] === candidate[0] ? 1 : 0),
    });
    bestDistances = [...bestDistances, distance].toSorted((a, b) => a - b).slice(0, count);
    if (bestDistances.length === count) maxDistance = Math.min(limit, bestDistances.at(-1) ?? limit);
  }
  return ranked
    .toSorted((a, b) => a.distance - b.distance || b.shared - a.shared || a.at - b.at)
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

/**
 * Returns how often each letter occurs in a word. Several letters may share a counter, which can only lower the minimum
 * distance.
 */
const countLetters = memoize(20_000, (word): Uint16Array => {
  const counts = new Uint16Array(32);
  for (let index = 0; index < word.length; index++) {
    const slot = word.charCodeAt(index) % 32;
    counts[slot] = (counts[slot] ?? 0) + 1;
  }
  return counts;
});

/**
 * Returns the minimum edit distance between two words, given their letter counts. An edit adds, removes or replaces a
 * letter.
 */
function computeMinDistance(letters: Uint16Array, otherLetters: Uint16Array): number {
  let [missing, surplus] = [0, 0];
  for (let slot = 0; slot < 32; slot++) {
    const difference = (letters[slot] ?? 0) - (otherLetters[slot] ?? 0);
    if (difference > 0) missing += difference;
    else surplus -= difference;
  }
  return Math.max(missing, surplus);
}

/**
 * Returns the edit distance between two words (optimal string alignment): swapping two adjacent characters, the most
 * common typo, counts as one edit. Returns Infinity if the distance exceeds the limit.
 */
export function computeEditDistance(firstWord: string, secondWord: string, limit = Infinity): number {
  if (Math.abs(firstWord.length - secondWord.length) > limit) return Infinity;
  const [sharedStart, sharedEnd] = countSharedEnds(firstWord, secondWord);
  const [a, b] = [
    firstWord.slice(sharedStart, firstWord.length - sharedEnd),
    secondWord.slice(sharedStart, secondWord.length - sharedEnd),
  ];
  const width = b.length + 1;
  let [rowBeforePrevious, previousRow, row] = [
    new Uint16Array(width),
    new Uint16Array(width),
    new Uint16Array(width),
  ];
  for (let j = 0; j < width; j++) previousRow[j] = j;
  let previousMinimum = 0;
  for (let i = 1; i <= a.length; i++) {
    let left = (row[0] = i);
    let rowMinimum = i;
    const letter = a.charCodeAt(i - 1);
    const previousLetter = i > 1 ? a.charCodeAt(i - 2) : -1;
    for (let j = 1; j < width; j++) {
      const isSame = letter === b.charCodeAt(j - 1);
      let cell = Math.min((previousRow[j] ?? 0) + 1, left + 1, (previousRow[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (j > 1 && letter === b.charCodeAt(j - 2) && previousLetter === b.charCodeAt(j - 1))
        cell = Math.min(cell, (rowBeforePrevious[j - 2] ?? 0) + 1);
      left = row[j] = cell;
      if (cell < rowMinimum) rowMinimum = cell;
    }
    // Later rows depend on the last two rows, because a swap of two characters skips a row.
    if (rowMinimum > limit && previousMinimum >= limit) return Infinity;
    previousMinimum = rowMinimum;
    [rowBeforePrevious, previousRow, row] = [previousRow, row, rowBeforePrevious];
  }
  return previousRow[b.length] ?? 0;
}
