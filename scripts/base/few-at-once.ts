/** Works through a list, so many at a time: all at once would need memory for the whole site. */
export async function fewAtOnce<T>(
  most: number,
  list: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = list.values();
  await Promise.all(
    Array.from({ length: most }, async () => {
      for (const item of waiting) await work(item);
    }),
  );
}
