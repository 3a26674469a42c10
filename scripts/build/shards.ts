import { UsageError } from '../system/command.ts';

/** A part of a build: the part `number`, counted from 1, of `of` parts. */
export interface Shard {
  number: number;
  of: number;
}

export const wholeBuild: Shard = { number: 1, of: 1 };

/** Parses a shard such as `2/5`. Throws a usage error if the text is invalid. */
export function parseShard(text: string): Shard {
  const [number = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).slice(1).map(Number);
  if (number < 1 || number > of)
    throw new UsageError(
      `\`--shard ${text}\` is not valid. For the second of five parts, write \`--shard 2/5\`.`,
    );
  return { number, of };
}

/**
 * Returns the items that belong to a shard. Adjacent items often take a similar time, so they are in different shards.
 */
export const selectShardItems = <Item>(items: readonly Item[], { number, of }: Shard): Item[] =>
  items.filter((_, index) => index % of === number - 1);

/**
 * Like `selectShardItems`, but adds the items that every shard includes, so that the next build recognizes the output
 * of any shard as its own.
 */
export const selectShardAndSharedItems = <Item>(
  items: readonly Item[],
  shard: Shard,
  isShared: (item: Item) => boolean,
): Item[] => {
  const selectedItems = new Set([...selectShardItems(items, shard), ...items.filter(isShared)]);
  return [...selectedItems];
};
