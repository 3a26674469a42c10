import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const file = createRequire(import.meta.url).resolve('lucide-static/icon-nodes.json');

/** Drawings of the icon set, by name. Read, not imported: the compiler would type them entry by entry. */
export const iconDrawings = JSON.parse(readFileSync(file, 'utf8')) as Readonly<
  Record<string, readonly [string, Record<string, string>][]>
>;
