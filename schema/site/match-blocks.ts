/** A block, or the readable parts of a block that has errors. */
interface KnownBlock {
  id?: string | undefined;
  type?: string | undefined;
}

/**
 * Returns, for each block on a changed page, the index that the same block had before the change, or `undefined` if the
 * block is new. Blocks are matched by id, then by content, then by type in page order.
 */
export function matchBlocks(
  before: readonly KnownBlock[],
  after: readonly KnownBlock[],
): (number | undefined)[] {
  const matches = new Map<number, number>();
  const unmatched = new Set(before.keys());
  const matchBy = (getKey: (block: KnownBlock) => string | undefined) => {
    const candidates = [...unmatched].map(
      (beforeIndex) => [beforeIndex, getKey(before[beforeIndex] ?? {})] as const,
    );
    for (const [afterIndex, block] of after.entries()) {
      const key = matches.has(afterIndex) ? undefined : getKey(block);
      const [matchIndex] =
        candidates.find(
          ([beforeIndex, other]) => key !== undefined && other === key && unmatched.has(beforeIndex),
        ) ?? [];
      if (matchIndex === undefined) continue;
      matches.set(afterIndex, matchIndex);
      unmatched.delete(matchIndex);
    }
  };
  matchBy(({ id }) => id);
  matchBy((block) => JSON.stringify(block));
  matchBy(({ type }) => type);
  return after.map((_, afterIndex) => matches.get(afterIndex));
}
