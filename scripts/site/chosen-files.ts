import { globSync } from 'node:fs';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import { UsageError } from '../system/errors.ts';
import { displayPath } from '../system/project.ts';

/**
 * Returns a test for the files that the arguments of a command select: files, folders or patterns such as
 * `pages/about/*.yaml`. Without arguments, all files are selected.
 */
export function chosenFiles(
  written: readonly string[],
  files: readonly SourceFile[],
): (file: string) => boolean {
  if (written.length === 0) return () => true;
  const chosen = new Set<string>();
  for (const one of written) {
    const places = new Set([one, ...globSync(one)].map((path) => displayPath(path)));
    const found = files.filter(({ file }) =>
      [...places].some((place) => place === '' || file === place || file.startsWith(`${place}/`)),
    );
    if (found.length === 0) throw new UsageError(`${one} matches no file in the pages folder.`);
    for (const { file } of found) chosen.add(file);
  }
  return (file) => chosen.has(file);
}
