/** A block, or what can be read of a faulty one. */
interface KnownBlock {
  id?: string | undefined;
  type?: string | undefined;
}

/**
 * For each block of a page that has changed, the index of the same block before: the one with its id, else one with
 * the same content, else the next of its type. Undefined for a new block.
 */
export function sameBlocks(
  before: readonly KnownBlock[],
  after: readonly KnownBlock[],
): (number | undefined)[] {
  const found = new Map<number, number>();
  const free = new Set(before.keys());
  const match = (keyOf: (block: KnownBlock) => string | undefined) => {
    const known = [...free].map((index) => [index, keyOf(before[index] ?? {})] as const);
    for (const [at, block] of after.entries()) {
      const key = found.has(at) ? undefined : keyOf(block);
      const [same] =
        known.find(([index, other]) => key !== undefined && other === key && free.has(index)) ?? [];
      if (same === undefined) continue;
      found.set(at, same);
      free.delete(same);
    }
  };
  match(({ id }) => id);
  match((block) => JSON.stringify(block));
  match(({ type }) => type);
  return after.map((_, at) => found.get(at));
}
