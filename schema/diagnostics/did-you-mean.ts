/**
 * Finds the word that is most similar: at most a third of the characters differ. Only for words of the engine, as
 * a similar name of an author's can be that of something else.
 */
export function suggest(written: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.floor(written.length / 3));
  const [best] = nearest(written, candidates, 1, limit);
  return best;
}

/** The candidates by similarity, best first. */
export function nearest(
  written: string,
  candidates: Iterable<string>,
  count: number,
  limit = Infinity,
): string[] {
  const low = written.toLowerCase();
  const ranked: { candidate: string; distance: number; shared: number }[] = [];
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    // The difference in length alone may be too large.
    if (Math.abs(other.length - low.length) > limit) continue;
    const distance = distanceOf(low, other);
    if (distance <= limit)
      ranked.push({
        candidate,
        distance,
        shared: sharedEnds(low, other) + (written[0] === candidate[0] ? 1 : 0),
      });
  }
  return ranked
    .toSorted((a, b) => a.distance - b.distance || b.shared - a.shared)
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

/** The number of characters that two words share at the start and the end. */
function sharedEnds(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let front = 0;
  while (front < most && a[front] === b[front]) front++;
  let back = 0;
  while (back < most - front && a.at(-1 - back) === b.at(-1 - back)) back++;
  return front + back;
}

/** Optimal string alignment: two swapped characters, the most common typo, count as one edit. */
export function distanceOf(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(at(last, j) + 1, at(row, j - 1) + 1, substituted);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        row[j] = Math.min(at(row, j), at(beforeLast, j - 2) + 1);
      }
    }
    [beforeLast, last] = [last, row];
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
