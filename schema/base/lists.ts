/** Splits a list into chunks of `size` items. The last chunk may be shorter. */
export const chunk = <One>(items: readonly One[], size: number): (readonly One[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  );

/** Appends an item to the list at a key. Creates the list if the key is missing. */
export function pushTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
