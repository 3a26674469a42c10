/** The candidate an author most likely meant: at most a third of the letters differ. */
export function suggest(written: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.floor(written.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    const distance = editDistance(written.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** `; did you mean …?`, or nothing. */
export function didYouMean(written: string, candidates: Iterable<string>): string {
  const candidate = suggest(written, candidates);
  return candidate === undefined ? '' : `; did you mean \`${candidate}\`?`;
}

// Optimal string alignment: two swapped letters, the commonest slip, count as one.
function editDistance(a: string, b: string): number {
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
