import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isSettled } from './clock-step.ts';
import { readKept, writeKept } from './kept-json.ts';

/** All files that are named, or lie in a folder that is, by their paths in `root`. */
export function filesIn(root: string, named: readonly string[]): string[] {
  const files = named.flatMap((path) => {
    const state = statSync(join(root, path), { throwIfNoEntry: false });
    if (!state?.isDirectory()) return state ? [path] : [];
    return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
      const inner = `${path}/${entry.name}`;
      return entry.isDirectory() ? filesIn(root, [inner]) : [inner];
    });
  });
  return files.toSorted();
}

/**
 * Changes with every file that is named, or lies in a folder that is. The files are read only when the file
 * system says that one of them has changed since `kept` was written.
 */
export function contentDigest(root: string, named: readonly string[], kept: string): string {
  const files = filesIn(root, named);
  const states = files.map((file) => {
    const { size, mtimeMs, ino } = statSync(join(root, file));
    return { stamp: `${file} ${size} ${mtimeMs} ${ino}`, mtimeMs };
  });
  const stamp = hash('sha1', states.map((state) => state.stamp).join('\n'));
  const known = existsSync(kept) ? readKept(kept, stamp) : undefined;
  if (typeof known === 'string') return known;
  const texts = files.flatMap((file) => [file, readFileSync(join(root, file), 'utf8')]);
  const digest = hash('sha1', JSON.stringify(texts));
  // Of a file that has just been written, a second change within the clock's step would not be seen.
  if (states.every(({ mtimeMs }) => isSettled(mtimeMs))) writeKept(kept, stamp, digest);
  return digest;
}
