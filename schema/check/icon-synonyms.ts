import otherNames from './icon-synonyms.json' with { type: 'json' };
import type { NameSet } from './site-graph.ts';

/** Icon names by synonym. The JSON file lists the synonyms of each icon, including former names. */
export const iconSynonyms: ReadonlyMap<string, string> = new Map(
  Object.entries(otherNames).flatMap(([name, synonyms]) =>
    synonyms.split(' ').map((synonym) => [synonym, name] as const),
  ),
);

/** Finds an icon by a synonym, or by its words in a different order: `alert-triangle` finds `triangle-alert`. */
export function findIcon(synonym: string, icons: NameSet): string | undefined {
  const name = iconSynonyms.get(synonym);
  if (name !== undefined && icons.has(name)) return name;
  if (!synonym.includes('-')) return undefined;
  const words = sortWords(synonym);
  return [...icons].find((icon) => icon.length === synonym.length && sortWords(icon) === words);
}

const sortWords = (name: string) => name.split('-').toSorted().join('-');
