import { isMapping } from '../../schema/base/data.ts';

/** An item in a changed list, with its index before and after the change. */
export interface MatchedItem {
  /** The previous index. Undefined if the item is new. */
  before: number | undefined;
  /** The current index. Undefined if the item was deleted. */
  after: number | undefined;
  /** The direction in which the item was moved, relative to the items that kept their order. */
  moved?: 'up' | 'down';
}

/** Minimum share of equal words, from 0 to 1, for two items to count as versions of the same item. */
const minItemSimilarity = 0.5;

/**
 * Matches the items in two versions of a list: by id, then by equal content, then by similarity. An item that is still
 * unmatched is matched with the old item that followed the previous item. Returns all items in the new order, and
 * deleted items at their old positions.
 */
export function matchItems(before: readonly unknown[], after: readonly unknown[]): MatchedItem[] {
  const oldIndexByNew = new Map<number, number>();
  const pairedIndexes = new Set<number>();
  const pairItems = (newIndex: number, oldIndex: number) => {
    if (oldIndexByNew.has(newIndex) || pairedIndexes.has(oldIndex)) return;
    oldIndexByNew.set(newIndex, oldIndex);
    pairedIndexes.add(oldIndex);
  };
  const pairByKey = (toKey: (item: unknown) => string | undefined) => {
    const oldKeys = before.map(toKey);
    for (const [newIndex, item] of after.entries()) {
      const key = toKey(item);
      const oldIndex = oldKeys.findIndex(
        (otherKey, index) => key !== undefined && otherKey === key && !pairedIndexes.has(index),
      );
      if (oldIndex !== -1) pairItems(newIndex, oldIndex);
    }
  };
  pairByKey((item) => (isMapping(item) && typeof item['id'] === 'string' ? item['id'] : undefined));
  pairByKey((item) => JSON.stringify(item));
  const words = { before: before.map(splitItemWords), after: after.map(splitItemWords) };
  const candidates = [...after.keys()]
    .filter((newIndex) => !oldIndexByNew.has(newIndex))
    .flatMap((newIndex) =>
      [...before.keys()]
        .filter((oldIndex) => !pairedIndexes.has(oldIndex) && isSameKind(before[oldIndex], after[newIndex]))
        .map((oldIndex) => ({
          now: newIndex,
          old: oldIndex,
          same: measureSimilarity(words.before[oldIndex] ?? [], words.after[newIndex] ?? []),
        })),
    )
    .filter(({ same }) => same >= minItemSimilarity)
    .toSorted((a, b) => b.same - a.same || Math.abs(a.now - a.old) - Math.abs(b.now - b.old));
  for (const { now: newIndex, old: oldIndex } of candidates) pairItems(newIndex, oldIndex);
  for (const newIndex of after.keys()) {
    if (oldIndexByNew.has(newIndex)) continue;
    const previous = newIndex === 0 ? -1 : oldIndexByNew.get(newIndex - 1);
    const oldIndex = previous === undefined ? undefined : previous + 1;
    if (oldIndex !== undefined && oldIndex < before.length && isSameKind(before[oldIndex], after[newIndex]))
      pairItems(newIndex, oldIndex);
  }
  return orderMatches(before.length, after.length, oldIndexByNew);
}

/**
 * Adds deleted items, and marks moved items. All items outside the longest sequence that kept its order count as moved.
 */
function orderMatches(
  before: number,
  after: number,
  oldIndexByNew: ReadonlyMap<number, number>,
): MatchedItem[] {
  const unmovedIndexes = findLongestIncreasing(
    [...oldIndexByNew].toSorted(([a], [b]) => a - b).map(([, oldIndex]) => oldIndex),
  );
  const items = Array.from({ length: after }, (_, newIndex): MatchedItem => {
    const oldIndex = oldIndexByNew.get(newIndex);
    if (oldIndex === undefined || unmovedIndexes.has(oldIndex)) return { before: oldIndex, after: newIndex };
    const passedItems = [...oldIndexByNew].filter(
      ([index, otherOldIndex]) =>
        unmovedIndexes.has(otherOldIndex) && index > newIndex !== otherOldIndex > oldIndex,
    );
    return {
      before: oldIndex,
      after: newIndex,
      moved: passedItems.some(([index]) => index > newIndex) ? 'up' : 'down',
    };
  });
  const matchedIndexes = new Set(oldIndexByNew.values());
  for (let oldIndex = 0; oldIndex < before; oldIndex++) {
    if (matchedIndexes.has(oldIndex)) continue;
    const previous = items.findLastIndex(
      (item) => item.before !== undefined && item.before < oldIndex && !item.moved,
    );
    items.splice(previous + 1, 0, { before: oldIndex, after: undefined });
  }
  return items;
}

/** Returns the longest increasing subsequence of numbers, for example 1, 2, 4 for 1, 5, 2, 4. */
function findLongestIncreasing(values: readonly number[]): Set<number> {
  const longestByEnd = values.map((value) => [value]);
  for (const [index, value] of values.entries())
    for (let previousIndex = 0; previousIndex < index; previousIndex++) {
      const row = longestByEnd[previousIndex] ?? [];
      if ((row.at(-1) ?? 0) < value && row.length >= (longestByEnd[index]?.length ?? 0))
        longestByEnd[index] = [...row, value];
    }
  return new Set(longestByEnd.toSorted((a, b) => b.length - a.length)[0]);
}

const isSameKind = (a: unknown, b: unknown): boolean =>
  isMapping(a) && isMapping(b)
    ? a['type'] === b['type'] && a['use'] === b['use']
    : typeof a === typeof b && Array.isArray(a) === Array.isArray(b);

const splitItemWords = (item: unknown): string[] => JSON.stringify(item).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the share of words or lines that two texts have in common, from 0 to 1. */
export function measureSimilarity(a: readonly string[], b: readonly string[]): number {
  const remainingCounts = new Map<string, number>();
  for (const part of a) remainingCounts.set(part, (remainingCounts.get(part) ?? 0) + 1);
  let same = 0;
  for (const part of b) {
    const remaining = remainingCounts.get(part) ?? 0;
    if (remaining > 0) same++;
    remainingCounts.set(part, remaining - 1);
  }
  return (2 * same) / Math.max(1, a.length + b.length);
}
