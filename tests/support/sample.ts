/** Whether tests run in full, without sampling, as they do every night. */
export const isFullRun = Boolean(process.env['PAGEWRIGHT_UNSAMPLED']);

/** Returns `count` evenly spread items or, in a full run, all items. */
export function takeSample<T>(items: readonly T[], count: number): readonly T[] {
  if (isFullRun || items.length <= count) return items;
  return Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)]!); // the index is within the list
}
