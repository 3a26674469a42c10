/**
 * Sorts by a text as a language does, and groups by its first letter. A letter with a mark is one of its own
 * where the language has it so (Polish: Ś), and else stands with that without the mark (German: Ä); digits
 * and signs are `#`.
 */
export function byFirstLetter<One>(
  all: readonly One[],
  textOf: (one: One) => string,
  language = 'und',
): [string, One[]][] {
  const order = new Intl.Collator(language, { sensitivity: 'base', numeric: true, ignorePunctuation: true });
  const letterOf = (text: string) => {
    const [first = ''] = text.normalize().replaceAll(/[^\p{L}\p{N}]/gu, '');
    const [bare = ''] = first.normalize('NFD');
    if (!/\p{L}/u.test(first)) return '#';
    return (order.compare(first, bare) === 0 ? bare : first).toLocaleUpperCase(language);
  };
  const sorted = all.toSorted((a, b) => order.compare(textOf(a), textOf(b)));
  return [...Map.groupBy(sorted, (one) => letterOf(textOf(one)))];
}
