/** Whether tests run in full, as they do every night. */
export const unsampled = Boolean(process.env['PAGEWRIGHT_UNSAMPLED']);

/** Returns `count` evenly spread items, or all items in a full run. */
export function sampled<T>(all: readonly T[], count: number): readonly T[] {
  if (unsampled || all.length <= count) return all;
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)]!); // the index is within the list
}
