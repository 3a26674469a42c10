/** Whether tests run in full, as they do nightly. */
export const unsampled = Boolean(process.env['PAGEWRIGHT_UNSAMPLED']);

/** A sample of `count` items, evenly spread. All items in a full run. */
export function sampled<T>(all: readonly T[], count: number): readonly T[] {
  if (unsampled || all.length <= count) return all;
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)]!); // within it
}
