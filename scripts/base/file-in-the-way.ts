import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The file that stands where a folder shall be, or one above it; nothing where the way is free. */
export function fileInTheWay(folder: string): string | undefined {
  const place = resolve(folder);
  if (existsSync(place)) return statSync(place).isDirectory() ? undefined : place;
  return dirname(place) === place ? undefined : fileInTheWay(dirname(place));
}
