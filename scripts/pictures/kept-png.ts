import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { cachedFile } from '../base/cached-file.ts';

/** The file of a PNG, from the cache where an earlier build drew it. `recipe` is all that it depends on. */
export async function keptPng(
  recipe: readonly unknown[],
  draw: () => Promise<Buffer>,
  cache: string,
): Promise<string> {
  const name = createHash('sha256').update(JSON.stringify(recipe)).digest('hex').slice(0, 32);
  return cachedFile(join(cache, 'pictures', `${name}.png`), draw);
}
