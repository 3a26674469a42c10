import { UsageError } from '../system/command.ts';

/** One of the parts into which a build is divided, counted from 1. */
export interface Shard {
  number: number;
  of: number;
}

export const wholeBuild: Shard = { number: 1, of: 1 };

/** Reads `2/5`. Throws a usage error if the text names no shard. */
export function shardFrom(text: string): Shard {
  const [number = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).slice(1).map(Number);
  if (number < 1 || number > of)
    throw new UsageError(
      `\`--shard ${text}\` names no part of a build. Write \`--shard 2/5\` for the second of five parts.`,
    );
  return { number, of };
}

/** The items of a list that belong to a shard. Neighbours are often alike, so they go to different shards. */
export const itemsOfShard = <Item>(all: readonly Item[], { number, of }: Shard): Item[] =>
  all.filter((_, at) => at % of === number - 1);

/** Like `itemsOfShard`, plus the items of every shard, by which the next build recognizes its own output. */
export const itemsWithShared = <Item>(
  all: readonly Item[],
  shard: Shard,
  isShared: (item: Item) => boolean,
): Item[] => {
  const own = new Set([...itemsOfShard(all, shard), ...all.filter(isShared)]);
  return [...own];
};
