/** Whether nothing is left out, as each night. */
export const unsampled = Boolean(process.env['PAGEWRIGHT_UNSAMPLED']);

/** `count` of many, spread evenly over them; all of them in a run that leaves nothing out. */
export function sampled<T>(all: readonly T[], count: number): readonly T[] {
  if (unsampled || all.length <= count) return all;
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)]!); // within it
}
