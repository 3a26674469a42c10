import otherNames from './icon-synonyms.json' with { type: 'json' };
import type { Names } from './site-graph.ts';

/** The icon for each synonym. The JSON file lists the synonyms of each icon, including its former names. */
export const iconSynonyms: ReadonlyMap<string, string> = new Map(
  Object.entries(otherNames).flatMap(([name, words]) =>
    words.split(' ').map((word) => [word, name] as const),
  ),
);

/** Finds the icon for a synonym, or with the same words in another order, such as `alert-triangle`. */
export function findIcon(written: string, icons: Names): string | undefined {
  const name = iconSynonyms.get(written);
  if (name !== undefined && icons.has(name)) return name;
  if (!written.includes('-')) return undefined;
  const words = sortWords(written);
  return [...icons].find((icon) => icon.length === written.length && sortWords(icon) === words);
}

const sortWords = (name: string) => name.split('-').toSorted().join('-');
