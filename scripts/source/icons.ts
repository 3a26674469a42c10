import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

type IconDrawings = Readonly<Record<string, readonly [string, Record<string, string>][]>>;

let drawings: IconDrawings | undefined;

/** Drawings of the icon set, by name. Read, not imported: the compiler would type them entry by entry. */
export function iconDrawings(): IconDrawings {
  if (!drawings) {
    const file = createRequire(import.meta.url).resolve('lucide-static/icon-nodes.json');
    drawings = JSON.parse(readFileSync(file, 'utf8')) as IconDrawings;
  }
  return drawings;
}

/** The names of the icon set. */
export const iconNames: readonly string[] = Object.keys(iconDrawings());
