import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import brands from './brand-icons.json' with { type: 'json' };

type IconDrawings = Readonly<Record<string, readonly [string, Record<string, string>][]>>;

let drawings: IconDrawings | undefined;

/** The marks of well-known sites are filled shapes. */
const brandDrawings: IconDrawings = Object.fromEntries(
  Object.entries(brands).map(([name, d]) => [name, [['path', { d, fill: 'currentColor', stroke: 'none' }]]]),
);

/**
 * Drawings of the icon set and of well-known sites, by name. The set is read, not imported: the compiler would
 * type it entry by entry.
 */
export function iconDrawings(): IconDrawings {
  if (!drawings) {
    const file = createRequire(import.meta.url).resolve('lucide-static/icon-nodes.json');
    drawings = { ...brandDrawings, ...(JSON.parse(readFileSync(file, 'utf8')) as IconDrawings) };
  }
  return drawings;
}

/** The names of the icon set. */
export const iconNames: readonly string[] = Object.keys(iconDrawings());
