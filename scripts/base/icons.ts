import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(import.meta.resolve('lucide-static/icon-nodes.json'));

/** Drawings of the icon set, by name. Read, not imported: the compiler would type them entry by entry. */
export const iconDrawings = JSON.parse(readFileSync(file, 'utf8')) as Readonly<
  Record<string, readonly [string, Record<string, string>][]>
>;
