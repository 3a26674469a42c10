/** Splits a list into chunks. The last one may be shorter. */
export const chunk = <One>(items: readonly One[], size: number): (readonly One[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  );

/** Appends an item to the list of a key. Creates the list if it is missing. */
export function pushTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
