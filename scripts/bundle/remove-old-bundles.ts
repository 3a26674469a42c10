import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Enough to go back and forth between some states of the code without building each again. */
const kept = 5;

/** Removes all but the newest bundles from the folder that they lie in. */
export function removeOldBundles(folder: string): void {
  const builtAt = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const names = readdirSync(folder).toSorted((a, b) => builtAt(b) - builtAt(a));
  for (const name of names.slice(kept)) rmSync(join(folder, name), { recursive: true, force: true });
}
