import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';

/** A path with slashes only and none in front. */
export function pathOf(written: string): string {
  const path = normalize(written).split(sep).join('/').replace(/^\/+/, '');
  if (/^\.\.(?:\/|$)/.test(path)) throw new Error(`${written} leads out of the output.`);
  return path;
}

/** Where a file lies below a folder; the folders between are made. */
export function placesBelow(root: string): (path: string) => string {
  const made = new Set<string>();
  return (path) => {
    const place = join(root, path);
    const folder = dirname(place);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    return place;
  };
}

/** Writes files below a folder. */
export function writerBelow(root: string): (path: string, content: string | Uint8Array) => void {
  const placeFor = placesBelow(root);
  return (path, content) => writeFileSync(placeFor(pathOf(path)), content);
}
