// Of no language: the same on every machine, with letters that have marks beside those that have none.
const order = new Intl.Collator('und', { sensitivity: 'base', numeric: true, ignorePunctuation: true });

/** Sorts by a text, and groups by its first letter without its marks; digits and signs are `#`. */
export function byFirstLetter<One>(all: readonly One[], textOf: (one: One) => string): [string, One[]][] {
  const sorted = all.toSorted((a, b) => order.compare(textOf(a), textOf(b)));
  return [...Map.groupBy(sorted, (one) => firstLetter(textOf(one)))];
}

function firstLetter(text: string): string {
  const [first = ''] = text.normalize('NFD').replaceAll(/[^\p{L}\p{N}]/gu, '');
  return /\p{L}/u.test(first) ? first.toUpperCase() : '#';
}
