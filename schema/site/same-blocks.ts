/** A block, or the readable part of a block with errors. */
interface KnownBlock {
  id?: string | undefined;
  type?: string | undefined;
}

/**
 * Returns, for each block of a changed page, the index of the matching block before the change: a block with the same id,
 * else with the same content, else the next of its type. Undefined means that the block is new.
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
