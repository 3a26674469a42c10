import { isMapping } from '../../schema/base/data.ts';

/** An item of a changed list, with its previous and current index. */
export interface MatchedItem {
  /** Undefined if the item is new. */
  before: number | undefined;
  /** Undefined if the item was deleted. */
  after: number | undefined;
  /** The direction in which the item moved, relative to items that kept their order. */
  moved?: 'up' | 'down';
}

/** Minimum share of equal words for two items to count as versions of the same item. */
const similar = 0.5;

/**
 * Matches the items of two versions of a list: by id, then by equal content, then by similarity, then by the previous
 * item. Returns them in the new order, with deleted items at their old positions.
 */
export function matchedItems(before: readonly unknown[], after: readonly unknown[]): MatchedItem[] {
  const match = new Map<number, number>();
  const taken = new Set<number>();
  const pair = (now: number, old: number) => {
    if (match.has(now) || taken.has(old)) return;
    match.set(now, old);
    taken.add(old);
  };
  const byKey = (keyOf: (item: unknown) => string | undefined) => {
    const known = before.map(keyOf);
    for (const [now, item] of after.entries()) {
      const key = keyOf(item);
      const old = known.findIndex((one, at) => key !== undefined && one === key && !taken.has(at));
      if (old !== -1) pair(now, old);
    }
  };
  byKey((item) => (isMapping(item) && typeof item['id'] === 'string' ? item['id'] : undefined));
  byKey((item) => JSON.stringify(item));
  const words = { before: before.map(wordsOf), after: after.map(wordsOf) };
  const likely = [...after.keys()]
    .filter((now) => !match.has(now))
    .flatMap((now) =>
      [...before.keys()]
        .filter((old) => !taken.has(old) && isSameKind(before[old], after[now]))
        .map((old) => ({ now, old, same: similarity(words.before[old] ?? [], words.after[now] ?? []) })),
    )
    .filter(({ same }) => same >= similar)
    .toSorted((a, b) => b.same - a.same || Math.abs(a.now - a.old) - Math.abs(b.now - b.old));
  for (const { now, old } of likely) pair(now, old);
  for (const now of after.keys()) {
    if (match.has(now)) continue;
    const previous = now === 0 ? -1 : match.get(now - 1);
    const old = previous === undefined ? undefined : previous + 1;
    if (old !== undefined && old < before.length && isSameKind(before[old], after[now])) pair(now, old);
  }
  return inOrder(before.length, after.length, match);
}

/** Adds deleted items, and detects moved ones: all items outside the longest sequence that kept its order. */
function inOrder(before: number, after: number, match: ReadonlyMap<number, number>): MatchedItem[] {
  const stayed = longestIncreasing([...match].toSorted(([a], [b]) => a - b).map(([, old]) => old));
  const items = Array.from({ length: after }, (_, now): MatchedItem => {
    const old = match.get(now);
    if (old === undefined || stayed.has(old)) return { before: old, after: now };
    const passed = [...match].filter(([at, other]) => stayed.has(other) && at > now !== other > old);
    return { before: old, after: now, moved: passed.some(([at]) => at > now) ? 'up' : 'down' };
  });
  const found = new Set(match.values());
  for (let old = 0; old < before; old++) {
    if (found.has(old)) continue;
    const previous = items.findLastIndex(
      (item) => item.before !== undefined && item.before < old && !item.moved,
    );
    items.splice(previous + 1, 0, { before: old, after: undefined });
  }
  return items;
}

/** Returns the longest increasing subsequence. */
function longestIncreasing(values: readonly number[]): Set<number> {
  const best = values.map((value) => [value]);
  for (const [at, value] of values.entries())
    for (let earlier = 0; earlier < at; earlier++) {
      const row = best[earlier] ?? [];
      if ((row.at(-1) ?? 0) < value && row.length >= (best[at]?.length ?? 0)) best[at] = [...row, value];
    }
  return new Set(best.toSorted((a, b) => b.length - a.length)[0]);
}

const isSameKind = (one: unknown, other: unknown): boolean =>
  isMapping(one) && isMapping(other)
    ? one['type'] === other['type'] && one['use'] === other['use']
    : typeof one === typeof other && Array.isArray(one) === Array.isArray(other);

const wordsOf = (item: unknown): string[] => JSON.stringify(item).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the share of words or lines that two texts have in common, from 0 to 1. */
export function similarity(one: readonly string[], other: readonly string[]): number {
  const left = new Map<string, number>();
  for (const part of one) left.set(part, (left.get(part) ?? 0) + 1);
  let same = 0;
  for (const part of other) {
    const there = left.get(part) ?? 0;
    if (there > 0) same++;
    left.set(part, there - 1);
  }
  return (2 * same) / Math.max(1, one.length + other.length);
}
